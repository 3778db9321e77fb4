"""What `make run` starts: the service on a machine of one's own, with a few words on where to find it.

With --reload, as `make run RELOAD=1` has it, workers start again whenever a file of the service changes.
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
    """Say where the service will be, and become it."""
    try:
        settings = Settings.from_env(os.environ)
    except InvalidSettings as mistakes:
        sys.exit(f"destiny: {mistakes}")
    # Before anything is said that would not be true.
    if reason := why_not_listening(settings.host, settings.port):
        sys.exit(f"destiny: {reason}")
    # Standard output is the log's.
    print(welcome(settings), file=sys.stderr)  # noqa: T201
    if settings.admin_token is None:
        # It goes to the terminal alone: what the service itself writes never has it.
        token = secrets.token_urlsafe(24)
        os.environ["DESTINY_ADMIN_TOKEN"] = token
        print(f"The admin token until the service ends: {token}", file=sys.stderr)  # noqa: T201
    reload = RELOAD in sys.argv[1:]
    if reload:
        print("Workers start again when a file in service/ or config/ changes.", file=sys.stderr)  # noqa: T201
    sys.stderr.flush()
    command = (*SERVER, RELOAD) if reload else SERVER
    os.execv(Path(sys.executable).with_name(SERVER[0]), command)  # noqa: S606  nothing in it comes from outside


def welcome(settings: Settings) -> str:
    """Where the service is to be found."""
    base = f"http://{_reachable(settings.host)}:{settings.port}"
    return (
        f"Desperados Destiny starts at {base}. Ctrl-C ends it.\n"
        f"  to read and to try:  {base}/docs\n"
        f"  health check:        {base}/health/ready"
    )


def _reachable(host: str) -> str:
    """The host as it goes into an address that can be opened on this machine."""
    try:
        address = ip_address(host)
    except ValueError:
        return host  # a name
    if address.is_unspecified:  # all addresses of the machine
        return "127.0.0.1" if address.version == 4 else "[::1]"
    # The zone of a link-local address is set off by a percent sign, which has to be escaped (RFC 6874).
    return host if address.version == 4 else f"[{host.replace('%', '%25')}]"


if __name__ == "__main__":
    main()
