"""Random bodies for `resolve`, of every kind and with every field that a body can have, from a seed."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

Json = dict[str, Any]

SHIPPED: Final = tomllib.loads((Path(__file__).parents[2] / "config" / "tuning.toml").read_text("utf-8"))
SUITS: Final = ("spades", "hearts", "clubs", "diamonds")
RANKS: Final = tuple(SHIPPED["hand_rank_scores"])


class RandomActions:
    """Makes random bodies; the same seed makes the same ones."""

    def __init__(self, seed: int, characters: Sequence[str] = ()) -> None:
        self._random = Random(seed)
        self._characters = list(characters)
        """The ids of participants whose characters the service knows."""
        self._absent: list[str] = []

    def bodies(self, number: int) -> list[Json]:
        return [self.body() for _ in range(number)]

    def body(self) -> Json:
        self._absent = self._random.sample(self._characters, len(self._characters))
        kind = self._random.choice((self._pve, self._skill_check, self._pvp, self._gang_war))
        return {**kind(), **self._sometimes("location", SHIPPED["locations"])}

    def _pve(self) -> Json:
        return {"action_type": "pve", **self._challenge("crime", SHIPPED["crimes"]), "actor": self._participant()}

    def _skill_check(self) -> Json:
        challenge = self._challenge("difficulty", SHIPPED["skill_checks"])
        return {"action_type": "skill_check", **challenge, "actor": self._participant()}

    def _pvp(self) -> Json:
        return {
            "action_type": "pvp",
            "actor": self._participant(),
            "target": self._participant(),
            **self._defense(),
        }

    def _gang_war(self) -> Json:
        return {
            "action_type": "gang_war",
            "attackers": self._gang(),
            "defenders": self._gang(),
            **self._sometimes("method", ("average", "best_three")),
            **self._defense(),
        }

    def _challenge(self, named_by: str, names: Sequence[str]) -> Json:
        if self._random.random() < 0.2:
            return {"threshold": self._points(0, 400)}
        return {named_by: self._random.choice(list(names))}

    def _defense(self) -> Json:
        if self._random.random() < 0.3:
            return {"defense_bonus": self._points(-20, 40)}
        return self._sometimes("territory", SHIPPED["territories"])

    def _gang(self) -> list[Json]:
        return [self._participant() for _ in range(self._random.randint(1, 5))]

    def _participant(self) -> Json:
        strengths = (self._skills, self._skills, self._suit_bonuses, self._npc, self._character, self._character)
        strength = self._random.choice(strengths)()
        more = {
            "modifiers": [self._modifier(number) for number in range(self._random.choice((0, 0, 0, 1, 3)))],
            "items": self._some(SHIPPED["items"]),
            "effects": self._some(SHIPPED["effects"]),
        }
        return strength | {name: value for name, value in more.items() if value or self._random.random() < 0.2}

    def _skills(self) -> Json:
        known = self._random.sample(list(SHIPPED["skills"]), self._random.choice((0, 1, 2, 2, 4, 18)))
        return {"skills": {skill: self._random.randint(1, 100) for skill in known}}

    def _suit_bonuses(self) -> Json:
        return {"suit_bonuses": self._by(SUITS, -20, 200)}

    def _npc(self) -> Json:
        return {"npc": self._random.choice(list(SHIPPED["npcs"]))}

    def _character(self) -> Json:
        if not self._absent:
            return self._skills()
        named = {"character_id": self._absent.pop()}
        return named | self._skills() if self._random.random() < 0.3 else named

    def _modifier(self, number: int) -> Json:
        parts = {
            "flat": self._points(-50, 50),
            "suits": self._by(SUITS, -15, 15),
            "hand_ranks": self._by(RANKS, -10, 30),
        }
        return {"source": f"modifier:♠ {number}"} | {
            name: value for name, value in parts.items() if self._random.random() < 0.5
        }

    def _by(self, words: Sequence[str], low: int, high: int) -> Json:
        some = self._random.sample(words, self._random.randint(0, len(words)))
        return {word: self._points(low, high) for word in some}

    def _points(self, low: int, high: int) -> float:
        return self._random.randint(100 * low, 100 * high) / 100

    def _some(self, known: Sequence[str]) -> list[str]:
        return self._random.sample(list(known), self._random.choice((0, 0, 1, 2)))

    def _sometimes(self, name: str, known: Sequence[str]) -> Json:
        return {name: self._random.choice(list(known))} if self._random.random() < 0.5 else {}
