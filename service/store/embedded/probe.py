"""Asks a starting server for its progress.

It uses plain sockets: the master must not import the client library, because gevent workers must import it after they
have patched their sockets.
"""

import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TIMEOUT_S: Final = 1.0
_QUESTIONS: Final = b"PING\r\nINFO server\r\nINFO persistence\r\nQUIT\r\n"
_MIB: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a starting server."""

    ready: bool
    """Whether the server accepts commands."""
    loaded_bytes: int = 0
    total_bytes: int = 0
    """Both 0 once everything is loaded."""

    def __str__(self) -> str:
        """Format the progress for the log."""
        share = 100 * self.loaded_bytes / self.total_bytes if self.total_bytes else 0
        return f"{share:.0f} % of {self.total_bytes / _MIB:.1f} MiB"


def progress(path: Path, pid: int) -> Progress | None:
    """Return the progress of the server with this process id; None if no server or another server answers.

    Another server may be a predecessor that is shutting down.
    """
    reply = _reply(path)
    if _number(reply, b"process_id") != pid:
        return None
    # While a server still reads its files, its answer to PING is "-LOADING".
    if reply.startswith(b"+PONG"):
        return Progress(ready=True)
    return Progress(
        ready=False,
        loaded_bytes=_number(reply, b"loading_loaded_bytes"),
        total_bytes=_number(reply, b"loading_total_bytes"),
    )


def _reply(path: Path) -> bytes:
    reply = b""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(TIMEOUT_S)
        asked.connect(str(path))
        asked.sendall(_QUESTIONS)
        while part := asked.recv(65536):
            reply += part
    return reply


def _number(reply: bytes, name: bytes) -> int:
    found = re.search(rb"^%s:(\d+)\r$" % name, reply, re.MULTILINE)
    return int(found[1]) if found else 0
