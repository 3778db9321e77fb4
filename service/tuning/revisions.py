"""Revisions of the tuning, their errors, and their encoding in the log."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

import orjson

from service.engines.destiny.tuning import Tuning, canonical, read_tuning
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput
from service.engines.pauses import Pause, each, no_pause
from service.engines.pyramid.tuning import PyramidTuning, read_pyramid
from service.engines.wire_enum import WireEnum
from service.errors import StoreUnavailable
from service.system.clock import give_way
from service.tuning.patches import Difference

PYRAMID: Final = "pyramid"
"""The part of the document that tunes Pyramid Poker; the rest tunes the Destiny Deck."""
SHIPPED: Final = 0
"""The number of the revision that ships with the service."""


class StaleRevision(Exception):
    """A change is based on a revision that is not, or is no longer, the newest."""

    def __init__(self, newest: int) -> None:
        self.newest = newest
        super().__init__(f"The newest revision is {newest}, not yours. Read it and make your change again.")


class ChangeUncertain(StoreUnavailable):
    """The store failed while a change was being written: the change was made completely, or not at all."""


@dataclass(frozen=True, slots=True)
class OtherHistory:
    """A history in the store that is not the one that was followed. As text it says so, and what to do."""

    followed: int
    """The newest revision of the history that was followed."""
    live: int
    newest: int
    """The newest revision of the history in the store."""

    def __str__(self) -> str:
        return (
            "The store's history of the tuning is not the one that was followed here up to revision "
            f"{self.followed}: it ends with revision {self.newest}. The store was emptied, set back or replaced. "
            f"Revision {self.live} stays live, and changes are refused. Bring the right data back, or let an admin "
            "decide which history counts, with POST /v1/admin/tuning/adopt; docs/operators/store.md has the steps."
        )


class HistoryDiffers(Exception):
    """The store's tuning history is not the one that this process has followed, so it accepts no change."""

    def __init__(self, found: OtherHistory) -> None:
        super().__init__(f"Nothing was changed. {found}")


class NothingToAdopt(Exception):
    """A decision between two histories was made where there is only one."""

    def __init__(self, live: int) -> None:
        super().__init__(f"The store has the history of the tuning that is followed here; revision {live} is live.")


class OldRevisionsUnavailable(StoreUnavailable):
    """An old revision was requested while the store has another history, whose revisions have the same numbers."""


class UnreadableRevision(Exception):
    """A revision exists, but this version of the service cannot read it."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"Revision {number} of the tuning cannot be read: {reason}")


class Side(WireEnum):
    """The two histories between which an admin decides."""

    STORE = "store"
    COPY = "copy"
    """The last good revision, which the service has kept."""


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning that a change was forced past: where in the document, and what it said."""

    pointer: str
    message: str


@dataclass(frozen=True, slots=True)
class Change:
    """Who changed what, when and why."""

    based_on: int
    author: str
    reason: str
    time: datetime
    differences: tuple[Difference, ...]
    restores: int | None = None
    """The revision that this one restored."""
    overridden: tuple[Warned, ...] = ()
    """The warnings that the change was forced past."""
    adopted: Side | None = None
    """The history that counts from this revision on, if the change was to decide that."""


@dataclass(frozen=True, slots=True)
class TuningRevision:
    """One state of the tuning, validated and ready for use."""

    number: int
    document: Mapping[str, Any]
    tuning: Tuning
    pyramid: PyramidTuning = field(default_factory=PyramidTuning)
    change: Change | None = None
    """None for revision 0, which ships with the service, and for an overlay."""

    @classmethod
    def read(
        cls,
        number: int,
        document: Mapping[str, Any],
        change: Change | None = None,
        pause: Pause = no_pause,
        base: "TuningRevision | None" = None,
    ) -> "TuningRevision":
        """Validate the document; raises `InvalidInput` with all mistakes.

        Entries of the catalogue that the document shares with its base are not read again.
        """
        mistakes: Mistakes = []
        pyramid = read_pyramid(document.get(PYRAMID, {}), (PYRAMID,), mistakes) or PyramidTuning()
        try:
            tuning = read_tuning(document, (PYRAMID,), pause, (base.document, base.tuning) if base else None)
        except InvalidInput as error:
            raise InvalidInput([*error.mistakes, *mistakes]) from None
        if mistakes:
            raise InvalidInput(mistakes)
        return cls(number, canonical(document), tuning, pyramid, change)


@dataclass(frozen=True, slots=True)
class KeptRevision:
    """A revision as the log has it; its document is not validated yet."""

    id: str
    """Distinguishes two revisions that had the same number because the store lost the first."""
    number: int
    document: Mapping[str, Any]
    change: Change | None
    histories: tuple[str, ...] = ()
    """The id of the revision's history, made with its first revision, then the ids of those that gave way to it when
    an admin decided. Empty in revisions from before histories had ids."""

    @property
    def history(self) -> str:
        """The id of its history; empty where it has none."""
        return self.histories[0] if self.histories else ""

    def decides_against(self, other: "KeptRevision") -> bool:
        """Whether an admin has ended the history of the other in favour of this one's."""
        return other.history in self.histories[1:]

    def supersedes(self, other: "KeptRevision") -> bool:
        """Whether this one was live after the other."""
        if self.decides_against(other):
            return True
        return self.number > other.number and not other.decides_against(self)


@dataclass(frozen=True, slots=True)
class RevisionRecord:
    """How a revision came about, without its document."""

    number: int
    change: Change | None
    """None for revision 0."""
    size: int = field(default=0, compare=False)
    """The bytes that were read for it."""

    @classmethod
    def of(cls, kept: KeptRevision, *, differences: bool = True) -> "RevisionRecord":
        """The record of this revision, with or without its differences."""
        if kept.change is None:
            return cls(kept.number, None)
        change = kept.change if differences else replace(kept.change, differences=(), overridden=(), adopted=None)
        return cls(kept.number, change, len(encode(replace(kept, change=change, document={}))))


@dataclass(frozen=True, slots=True)
class LogHead:
    """The number and the id of the newest revision in the log."""

    number: int
    id: str


EMPTY_LOG: Final = LogHead(SHIPPED, "")
"""Only the shipped revision exists."""


def encode(revision: KeptRevision) -> bytes:
    """The revision as an entry of the log. Revision 0 has none."""
    change = revision.change
    if change is None:
        raise AssertionError("Revision 0 ships with the service and is never written to the log.")
    return orjson.dumps(
        {
            "id": revision.id,
            "histories": revision.histories,
            "revision": revision.number,
            "based_on": change.based_on,
            "author": change.author,
            "reason": change.reason,
            "time": change.time.isoformat(),
            "restores": change.restores,
            "differences": [[one.pointer, one.before, one.after] for one in change.differences],
            "overridden": [[one.pointer, one.message] for one in change.overridden],
            "adopted": change.adopted,
            "values": revision.document,
        }
    )


def decode(number: int, entry: bytes) -> KeptRevision:
    """The revision in this entry; raises `UnreadableRevision` where `encode` would not have written it."""
    with _readable(number):
        found = _fields(number, entry)
        values = found["values"]
        if type(values) is not dict:
            raise UnreadableRevision(number, "its values are not an object.")
        return KeptRevision(found["id"], number, values, _change(found), tuple(found.get("histories", ())))


def decode_record(number: int, entry: bytes) -> RevisionRecord:
    """The record in this entry, which may lack the values or all from the differences on."""
    with _readable(number):
        return RevisionRecord(number, _change(_fields(number, entry)), len(entry))


@contextmanager
def _readable(number: int) -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError, KeyError) as error:
        raise UnreadableRevision(number, f"it is damaged ({type(error).__name__}: {error}).") from error


def _fields(number: int, entry: bytes) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(entry)
    if found["revision"] != number:
        raise UnreadableRevision(number, f"it says that it is revision {found['revision']!r:.40}.")
    return found


def _change(found: dict[str, Any]) -> Change:
    return Change(
        found["based_on"],
        found["author"],
        found["reason"],
        datetime.fromisoformat(found["time"]),
        tuple(Difference(*one) for one in each(found.get("differences", ()), give_way)),
        found["restores"],
        # Entries from before these fields have none.
        tuple(Warned(*one) for one in found.get("overridden", ())),
        None if found.get("adopted") is None else Side(found["adopted"]),
    )
