"""The mistake of naming an entry of the catalogue that the tuning does not have."""

from typing import Final

from service.engines.destiny.tuning import Tuning
from service.engines.errors import Mistake, Path, unknown

_KINDS: Final = {
    "skills": "skill",
    "crimes": "crime",
    "skill_checks": "difficulty",
    "npcs": "npc",
    "items": "item",
    "effects": "effect",
    "locations": "location",
    "territories": "territory",
}
"""What requests call an entry, by the part of the catalogue."""


def unknown_entry(part: str, name: str, tuning: Tuning, path: Path) -> Mistake:
    """The mistake, at this path. It names the known entries, and the recent revision that removed this one."""
    return unknown(_KINDS[part], name, getattr(tuning, part), path, since(part, name, tuning))


def since(part: str, name: str, tuning: Tuning) -> str:
    """Which recent revision removed this entry, as the end of a sentence; empty if none did."""
    revision = tuning.removed.get((part, name))
    return "" if revision is None else f": revision {revision} removed it"
