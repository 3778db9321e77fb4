"""A server from before the fields of a hash could expire: ours, with those commands taken away."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from service.adapters.embedded_store import server_binary

NEWER_COMMANDS = ("HPTTL", "HTTL", "HPEXPIRE", "HPEXPIREAT", "HPEXPIRETIME", "HSETEX", "HGETEX")
PATIENCE_S = 10


@contextmanager
def old_server() -> Iterator[str]:
    """The address of one that runs as long as the block does."""
    binary = server_binary()
    assert binary
    with TemporaryDirectory(prefix="destiny-") as folder:
        socket = Path(folder) / "store.sock"
        renamed = [word for command in NEWER_COMMANDS for word in ("--rename-command", command, "")]
        options = ["--port", "0", "--unixsocket", str(socket), "--dir", folder, "--save", "", *renamed]
        with subprocess.Popen([binary, *options], stdout=subprocess.DEVNULL) as process:
            try:
                _await(socket)
                yield f"unix://{socket}"
            finally:
                process.terminate()


def _await(socket: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not socket.exists():
        assert time.monotonic() < deadline, "The old server did not start."
        time.sleep(0.01)
