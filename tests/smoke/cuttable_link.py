"""A TCP link that can fail as a network does: fall silent, be slow, reset connections, or close one way of them."""

import socket
import struct
import time
from contextlib import suppress
from select import select
from threading import Event, Thread
from typing import Final

LOOK_EVERY_S: Final = 0.02
AT_ONCE: Final = struct.pack("ii", 1, 0)
"""With this SO_LINGER a closed socket sends a reset instead of what it still had to say."""


class CuttableLink:
    """Passes everything on to a port of this machine, as long as nothing else is asked of it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._cut, self._resets, self._half_closes, self._closed = Event(), Event(), Event(), Event()
        self._delay_s = 0.0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Hold back whatever is sent from now on, and close no connection; what is held arrives if the link heals."""
        self._cut.set()

    def delay(self, seconds: float) -> None:
        """Pass everything on so much later."""
        self._delay_s = seconds

    def reset(self) -> None:
        """Reset every connection, also new ones."""
        self._resets.set()

    def half_close(self) -> None:
        """End what comes back on every connection, also on new ones. What is sent still arrives."""
        self._half_closes.set()

    def heal(self) -> None:
        """Pass everything on again; connections that have ended stay so."""
        self._delay_s = 0.0
        for fault in (self._cut, self._resets, self._half_closes):
            fault.clear()

    def close(self) -> None:
        """Close every connection, as the ends do when they find out."""
        self._closed.set()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._listening.accept()
                Thread(target=self._serve, args=(caller,), daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        with caller, suppress(OSError), socket.create_connection(("127.0.0.1", self._to)) as called:
            ways = {caller: called, called: caller}
            returns_nothing = False
            while ways and not self._closed.is_set():
                if self._resets.is_set():
                    for end in (caller, called):
                        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                    return
                if self._half_closes.is_set() and not returns_nothing:
                    returns_nothing = True
                    caller.shutdown(socket.SHUT_WR)
                for source in select([*ways], [], [], LOOK_EVERY_S)[0]:
                    if self._cut.is_set():
                        time.sleep(LOOK_EVERY_S)
                    elif not self._pass_on(source, None if returns_nothing and source is called else ways[source]):
                        del ways[source]

    def _pass_on(self, source: socket.socket, target: socket.socket | None) -> bool:
        """Whether more may come. Without a target, what has come is lost."""
        data = source.recv(65536)
        time.sleep(self._delay_s)
        if target and data:
            target.sendall(data)
        elif target:
            target.shutdown(socket.SHUT_WR)
        return bool(data)
