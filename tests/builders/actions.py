"""A body of each action type with known figures, functions to change it, and the paths to send it to."""

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
"""An action whose participant has every kind of bonus."""

RESOLVE, BATCH, SCORE, ODDS = "/v1/resolve", "/v1/resolve/batch", "/v1/score", "/v1/odds"

ROYAL = ["A♠", "K♠", "Q♠", "J♠", "10♠"]
PAIR = ["K♠", "K♦", "A♣", "7♥", "3♠"]
HANDS = (PAIR, ["9♣", "8♠", "7♦", "6♥", "5♣"], ["2♠", "2♥", "2♣", "2♦", "9♦"])


def changed(body: Json, *steps_and_value: Any) -> Json:
    """A copy of the body with the value at this place: `changed(PVE, "actor", "skills", "stealth", 5)`."""
    *steps, last, value = steps_and_value
    copy = deepcopy(body)
    place: Any = copy
    for step in steps:
        place = place[step]
    place[last] = value
    return copy


def scored(body: Json, *hands: list[str]) -> Json:
    """The body with these hands for its participants in turn, and a royal flush for the rest."""
    remaining = list(hands)

    def with_hand(participant: Json) -> Json:
        return {**participant, "hand": remaining.pop(0) if remaining else ROYAL}

    return {
        name: with_hand(value)
        if name in ("actor", "target")
        else [with_hand(one) for one in value]
        if name in ("attackers", "defenders")
        else value
        for name, value in body.items()
    }


def with_hands(body: Json) -> Json:
    """The body for `score`, with one of `HANDS` for each participant."""
    return scored(body, *HANDS)


def actor(**fields: Any) -> Json:
    """A crime with this actor."""
    return {**PVE, "actor": fields}


def modified(**fields: Any) -> Json:
    """A crime whose actor has a modifier with these fields."""
    return actor(npc="rookie", modifiers=[fields])
