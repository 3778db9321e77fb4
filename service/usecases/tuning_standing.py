"""How sure a process is of the tuning that it answers by."""

from dataclasses import dataclass
from datetime import datetime

from service.rules.words import Word


class NotLive(Word):
    """Why a process goes on with the last good revision."""

    STORE_AWAY = "store_away"
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
