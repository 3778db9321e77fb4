"""Two services on several servers, until Ctrl-C, which stops everything."""

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from service.make_run import SERVER
from service.server.start_checks import why_not_listening
from service.settings import InvalidSettings, Settings
from tools.servers.group import Servers, ServersFailed

_PROJECT: Final = Path(__file__).parents[2]
_GRACE_S: Final = 15
_HIGHEST_PORT: Final = 65_535
_LOOK_EVERY_S: Final = 0.5


def serve_on(make: Callable[[Path], Servers]) -> int | str:
    """The exit status 0, or a message for the exit status 1."""
    try:
        first = Settings.from_env(os.environ).port
        ports = (first, first % _HIGHEST_PORT + 1)
        for port in ports:
            if reason := why_not_listening("127.0.0.1", port):
                return f"destiny: {reason}"
        # Otherwise the servers would outlive this process. A shell has its background jobs ignore SIGINT.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        with TemporaryDirectory(prefix="destiny-servers-") as folder, make(Path(folder)) as servers:
            return _serve(servers, Path(folder), ports)
    except (InvalidSettings, ServersFailed) as failed:
        return f"destiny: {failed}"
    except KeyboardInterrupt:
        return 0


def _serve(servers: Servers, folder: Path, ports: Sequence[int]) -> int | str:
    token = os.environ.get("DESTINY_ADMIN_TOKEN") or secrets.token_urlsafe(24)
    common = {
        **os.environ,
        "DESTINY_ADMIN_TOKEN": token,
        "DESTINY_REDIS_URL": servers.url,
        "DESTINY_STORE_SAFETY": "replicated",
    }
    _say(
        f"DESTINY_REDIS_URL={servers.url}",
        *(f"Service at http://127.0.0.1:{port}" for port in ports),
        f"Admin token for this run: {token}",
        f"{servers.what_to_kill} Logs of the servers: {folder}. Press Ctrl-C to stop everything.",
    )
    with ExitStack() as stack:
        services = [
            _service(stack, {**common, "DESTINY_PORT": str(port), "DESTINY_DATA_DIR": str(folder / f"service-{port}")})
            for port in ports
        ]
        with suppress(KeyboardInterrupt):
            while all(service.poll() is None for service in services):
                time.sleep(_LOOK_EVERY_S)
            return "destiny: a service ended; the reason is above."
    return 0


def _service(stack: ExitStack, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    command = (str(Path(sys.executable).with_name(SERVER[0])), *SERVER[1:])
    service = subprocess.Popen(  # noqa: S603  nothing in it comes from outside
        command, cwd=_PROJECT, env=environment, start_new_session=True
    )
    stack.callback(_end, service)
    return service


def _end(service: subprocess.Popen[bytes]) -> None:
    service.terminate()
    try:
        service.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        service.kill()
        service.wait()


def _say(*lines: str) -> None:
    print(*lines, sep="\n", file=sys.stderr, flush=True)  # noqa: T201
