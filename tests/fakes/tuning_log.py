"""An in-memory log of tuning revisions."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from service.errors import StoreUnavailable
from service.tuning.revisions import EMPTY_LOG, KeptRevision, LogHead, RevisionRecord, StaleRevision, UnreadableRevision


@dataclass(slots=True)
class InMemoryTuningLog:
    """A log that the test can make unavailable or damage."""

    kept: list[KeptRevision] = field(default_factory=list)
    unavailable: bool = False
    damaged: set[int] = field(default_factory=set)
    """The numbers of unreadable revisions."""
    at_once: int = 7
    """How many records it gives at once."""
    questions: int = 0
    """The number of calls."""

    def head(self) -> LogHead:
        self._ask()
        return LogHead(self.kept[-1].number, self.kept[-1].id) if self.kept else EMPTY_LOG

    def id_of(self, number: int) -> str | None:
        self._ask()
        return next((revision.id for revision in self.kept if revision.number == number), None)

    def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
        self._ask()
        return self._sound([revision for revision in self.kept if first <= revision.number <= last])

    def records(self, last: int, first: int, *, differences: bool) -> Sequence[RevisionRecord]:
        self._ask()
        found = [revision for revision in self.kept if first <= revision.number <= last][: -self.at_once - 1 : -1]
        return [RevisionRecord.of(revision, differences=differences) for revision in self._sound(found)]

    def _sound(self, found: Sequence[KeptRevision]) -> Sequence[KeptRevision]:
        if wrong := self.damaged & {revision.number for revision in found}:
            raise UnreadableRevision(min(wrong), "it is damaged.")
        return found

    def first_from(self, number: int) -> int | None:
        self._ask()
        return next((revision.number for revision in self.kept if revision.number >= number), None)

    def append(self, revision: KeptRevision) -> None:
        self._ask()
        if revision in self.kept:
            return
        newest = self.kept[-1].number if self.kept else 0
        if newest != revision.number - 1:
            raise StaleRevision(newest)
        self.kept.append(revision)

    def append_after(self, head: LogHead, revisions: Sequence[KeptRevision]) -> None:
        if revisions[-1] in self.kept:
            return
        found = self.head()
        if found != head:
            raise StaleRevision(found.number)
        self.kept.extend(revisions)

    def _ask(self) -> None:
        self.questions += 1
        if self.unavailable:
            raise StoreUnavailable("The log is unavailable.")
