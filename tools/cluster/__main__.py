"""Starts the cluster and two services on it, and stops everything at Ctrl-C."""

import sys

from tools.cluster.topology import Cluster
from tools.servers.two_services import serve_on

if __name__ == "__main__":
    sys.exit(serve_on(Cluster))
