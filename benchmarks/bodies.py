"""The request bodies that are measured."""

from typing import Any, Final

import orjson

FOUR_SKILLS: Final[dict[str, Any]] = {
    "action_type": "pve",
    "crime": "bank_robbery",
    "actor": {"skills": {"lockpicking": 50, "stealth": 40, "charisma": 30, "horse_riding": 25}},
    "location": "frontera",
}
MINIMAL: Final[dict[str, Any]] = {"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}
BODIES: Final = {"four skills, crime, location": FOUR_SKILLS, "minimal": MINIMAL}


def encoded(body: Any) -> bytes:
    return orjson.dumps(body)
