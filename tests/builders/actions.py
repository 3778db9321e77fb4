"""One body of each action type with figures that the tests know, and ways to change one place in a body."""

from copy import deepcopy
from typing import Any

Json = dict[str, Any]

PVE: Json = {"action_type": "pve", "crime": "bank_robbery", "actor": {"skills": {"lockpicking": 50, "stealth": 40}}}
SKILL_CHECK: Json = {"action_type": "skill_check", "difficulty": "medium", "actor": {"skills": {"tracking": 25}}}
PVP: Json = {"action_type": "pvp", "actor": {"suit_bonuses": {"spades": 12.5}}, "target": {"npc": "veteran"}}
GANG_WAR: Json = {
    "action_type": "gang_war",
    "attackers": [{"npc": "rookie"}, {"skills": {}}],
    "defenders": [{"npc": "competent"}],
}
ACTIONS = {"pve": PVE, "skill_check": SKILL_CHECK, "pvp": PVP, "gang_war": GANG_WAR}

RICH: Json = {
    "action_type": "pve",
    "crime": "bank_robbery",
    "location": "frontera",
    "actor": {
        "skills": {"lockpicking": 50, "stealth": 40},
        "modifiers": [{"source": "hideout_map", "flat": 10, "suits": {"spades": 5}, "hand_ranks": {"pair": 10}}],
        "items": ["lucky_ace_charm"],
        "effects": ["whiskey"],
    },
}
"""Everything that a participant can have."""

HANDS = (["K♠", "K♦", "A♣", "7♥", "3♠"], ["9♣", "8♠", "7♦", "6♥", "5♣"], ["2♠", "2♥", "2♣", "2♦", "9♦"])


def changed(body: Json, *steps_and_value: Any) -> Json:
    """A copy of the body with the value at this place: `changed(PVE, "actor", "skills", "stealth", 5)`."""
    *steps, last, value = steps_and_value
    copy = deepcopy(body)
    place: Any = copy
    for step in steps:
        place = place[step]
    place[last] = value
    return copy


def with_hands(body: Json) -> Json:
    """The body with one of `HANDS` in every participant, as `score` takes it."""
    copy = deepcopy(body)
    seats = [copy[side] for side in ("actor", "target") if side in copy]
    seats += [seat for side in ("attackers", "defenders") for seat in copy.get(side, ())]
    for seat, hand in zip(seats, HANDS, strict=False):
        seat["hand"] = list(hand)
    return copy
