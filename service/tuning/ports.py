"""What tuning needs from outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from service.engines.wire_enum import WireEnum
from service.tuning.revisions import KeptRevision, LogHead, TuningRevision


class NotLive(WireEnum):
    """Why a process goes on with the last good revision."""

    STORE_UNAVAILABLE = "store_unavailable"
    UNREADABLE_REVISION = "unreadable_revision"
    OTHER_HISTORY = "other_history"
    """The store has lost revisions that were live here, or is another store."""


@dataclass(frozen=True, slots=True)
class TuningStanding:
    """The revision in use, and whether the store says that it is the newest."""

    revision: int
    confirmed_at: datetime | None
    """When the store last answered what its newest revision is; None when it has not yet."""
    not_live: NotLive | None
    """None: the revision in use is the newest."""


class TuningStore(Protocol):
    """Knows the revisions of the tuning."""

    def current(self) -> TuningRevision:
        """The revision that is live now."""

    def revision(self, number: int) -> TuningRevision | None:
        """The revision with this number, if there is one; `UnreadableRevision` where it makes no sense any more."""


class LiveTuning(TuningStore, Protocol):
    """The tuning that this process answers by, which follows the log."""

    @property
    def shipped(self) -> TuningRevision:
        """Revision 0."""

    def refresh(self) -> None:
        """Take in now what the log has; trouble with it shows in the standing."""

    def standing(self) -> TuningStanding:
        """Which revision is live here, and how sure that is."""


class TuningLog(Protocol):
    """Keeps the revisions after the one that ships: numbered from 1, without a gap, none ever changed."""

    def head(self) -> LogHead:
        """The newest revision's number and id; `EMPTY_LOG` where there is none."""

    def id_of(self, number: int) -> str | None:
        """The id of the revision with this number, if it is there, damaged or not."""

    def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
        """The revisions from this number to that, as far as they are there; `UnreadableRevision` for a damaged one."""

    def append(self, revision: KeptRevision) -> None:
        """Add it, if it follows on the newest; `StaleRevision` otherwise. Adding the very same again does nothing."""
