"""What recent revisions have removed from the catalogue, so that an answer can say since when a name is unknown."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final

from service.errors import StoreUnavailable
from service.tuning.history import records
from service.tuning.patches import Difference
from service.tuning.ports import TuningLog
from service.tuning.revisions import SHIPPED, KeptRevision, RevisionRecord, TuningRevision, UnreadableRevision

RECENT: Final = 50
"""How many revisions are remembered. A process that starts reads the records of as many."""
MOST_REMOVED: Final = 1000
"""How many entries are remembered, whatever the number of revisions that removed them."""

_DEPTH: Final = 2
"""That of an entry of the catalogue. No other value of this depth can be removed."""

Entry = tuple[str, str]
"""A part of the catalogue, and a name in it."""


class RecentRemovals:
    """Follows the log, one revision after the other. It asks the log only for those that it has missed."""

    def __init__(self, log: TuningLog) -> None:
        self._log = log
        self.forget()

    def forget(self) -> None:
        """Begin again: another history counts."""
        self._followed = SHIPPED
        self._removed: Mapping[Entry, int] = {}

    def noted(self, newest: KeptRevision, revision: TuningRevision) -> TuningRevision:
        """The revision, which the newest one in the log became, with what has been removed up to it."""
        first = max(self._followed, newest.number - RECENT) + 1
        # Without what could not be read, an answer does not say since when; the next revision tries again.
        with suppress(StoreUnavailable, UnreadableRevision):
            missed = list(records(self._log, newest.number - 1, first, differences=True))
            self._follow([*reversed(missed), newest] if first <= newest.number else ())
        if not self._removed:
            return revision
        return replace(revision, tuning=replace(revision.tuning, removed=self._removed))

    def _follow(self, revisions: Iterable[KeptRevision | RevisionRecord]) -> None:
        removed = dict(self._removed)
        for one in revisions:
            for difference in one.change.differences if one.change else ():
                _follow_difference(removed, one.number, difference)
            self._followed = one.number
        recent = [(entry, number) for entry, number in removed.items() if number > self._followed - RECENT]
        self._removed = dict(islice(recent, max(0, len(recent) - MOST_REMOVED), None))


def _follow_difference(removed: dict[Entry, int], number: int, difference: Difference) -> None:
    if difference.pointer.count("/") == _DEPTH:
        _, part, name = difference.pointer.split("/")
        removed.pop((part, name), None)
        if difference.after is None:
            removed[part, name] = number
