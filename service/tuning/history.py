"""The history of the tuning: the shipped revision, and the log of all later ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from service.engines.destiny.tuning import canonical
from service.engines.errors import InvalidInput
from service.engines.pauses import Pause, no_pause
from service.tuning.patches import completed
from service.tuning.ports import TuningLog
from service.tuning.revisions import (
    EMPTY_LOG,
    SHIPPED,
    Change,
    KeptRevision,
    LogHead,
    RevisionRecord,
    TuningRevision,
    UnreadableRevision,
)

MOST_LOOKED_AT: Final = 1000
"""How many revisions one search looks at. A search that finds few of them continues on the next page."""
MOST_READ: Final = 1 << 20
"""How many bytes of records one page reads. A record may be as large as the largest change."""


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


def records(log: TuningLog, last: int, first: int, *, differences: bool) -> Iterator[RevisionRecord]:
    """The records of all existing revisions from `last` down to `first`, read from the log as they are needed."""
    while last >= first and (some := log.records(last, first, differences=differences)):
        yield from some
        last = some[-1].number - 1


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some revisions, newest first."""

    revisions: Sequence[RevisionRecord]
    following: int | None
    """The revision with which the next page begins; None: there is none."""


@dataclass(slots=True)
class _ReadLast:
    """A revision that this process has made or followed, which need not be read from the log a second time."""

    kept: KeptRevision | None = None
    revision: TuningRevision | None = None


@dataclass(frozen=True, slots=True)
class TuningHistory:
    """Every revision, complete: fields added since a revision was written have their shipped values."""

    log: TuningLog
    shipped: TuningRevision
    pause: Pause = no_pause
    """Called now and then while a revision is read."""
    _last: _ReadLast = field(default_factory=_ReadLast, repr=False, compare=False)

    def newest(self) -> KeptRevision:
        head = self.log.head()
        if remembered := self.remembered(head):
            return remembered[0]
        # If the log is emptied between the two calls, only the shipped revision is left.
        return self.kept(head.number) or self.shipped_as_kept()

    @property
    def base(self) -> TuningRevision:
        """A revision that most others share entries with."""
        return self._last.revision or self.shipped

    def remember(self, kept: KeptRevision, revision: TuningRevision) -> None:
        """Keep a complete revision, and what it was read into, until the next one.

        It may not be in the log yet: a log has it once its head has the same id, which no two revisions share.
        """
        self._last.kept, self._last.revision = kept, revision

    def remembered(self, head: LogHead) -> tuple[KeptRevision, TuningRevision] | None:
        """The newest revision of a log with this head, if it is the one that is kept here."""
        kept, revision = self._last.kept, self._last.revision
        return (kept, revision) if kept and revision and LogHead(kept.number, kept.id) == head else None

    def continues(self, head: LogHead, known: LogHead) -> bool:
        """Whether a log with this head still has the known revision in its place: it is unchanged or has grown."""
        if known in (EMPTY_LOG, head):
            return True
        return head.number > known.number and self.log.id_of(known.number) == known.id

    def kept(self, number: int) -> KeptRevision | None:
        if number == SHIPPED:
            return self.shipped_as_kept()
        last = self._last.kept
        if last and last.number == number and self.remembered(self.log.head()):
            return last
        return next(iter(self._complete(number, number)), None)

    def page(self, last: int | None, size: int, sought: Sought = ANY) -> HistoryPage:
        """`size` revisions, newest first, from `last` or the newest down. Revision 0 ends the last page.

        Revision 0 is no change, so a search for changes does not find it. A page looks at `MOST_LOOKED_AT` numbers and
        reads `MOST_READ` at most: it may have fewer than `size` revisions, and more may follow.
        """
        newest = self.log.head().number
        last = newest if last is None else min(last, newest)
        lowest = SHIPPED if sought == ANY else SHIPPED + 1
        before = max(last - MOST_LOOKED_AT, lowest - 1)
        found, read = list[RevisionRecord](), 0
        for record in self._backwards(last, before + 1):
            self.pause()
            if record.change is None or sought.has(record.change):
                if len(found) == size:
                    return HistoryPage(found, record.number)
                found.append(record)
            read += record.size
            if read > MOST_READ:
                before = record.number - 1
                break
        return HistoryPage(found, before if before >= lowest else None)

    def _backwards(self, last: int, first: int) -> Iterator[RevisionRecord]:
        yield from records(self.log, last, max(first, SHIPPED + 1), differences=True)
        if first == SHIPPED:
            yield RevisionRecord(SHIPPED, None)

    def read(self, kept: KeptRevision) -> TuningRevision:
        """The usable revision; raises `UnreadableRevision` where its values break the rules of this release."""
        if kept.number == SHIPPED:
            return self.shipped
        try:
            return TuningRevision.read(kept.number, kept.document, kept.change, self.pause, self.base)
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
