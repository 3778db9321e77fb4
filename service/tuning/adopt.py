"""Decides which history of the tuning counts, where the store has another one than the service has followed."""

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from service.engines.errors import InvalidInput, Mistake
from service.errors import StoreUnavailable
from service.system.ports import Clock, Identifiers
from service.tuning.change import Signature, may_have_been_written, whole_milliseconds
from service.tuning.history import TuningHistory
from service.tuning.patches import differences
from service.tuning.ports import LiveTuning, NotLive
from service.tuning.revisions import Change, KeptRevision, NothingToAdopt, Side, StaleRevision, TuningRevision

MOST_LOST: Final = 10_000
"""The number of lost revisions that the log can note: it has an entry for each."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AdoptTuning:
    """Makes the revision with which one of two histories continues: that of the store, or the last good copy here.

    It loses nothing: its number is higher than those of both histories, so no number ever means two revisions, and the
    copy gets its own place in the log where that is free. Its values are those of the side that counts.

    Raises `NothingToAdopt`, `StaleRevision`, `InvalidInput`, `UnreadableRevision` or `StoreUnavailable` where nothing
    was changed, and `ChangeUncertain` where the store failed during the write.
    """

    history: TuningHistory
    tunings: LiveTuning
    clock: Clock
    identifiers: Identifiers

    def __call__(self, based_on: Collection[int], side: Side, signature: Signature) -> TuningRevision:
        """Decide for this side. The revision that is live here must be one of `based_on`."""
        live = self._check_undecided(based_on)
        copy, head = self.tunings.last_good(), self.history.log.head()
        newest = self.history.kept(head.number)
        if newest is None:  # the store was replaced a moment ago
            raise StaleRevision(live)
        if copy.number - newest.number > MOST_LOST:
            message = f"The copy, revision {copy.number}, is too far ahead of the store, which has {newest.number}."
            raise InvalidInput([Mistake(("keep",), message)])
        returning = [copy] if copy.number > newest.number else []
        before = copy if returning else newest
        made = self._made(before, copy if side is Side.COPY else newest, side, signature)
        kept = KeptRevision(
            self.identifiers.new(), made.number, made.document, made.change, self._histories(copy, newest)
        )
        try:
            with may_have_been_written():
                self.history.log.append_after(head, [*returning, kept])
        except StaleRevision:
            self.tunings.refresh()
            raise StaleRevision(self.tunings.standing().revision) from None
        text = "%s has decided that the tuning of the %s counts, as revision %d: %s"
        _log.warning(text, signature.author, side, made.number, signature.reason)
        self.tunings.refresh()
        return made

    def _check_undecided(self, based_on: Collection[int]) -> int:
        """Return the number of the revision that is live here."""
        self.tunings.refresh()
        standing = self.tunings.standing()
        if standing.not_live is NotLive.STORE_UNAVAILABLE:
            raise StoreUnavailable("The store cannot be reached, so there is nothing to decide about yet.")
        if standing.revision not in based_on:
            raise StaleRevision(standing.revision)
        if standing.not_live is not NotLive.OTHER_HISTORY:
            raise NothingToAdopt(standing.revision)
        return standing.revision

    def _made(self, before: KeptRevision, chosen: KeptRevision, side: Side, signature: Signature) -> TuningRevision:
        with _at_the_side(side):
            read = TuningRevision.read(
                before.number + 1, chosen.document, pause=self.history.pause, base=self.history.base
            )
        time = whole_milliseconds(self.clock.now())
        changed = tuple(differences(before.document, read.document, self.history.pause))
        change = Change(before.number, signature.author, signature.reason, time, changed, adopted=side)
        return replace(read, change=change)

    def _histories(self, copy: KeptRevision, newest: KeptRevision) -> tuple[str, ...]:
        """A new history in place of both, so that those that follow either continue with it."""
        ended = dict.fromkeys([copy.history, *copy.histories, *newest.histories])
        return self.identifiers.new(), *ended


@contextmanager
def _at_the_side(side: Side) -> Iterator[None]:
    """Report mistakes in a document at `keep`: the request has nothing else of it."""
    try:
        yield
    except InvalidInput as error:
        raise InvalidInput(
            Mistake(("keep",), f"The tuning of the {side} cannot be used: {wrong.pointer}: {wrong.message}")
            for wrong in error.mistakes
        ) from None
