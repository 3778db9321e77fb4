"""The ports to the live tuning, and to the log of its revisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Protocol

from service.engines.wire_enum import WireEnum
from service.tuning.revisions import KeptRevision, LogHead, OtherHistory, RevisionRecord, TuningRevision


class NotLive(WireEnum):
    """Why a process continues with the last good revision."""

    STORE_UNAVAILABLE = "store_unavailable"
    UNREADABLE_REVISION = "unreadable_revision"
    OTHER_HISTORY = "other_history"
    """The store has lost revisions that were live here, or is another store."""


@dataclass(frozen=True, slots=True)
class TuningStanding:
    """The revision in use, and whether the store has confirmed it as the newest."""

    revision: int
    confirmed_at: datetime | None
    """When the store last said which revision is the newest; None: it has not yet."""
    not_live: NotLive | None
    """None: the revision in use is the newest."""
    other: OtherHistory | None = None
    """The history that the store has, where it is another one."""


class TuningStore(Protocol):
    """The revisions of the tuning."""

    def current(self) -> TuningRevision:
        """The live revision. Never fails."""

    def revision(self, number: int) -> TuningRevision | None:
        """The revision with this number, if it exists; raises `UnreadableRevision` or `StoreUnavailable`."""


class LiveTuning(TuningStore, Protocol):
    """The tuning that this process uses, updated from the log."""

    @property
    def shipped(self) -> TuningRevision:
        """Revision 0."""

    def refresh(self) -> None:
        """Read the log now. Never fails: problems show in `standing`."""

    def standing(self) -> TuningStanding:
        """Which revision is live here, and whether it is confirmed."""

    def last_good(self) -> KeptRevision:
        """The newest revision that was ever live on this machine, which is in its copy on disk too."""


class TuningLog(Protocol):
    """The revisions after the shipped one: numbered from 1, and never changed. Some may be lost for good."""

    def head(self) -> LogHead:
        """The newest revision's number and id; `EMPTY_LOG` where there is none."""

    def id_of(self, number: int) -> str | None:
        """The id of the revision with this number, damaged or not; None: no such revision."""

    def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
        """The existing revisions from `first` to `last`; raises `UnreadableRevision` for a damaged one."""

    def records(self, last: int, first: int, *, differences: bool) -> Sequence[RevisionRecord]:
        """The records of some existing revisions from `last` down to `first`, of one at least if there is any.

        How many come at once depends on their size. Raises `UnreadableRevision` if one of them is damaged; damage in
        the values is not noticed.
        """

    def first_from(self, number: int) -> int | None:
        """The number of the first revision from this number on; higher than it if a store has lost that one."""

    def append(self, revision: KeptRevision) -> None:
        """Append it if its number follows the newest, else raise `StaleRevision`. Repeating a call does nothing."""

    def append_after(self, head: LogHead, revisions: Sequence[KeptRevision]) -> None:
        """Append these, in order, if `head` is still the newest, else raise `StaleRevision`.

        Numbers that are left out are those of lost revisions: the log has none there. Repeating a call does nothing.
        """


@dataclass(frozen=True, slots=True)
class Taken:
    """What a change takes away from those who use it."""

    LEVEL: ClassVar = ("max_skill_level",)
    """The path of the highest level."""

    names: Mapping[str, frozenset[str]]
    """The entries that are removed, by the part of the catalogue."""
    max_skill_level: int | None = None
    """The new highest level, if it is lower."""

    def among(self, part: str, names: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """The paths of the removed entries that are named."""
        removed = self.names.get(part)
        if removed:
            yield from ((part, name) for name in names if name in removed)

    def among_skills(self, skills: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
        """The path of each removed skill that is named, and of the highest level if one of them is above it."""
        yield from self.among("skills", skills)
        if self.max_skill_level is not None and any(level > self.max_skill_level for level in skills.values()):
            yield self.LEVEL


@dataclass(frozen=True, slots=True)
class Uses:
    """How many of one kind use what a change takes away."""

    one: str
    many: str
    """What they are called, if it is one and if they are more."""
    numbers: Mapping[tuple[str, ...], int]
    """By the path of what they use."""
    complete: bool
    """False: only some were looked at, so that there may be more."""


class CountUses(Protocol):
    """Counts who uses what a change takes away, within bounds of number and time."""

    def __call__(self, taken: Taken) -> Uses:
        """Count them; raises `StoreUnavailable`."""
