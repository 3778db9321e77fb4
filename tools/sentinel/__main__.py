"""Starts the topology and two services on it, and stops everything at Ctrl-C."""

import sys

from tools.sentinel.topology import Topology
from tools.servers.two_services import serve_on

if __name__ == "__main__":
    sys.exit(serve_on(Topology))
