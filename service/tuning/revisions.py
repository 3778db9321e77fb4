"""Revisions of the tuning, their errors, and their encoding in the log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import orjson

from service.engines.destiny.tuning import Tuning, canonical, read_tuning
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput
from service.engines.pyramid.tuning import PyramidTuning, read_pyramid
from service.errors import StoreUnavailable
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


class HistoryDiffers(Exception):
    """The store's tuning history is not the one that this process has followed, so it accepts no change."""

    def __init__(self, live: int) -> None:
        super().__init__(
            f"The store's history of the tuning is not the one that was followed here up to revision {live}: the store "
            "was emptied, restored or replaced. Nothing was changed. Bring the right store back, or "
            "accept this one as docs/operators/operating.md says."
        )


class OldRevisionsUnavailable(StoreUnavailable):
    """An old revision was requested while the store has another history, whose revisions have the same numbers."""


class UnreadableRevision(Exception):
    """A revision exists, but this version of the service cannot read it."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"Revision {number} of the tuning cannot be read: {reason}")


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
    def read(cls, number: int, document: Mapping[str, Any], change: Change | None = None) -> "TuningRevision":
        """Validate the document; raises `InvalidInput` with all mistakes."""
        mistakes: Mistakes = []
        pyramid = read_pyramid(document.get(PYRAMID, {}), (PYRAMID,), mistakes) or PyramidTuning()
        try:
            tuning = read_tuning(document, others=(PYRAMID,))
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
            "revision": revision.number,
            "based_on": change.based_on,
            "author": change.author,
            "reason": change.reason,
            "time": change.time.isoformat(),
            "restores": change.restores,
            "differences": [[one.pointer, one.before, one.after] for one in change.differences],
            "overridden": [[one.pointer, one.message] for one in change.overridden],
            "values": revision.document,
        }
    )


def decode(number: int, entry: bytes) -> KeptRevision:
    """The revision in this entry; raises `UnreadableRevision` where `encode` would not have written it."""
    try:
        found: dict[str, Any] = orjson.loads(entry)
        if found["revision"] != number:
            raise UnreadableRevision(number, f"it says that it is revision {found['revision']!r:.40}.")
        values = found["values"]
        if type(values) is not dict:
            raise UnreadableRevision(number, "its values are not an object.")
        return KeptRevision(found["id"], number, values, _change(found))
    except (ValueError, TypeError, KeyError) as error:
        raise UnreadableRevision(number, f"it is damaged ({type(error).__name__}: {error}).") from error


def _change(found: dict[str, Any]) -> Change:
    return Change(
        found["based_on"],
        found["author"],
        found["reason"],
        datetime.fromisoformat(found["time"]),
        tuple(Difference(*one) for one in found["differences"]),
        found["restores"],
        # Entries from before this field have none.
        tuple(Warned(*one) for one in found.get("overridden", ())),
    )
