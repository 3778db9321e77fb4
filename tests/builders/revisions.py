"""Revisions for tests of the tuning log."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any, Final

from service.tuning.patches import Difference
from service.tuning.ports import TuningLog
from service.tuning.revisions import Change, KeptRevision, Warned
from tests.builders.tunings import whole_document_with
from tests.fakes.system import numbered

TIME: Final = datetime(2026, 2, 3, 4, 5, 6, 789_000, UTC)
UNREADABLE: Final[dict[str, Any]] = {"critical_margin": -1}
"""Values that the rules refuse, as if older rules had allowed them."""
_ids = count(1)


def kept(number: int, author: str = "ann", histories: tuple[str, ...] = (), **values: Any) -> KeptRevision:
    """A revision with a unique id and this number: the shipped tuning with these values changed."""
    margins = (Difference("/critical_margin", 100, 90), Difference("/items/rope", None, {"flat": 1}))
    change = Change(number - 1, author, "Because ♠.", TIME, margins, overridden=(Warned("/crimes", "Rare ♠."),))
    return KeptRevision(numbered(next(_ids)), number, whole_document_with(**values), change, histories)


def removing(number: int, *pointers: str) -> KeptRevision:
    """A revision whose record says that it removed what these pointers name."""
    return recorded(number, dict.fromkeys(pointers))


def recorded(number: int, values: Mapping[str, Any]) -> KeptRevision:
    """A revision whose record says that these pointers have these values since then; None: removed."""
    made = kept(number)
    assert made.change
    changed = tuple(Difference(pointer, None, after) for pointer, after in values.items())
    return replace(made, change=replace(made.change, differences=changed))


def fill(log: TuningLog, *revisions: KeptRevision) -> Sequence[KeptRevision]:
    """Append the revisions to the log, and return them."""
    for revision in revisions:
        log.append(revision)
    return revisions
