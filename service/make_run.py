"""Starts the service for `make run`, and prints where to find it.

With --reload, which `make run RELOAD=1` passes, workers restart whenever a file of the service changes.
"""

import os
import secrets
import sys
from ipaddress import ip_address
from pathlib import Path

from service.server.start_checks import why_not_listening
from service.settings import InvalidSettings, Settings

SERVER = ("gunicorn", "-c", "config/gunicorn.conf.py", "service.wsgi:app")
RELOAD = "--reload"


def main() -> None:
    """Print the addresses, and replace this process with gunicorn."""
    try:
        settings = Settings.from_env(os.environ)
    except InvalidSettings as mistakes:
        sys.exit(f"destiny: {mistakes}")
    # First of all: the address must not be printed if it cannot be used.
    if reason := why_not_listening(settings.host, settings.port):
        sys.exit(f"destiny: {reason}")
    # Standard output is for the log.
    print(welcome(settings), file=sys.stderr)  # noqa: T201
    if settings.admin_token is None:
        # Only the terminal gets the token: the service itself never writes it.
        token = secrets.token_urlsafe(24)
        os.environ["DESTINY_ADMIN_TOKEN"] = token
        print(f"Admin token for this run: {token}", file=sys.stderr)  # noqa: T201
    reload = RELOAD in sys.argv[1:]
    if reload:
        print("Workers restart when a file in service/ or config/ changes.", file=sys.stderr)  # noqa: T201
    sys.stderr.flush()
    command = (*SERVER, RELOAD) if reload else SERVER
    os.execv(Path(sys.executable).with_name(SERVER[0]), command)  # noqa: S606  no part of it comes from outside


def welcome(settings: Settings) -> str:
    base = f"http://{_reachable(settings.host)}:{settings.port}"
    return (
        f"Starting Desperados Destiny at {base}. Press Ctrl-C to stop it.\n"
        f"  documentation:  {base}/docs\n"
        f"  console:        {base}/console\n"
        f"  health check:   {base}/health/ready"
    )


def _reachable(host: str) -> str:
    """The host for a URL that can be opened on this machine."""
    try:
        address = ip_address(host)
    except ValueError:
        return host  # a name
    if address.is_unspecified:  # all addresses of the machine
        return "127.0.0.1" if address.version == 4 else "[::1]"
    # A percent sign precedes the zone of a link-local address, and must be escaped (RFC 6874).
    return host if address.version == 4 else f"[{host.replace('%', '%25')}]"


if __name__ == "__main__":
    main()
