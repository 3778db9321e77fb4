"""Bodies that are right, to be made wrong in one place each."""

from typing import Any

Json = dict[str, Any]

PVE: Json = {"action_type": "pve", "crime": "bank_robbery", "actor": {"skills": {"lockpicking": 50, "stealth": 40}}}
SKILL_CHECK: Json = {"action_type": "skill_check", "difficulty": "medium", "actor": {"npc": "rookie"}}
PVP: Json = {"action_type": "pvp", "actor": {"skills": {"gun_fighting": 45}}, "target": {"npc": "veteran"}}
GANG_WAR: Json = {
    "action_type": "gang_war",
    "attackers": [{"skills": {"gun_fighting": 30}}, {"suit_bonuses": {"clubs": 12.5}}],
    "defenders": [{"npc": "elite"}],
}
ROYAL = ["A♠", "K♠", "Q♠", "J♠", "10♠"]
PAIR = ["K♠", "K♦", "A♣", "7♥", "3♠"]

RESOLVE, BATCH, SCORE, ODDS = "/v1/resolve", "/v1/resolve/batch", "/v1/score", "/v1/odds"


def scored(body: Json, *hands: list[str]) -> Json:
    """The body with a hand for everyone who takes part: these, or the royal flush."""
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


def actor(**fields: Any) -> Json:
    """A crime with this actor."""
    return {**PVE, "actor": fields}


def modified(**fields: Any) -> Json:
    """A crime whose actor has a modifier with these fields."""
    return actor(npc="rookie", modifiers=[fields])
