"""Which new connections a worker accepts, and how many at once."""

from collections.abc import Callable
from typing import Any, Final

import gevent
from gevent.server import StreamServer

from service.server.balance import Share

REQUESTS_A_CONNECTION: Final = 2
"""A busy worker accepts one more connection for so many requests."""
LEFT_S: Final = 0.002
"""How long a connection is left to a worker that has fewer."""


class Acceptor(StreamServer):
    """Accepts the connections of a worker.

    A connection goes to a worker that has few: one with more leaves it to the others for a moment, and then accepts
    what is still there, since they may be busy. Otherwise the worker that happens to run would accept nearly all of
    many connections that are opened at once.

    A busy worker accepts several at once. The event loop looks for connections once a round, after all requests that
    have arrived. With one connection each time, the last of several hundred new ones would wait for a second.
    """

    def __init__(self, answered: Callable[[], int], share: Share, *args: Any, **kwargs: Any) -> None:
        self._answered = answered
        self._share = share
        self._answered_before = answered()
        self._of_last_round = 0
        self._to_accept = 0
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

    def do_read(self) -> Any:
        if self._to_accept:
            self._to_accept -= 1
        elif self._share.is_above_another():
            self.stop_accepting()
            gevent.spawn_later(LEFT_S, self._accept_again)
            return None
        return self._accept()

    def accept_waiting(self) -> None:
        """Accept the connections that the kernel has queued, and no others: closing the listener would reset them."""
        self.stop_accepting()
        while not self.full() and (accepted := self._accept()):
            self.do_handle(*accepted)

    def note_round(self) -> None:
        """Count the requests of the round of the event loop that ends."""
        answered = self._answered()
        self._of_last_round = answered - self._answered_before
        self._answered_before = answered

    def _accept(self) -> Any:
        accepted = super().do_read()
        if accepted:
            self._share.opened()
        return accepted

    def _accept_again(self) -> None:
        self._to_accept = self.max_accept
        if self.started:
            self.start_accepting()
