"""How many new connections a worker accepts, next to the requests of those that it has."""

from collections.abc import Callable
from typing import Any, Final

from gevent.server import StreamServer

REQUESTS_A_CONNECTION: Final = 2
"""A busy worker accepts one more connection for so many requests."""


class Acceptor(StreamServer):
    """Accepts one connection at a time, so that workers share them evenly, and more while the worker is busy.

    The event loop looks for connections once a round, after all requests that have arrived. With one connection each
    time, the last of several hundred new ones would wait for a second.
    """

    def __init__(self, answered: Callable[[], int], *args: Any, **kwargs: Any) -> None:
        self._answered = answered
        self._answered_before = answered()
        self._of_last_round = 0
        super().__init__(*args, **kwargs)
        self._rounds = self.loop.prepare(ref=False)

    @property
    def max_accept(self) -> int:  # type: ignore[override]  # gevent reads it at each wake-up
        """How many connections to accept at once: one more for every few requests of the loop's last round."""
        return 1 + self._of_last_round // REQUESTS_A_CONNECTION

    def start_accepting(self) -> None:
        super().start_accepting()
        self._rounds.start(self.note_round)

    def stop_accepting(self) -> None:
        self._rounds.stop()
        super().stop_accepting()

    def note_round(self) -> None:
        """Count the requests of the round of the event loop that ends."""
        answered = self._answered()
        self._of_last_round = answered - self._answered_before
        self._answered_before = answered
