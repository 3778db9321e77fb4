"""A revision of the tuning as bytes: one JSON object with its record and its values, the id first."""

from datetime import datetime
from typing import Any

import orjson

from service.tuning.patches import Difference
from service.tuning.revisions import Change, KeptRevision, UnreadableRevision


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
