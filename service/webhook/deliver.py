"""Delivers a message about each new revision of the tuning, in order, at least once."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from math import inf
from random import SystemRandom
from time import monotonic
from typing import Final

from service.errors import StoreUnavailable
from service.metrics.definitions import WEBHOOK_MESSAGES, Metrics
from service.system.ports import Clock, Identifiers
from service.tuning.history import TuningHistory
from service.tuning.ports import TuningStore
from service.tuning.revisions import UnreadableRevision
from service.webhook.message import headers, message
from service.webhook.ports import Deliveries, NotDelivered, Receiver

LOOK_EVERY_S: Final = 0.5
"""How long a revision may go unnoticed. A look at the tuning in memory costs next to nothing."""
LEASE_S: Final = 30.0
"""Longer than an attempt takes. After this long, another worker continues where one has died."""
RENEW_EVERY_S: Final = LEASE_S / 3
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 300.0
GIVE_UP_AFTER: Final = timedelta(hours=24)
"""The age at which a revision is no longer worth a message."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends, as receivers see it."""

    environment: str
    secret: str = field(repr=False)


@dataclass(slots=True)
class DeliverRevisions:
    """Looks for new revisions, and delivers those that no worker has delivered.

    Every worker does, and the lease lets one of them at a time. So the worker that made a change may die before it has
    sent anything. A worker that dies between the receiver's confirmation and the note of it causes a second delivery,
    with the same id.
    """

    deliveries: Deliveries
    receiver: Receiver
    sender: Sender
    history: TuningHistory
    tunings: TuningStore
    clock: Clock
    identifiers: Identifiers
    metrics: Metrics
    chance: Callable[[], float] = SystemRandom().random
    """A number from 0 to 1."""
    tick: Callable[[], float] = monotonic
    """Seconds, which no one sets back."""
    _worker: str = ""
    _delivered: int = -1
    """What is known here to need no delivery."""
    _confirmed: str = ""
    """The last delivery that the receiver has confirmed."""
    _failures: int = 0
    _due: float = -inf

    def step(self) -> float:
        """Do what is due, at most one attempt; return how long to wait before the next step. Never fails."""
        try:
            return self._step()
        except StoreUnavailable:
            return LOOK_EVERY_S
        except Exception:  # noqa: BLE001  the thread must survive; the log has the error
            _log.exception("The webhook failed, and is tried again later.")
            return LONGEST_PAUSE_S

    def _step(self) -> float:
        if self.tunings.current().number <= self._delivered:
            return LOOK_EVERY_S
        self._worker = self._worker or self.identifiers.new()
        progress = self.deliveries.take(self._worker, LEASE_S)
        if progress is None:
            self._failures, self._due = 0, -inf
            return LOOK_EVERY_S
        self._delivered = progress.delivered
        if progress.delivered >= progress.newest:
            self.deliveries.release(self._worker)
            return LOOK_EVERY_S
        wait = self._due - self.tick()
        if wait > 0:
            return min(wait, RENEW_EVERY_S)
        return self._deliver(progress.delivered + 1)

    def _deliver(self, number: int) -> float:
        try:
            kept = self.history.kept(number)
        except UnreadableRevision as error:
            return self._give_up(number, str(error))
        if kept is None or kept.change is None:
            return self._pass_over_lost(number)
        now = self.clock.now()
        if now - kept.change.time > GIVE_UP_AFTER:
            return self._give_up(number, "it is too old")
        if kept.id == self._confirmed:  # the store failed before that could be noted
            return self._go_on(number)
        body = message(kept, kept.change, self.sender.environment)
        try:
            self.receiver.post(body, headers(kept, body, self.sender.secret, now))
        except NotDelivered as error:
            return self._wait_after(number, error)
        self._confirmed = kept.id
        self.metrics.count(WEBHOOK_MESSAGES, label="delivered")
        _log.info("The webhook has taken revision %d.", number)
        return self._go_on(number)

    def _pass_over_lost(self, number: int) -> float:
        following = self.history.log.first_from(number)
        if following is None:  # the log was replaced a moment ago
            return LOOK_EVERY_S
        return self._go_on(following - 1)

    def _wait_after(self, number: int, error: NotDelivered) -> float:
        self.metrics.count(WEBHOOK_MESSAGES, label="failed")
        pause = min(FIRST_PAUSE_S * 2.0 ** min(self._failures, 30), LONGEST_PAUSE_S)
        pause *= 0.5 + self.chance() / 2  # so that senders do not come back all at once
        if self._failures == 0:  # one line for an outage, however long it is
            _log.warning("The webhook does not take revision %d: %s. It is tried again for a day.", number, error)
        self._failures += 1
        self._due = self.tick() + pause
        return min(pause, RENEW_EVERY_S)

    def _give_up(self, number: int, reason: str) -> float:
        self.metrics.count(WEBHOOK_MESSAGES, label="given_up")
        _log.error("The webhook is not sent revision %d: %s.", number, reason)
        return self._go_on(number)

    def _go_on(self, number: int) -> float:
        """The next revision may be waiting, so at once."""
        self._failures, self._due = 0, -inf
        if self.deliveries.advance(self._worker, number):
            self._delivered = number
        return 0
