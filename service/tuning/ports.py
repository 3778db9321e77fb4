"""The ports to the live tuning, and to the log of its revisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from service.engines.wire_enum import WireEnum
from service.tuning.revisions import KeptRevision, LogHead, TuningRevision


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


class TuningLog(Protocol):
    """The revisions after the shipped one: numbered from 1, without gaps, and never changed."""

    def head(self) -> LogHead:
        """The newest revision's number and id; `EMPTY_LOG` where there is none."""

    def id_of(self, number: int) -> str | None:
        """The id of the revision with this number, damaged or not; None: no such revision."""

    def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
        """The existing revisions from `first` to `last`; raises `UnreadableRevision` for a damaged one."""

    def append(self, revision: KeptRevision) -> None:
        """Append it if its number follows the newest, else raise `StaleRevision`. Repeating a call does nothing."""
