"""The history of the tuning: the shipped revision, and the log of all later ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from service.engines.destiny.tuning import canonical
from service.engines.errors import InvalidInput
from service.tuning.patches import completed
from service.tuning.ports import TuningLog
from service.tuning.revisions import (
    EMPTY_LOG,
    SHIPPED,
    Change,
    KeptRevision,
    LogHead,
    TuningRevision,
    UnreadableRevision,
)

MOST_LOOKED_AT: Final = 1000
"""How many revisions one search looks at. A search that finds few of them goes on with the next page."""
_AT_ONCE: Final = 50
"""How many revisions a search reads from the log at once: they come with all their values."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Which changes to find; None: any."""

    pointer: str | None = None
    """A JSON pointer to what they have to touch."""
    author: str | None = None

    def has(self, change: Change) -> bool:
        """Whether it is one of them."""
        if self.author not in (None, change.author):
            return False
        return self.pointer is None or any(one.touches(self.pointer) for one in change.differences)


ANY: Final = Sought()


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some revisions, newest first."""

    revisions: Sequence[KeptRevision]
    following: int | None
    """The revision with which the next page begins; None: there is none."""


@dataclass(frozen=True, slots=True)
class TuningHistory:
    """Every revision, complete: fields added since a revision was written have their shipped values."""

    log: TuningLog
    shipped: TuningRevision

    def newest(self) -> KeptRevision:
        number = self.log.head().number
        # If the log is emptied between the two calls, only the shipped revision is left.
        return self.kept(number) or self.shipped_as_kept()

    def continues(self, head: LogHead, known: LogHead) -> bool:
        """Whether a log with this head still has the known revision in its place: it is unchanged or has grown."""
        if known in (EMPTY_LOG, head):
            return True
        return head.number > known.number and self.log.id_of(known.number) == known.id

    def kept(self, number: int) -> KeptRevision | None:
        if number == SHIPPED:
            return self.shipped_as_kept()
        return next(iter(self._complete(number, number)), None)

    def page(self, last: int | None, size: int, sought: Sought = ANY) -> HistoryPage:
        """`size` revisions, newest first, from `last` or the newest down. Revision 0 ends the last page.

        Revision 0 is no change, so a search for changes does not find it. A page looks at `MOST_LOOKED_AT` numbers at
        most: it may have fewer than `size` revisions, and more may follow.
        """
        newest = self.log.head().number
        last = newest if last is None else min(last, newest)
        if sought != ANY:
            return self._found(last, size, sought)
        found, before = list[KeptRevision](), max(last - MOST_LOOKED_AT, SHIPPED - 1)
        while len(found) < size and last > before:
            # One read is enough, unless revisions are missing because a store has lost them.
            first = max(last - (size - len(found)) + 1, before + 1)
            found += reversed(self._complete(max(first, SHIPPED + 1), last))
            last = first - 1
        if last < SHIPPED:
            return HistoryPage([*found, self.shipped_as_kept()], None)
        return HistoryPage(found, last)

    def _found(self, last: int, size: int, sought: Sought) -> HistoryPage:
        found = list[KeptRevision]()
        before = max(last - MOST_LOOKED_AT, SHIPPED)
        for kept in self._backwards(last, before + 1):
            if kept.change and sought.has(kept.change):
                if len(found) == size:
                    return HistoryPage(found, kept.number)
                found.append(kept)
        return HistoryPage(found, before if before > SHIPPED else None)

    def _backwards(self, last: int, first: int) -> Iterator[KeptRevision]:
        for end in range(last, first - 1, -_AT_ONCE):
            yield from reversed(self.log.entries(max(end - _AT_ONCE + 1, first), end))

    def read(self, kept: KeptRevision) -> TuningRevision:
        """The usable revision; raises `UnreadableRevision` where its values break the rules of this release."""
        if kept.number == SHIPPED:
            return self.shipped
        try:
            return TuningRevision.read(kept.number, kept.document, kept.change)
        except InvalidInput as error:
            raise UnreadableRevision(kept.number, str(error)) from None

    def shipped_as_kept(self) -> KeptRevision:
        """Revision 0 in the form of the logged ones."""
        return KeptRevision("", SHIPPED, self.shipped.document, None)

    def complete(self, kept: KeptRevision) -> KeptRevision:
        """The revision with shipped values for the fields that it lacks because an older version wrote it."""
        return replace(kept, document=canonical(completed(kept.document, self.shipped.document)))

    def _complete(self, first: int, last: int) -> Sequence[KeptRevision]:
        return [self.complete(kept) for kept in self.log.entries(first, last)]
