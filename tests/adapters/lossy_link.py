"""A link to the store that can lose an answer on its way."""

import socket
from contextlib import suppress
from threading import Event, Thread
from urllib.parse import urlsplit


class LossyLink:
    """Passes everything on between clients and a store on a unix socket.

    Sent to, it cuts the connection instead of passing the next answer on: the store has done what it was asked to, and
    the client does not know.
    """

    def __init__(self, store_url: str) -> None:
        self._store = urlsplit(store_url).path
        self._lose = Event()
        self._goes_on = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listening.getsockname()[1]}/0"
        Thread(target=self._accept, daemon=True).start()

    def lose_next_answer(self) -> None:
        """Cut the connection at the next answer."""
        self._lose.set()

    def lose_all_answers(self) -> None:
        """Cut every connection at its next answer to a command, but not at the greeting of a new one."""
        self._goes_on = True
        self._lose.set()

    @property
    def has_lost(self) -> bool:
        """Whether the answer that was to be lost is lost."""
        return not self._lose.is_set()

    def close(self) -> None:
        """Take no more connections."""
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                store = socket.socket(socket.AF_UNIX)
                store.connect(self._store)
                Thread(target=self._pass_on, args=(client, store, Event()), daemon=True).start()
                Thread(target=self._pass_on, args=(store, client, self._lose), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, lose: Event) -> None:
        with suppress(OSError), source, target:
            while data := source.recv(65536):
                if lose.is_set() and not (self._goes_on and _is_greeting(data)):
                    if not self._goes_on:
                        lose.clear()
                    break
                target.sendall(data)
            for end in (source, target):
                end.shutdown(socket.SHUT_RDWR)


def _is_greeting(answer: bytes) -> bool:
    """Whether the store answers what a client says on a new connection."""
    return answer.startswith((b"+OK", b"%", b"*14"))
