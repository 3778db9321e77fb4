"""An in-memory log of tuning revisions."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from service.errors import StoreUnavailable
from service.tuning.revisions import EMPTY_LOG, KeptRevision, LogHead, StaleRevision, UnreadableRevision


@dataclass(slots=True)
class InMemoryTuningLog:
    """A log that the test can make unavailable or damage."""

    kept: list[KeptRevision] = field(default_factory=list)
    unavailable: bool = False
    damaged: set[int] = field(default_factory=set)
    """The numbers of unreadable revisions."""
    questions: int = 0
    """The number of calls."""

    def head(self) -> LogHead:
        self._ask()
        return LogHead(self.kept[-1].number, self.kept[-1].id) if self.kept else EMPTY_LOG

    def id_of(self, number: int) -> str | None:
        self._ask()
        return self.kept[number - 1].id if number <= len(self.kept) else None

    def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
        self._ask()
        if wrong := self.damaged & {revision.number for revision in self.kept[first - 1 : last]}:
            raise UnreadableRevision(min(wrong), "it is damaged.")
        return self.kept[first - 1 : last]

    def append(self, revision: KeptRevision) -> None:
        self._ask()
        if revision in self.kept:
            return
        if len(self.kept) != revision.number - 1:
            raise StaleRevision(len(self.kept))
        self.kept.append(revision)

    def _ask(self) -> None:
        self.questions += 1
        if self.unavailable:
            raise StoreUnavailable("The log is unavailable.")
