"""Revisions of the tuning, and how the log spells them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import orjson

from service.engines.destiny.tuning import Tuning
from service.engines.destiny.tuning_document import canonical, read_tuning
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.tuning_document import read_pyramid
from service.errors import StoreUnavailable
from service.tuning.patches import Difference

PYRAMID: Final = "pyramid"
"""The part of the document that is Pyramid Poker's; the rest is the Destiny Deck's."""
SHIPPED: Final = 0
"""The number of the revision that ships with the service."""


class StaleRevision(Exception):
    """A change was made to a revision that is not the newest, or not any more."""

    def __init__(self, newest: int) -> None:
        self.newest = newest
        super().__init__(f"The newest revision is {newest}, and yours is another. Read it and make your change again.")


class ChangeUncertain(StoreUnavailable):
    """The store became unavailable while a change was being written: it was made as a whole, or not at all."""


class HistoryDiffers(Exception):
    """A change was to go into a history of the tuning that is not the one followed here."""

    def __init__(self, live: int) -> None:
        super().__init__(
            f"The store's history of the tuning is not the one that was followed here up to revision {live}: it was "
            "emptied or went back, or is another store's. Nothing has been changed. Bring the right store back, or "
            "accept this one as docs/operators/operating.md says."
        )


class OldRevisionsUnavailable(StoreUnavailable):
    """An old revision was asked for while the store has another history, whose revisions have the same numbers."""


class UnreadableRevision(Exception):
    """A revision is there, and this version of the service cannot make sense of it."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"Revision {number} of the tuning cannot be read: {reason}")


@dataclass(frozen=True, slots=True)
class Change:
    """How a revision came about: who changed what, when and why."""

    based_on: int
    author: str
    reason: str
    time: datetime
    differences: tuple[Difference, ...]
    restores: int | None = None
    """The revision that this one is equal to, where it was made by restoring."""


@dataclass(frozen=True, slots=True)
class TuningRevision:
    """One state of the tuning, as it was or is."""

    number: int
    document: Mapping[str, Any]
    tuning: Tuning
    pyramid: PyramidTuning = field(default_factory=PyramidTuning)
    change: Change | None = None
    """None: this one came with the service."""

    @classmethod
    def read(cls, number: int, document: Mapping[str, Any], change: Change | None = None) -> "TuningRevision":
        """The revision with this document; `InvalidInput` where the document breaks a rule."""
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
    """A revision as the log has it; whether its document makes a tuning is seen when it is read."""

    id: str
    """Tells two revisions apart that have had the same number, when a store has lost one and got another."""
    number: int
    document: Mapping[str, Any]
    change: Change | None


@dataclass(frozen=True, slots=True)
class LogHead:
    """Which revision is the newest."""

    number: int
    id: str


EMPTY_LOG: Final = LogHead(SHIPPED, "")
"""Only the revision that ships is there."""


def encode(revision: KeptRevision) -> bytes:
    """The bytes of a revision that was made by a change."""
    change = revision.change
    if change is None:
        raise AssertionError("Revision 0 ships with the service and is never written.")
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
            "values": revision.document,
        }
    )


def decode(number: int, entry: bytes) -> KeptRevision:
    """The revision with this number; `UnreadableRevision` where the bytes are not what `encode` writes for it."""
    try:
        found: dict[str, Any] = orjson.loads(entry)
        if found["revision"] != number:
            raise UnreadableRevision(number, f"it says that it is revision {found['revision']!r:.40}.")
        values = found["values"]
        if type(values) is not dict:
            raise UnreadableRevision(number, "its values are no object.")
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
    )
