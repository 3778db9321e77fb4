"""Servers of all kinds to have as a store: ours, with options that an operator may have given one."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from service.store.embedded.server import server_binary

NEWER_COMMANDS = ("HPTTL", "HTTL", "HPEXPIRE", "HPEXPIREAT", "HPEXPIRETIME", "HSETEX", "HGETEX")
PATIENCE_S = 60


@contextmanager
def server(*options: str) -> Iterator[str]:
    """The address of one with these options, which runs as long as the block does."""
    binary = server_binary()
    assert binary
    with TemporaryDirectory(prefix="destiny-") as folder:
        socket = Path(folder) / "store.sock"
        given = ["--port", "0", "--unixsocket", str(socket), "--dir", folder, "--save", "", *options]
        with subprocess.Popen([binary, *given], stdout=subprocess.DEVNULL) as process:
            try:
                _await(socket)
                yield f"unix://{socket}"
            finally:
                process.kill()


@contextmanager
def old_server() -> Iterator[str]:
    """One from before the fields of a hash could expire: those commands are taken away."""
    with server(*(word for command in NEWER_COMMANDS for word in ("--rename-command", command, ""))) as url:
        yield url


def _await(socket: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not socket.exists():
        assert time.monotonic() < deadline, "The server did not start."
        time.sleep(0.01)
