"""Servers of all kinds to have as a store: ours, with options that an operator may have given one."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from service.store.embedded.server import server_binary
from tests.patience import wait_until

NEWER_COMMANDS = ("HPTTL", "HTTL", "HPEXPIRE", "HPEXPIREAT", "HPEXPIRETIME", "HSETEX", "HGETEX")


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
                wait_until(socket.exists, lambda: "The server did not start.")
                yield f"unix://{socket}"
            finally:
                process.kill()


@contextmanager
def old_server() -> Iterator[str]:
    """One from before the fields of a hash could expire: those commands are taken away."""
    with server(*(word for command in NEWER_COMMANDS for word in ("--rename-command", command, ""))) as url:
        yield url
