"""The request bodies that are measured."""

import random
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


def batch(body: dict[str, Any], number: int) -> dict[str, Any]:
    """A batch of so many actions like this one, none of which is equal to another."""
    return {"requests": [_changed(body, place) for place in range(number)]}


def _changed(body: dict[str, Any], number: int) -> dict[str, Any]:
    """The same with other levels, or with another threshold where it has no skills."""
    skills = body["actor"]["skills"]
    if not skills:
        return {**body, "threshold": body["threshold"] + number}
    chance = random.Random(number)
    return {**body, "actor": {**body["actor"], "skills": {skill: chance.randint(1, 100) for skill in skills}}}


def encoded(body: Any) -> bytes:
    return orjson.dumps(body)
