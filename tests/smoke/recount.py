"""What insights should say, counted again from records alone, by other code than the service's."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from tests.builders.random_actions import SHIPPED, SUITS

Json = dict[str, Any]
Rates = dict[Any, tuple[int, int]]
"""How many, and how many of them were won."""


class Recount:
    """The counts of these records."""

    def __init__(self, records: Iterable[Json]) -> None:
        self.resolutions: Counter[str] = Counter()
        self.degrees: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.tried: dict[tuple[str, str, int], Counter[str]] = defaultdict(Counter)
        """The degrees of each challenge under each revision of the tuning."""
        self._differences: list[tuple[int | None, bool]] = []
        self._hands: list[tuple[tuple[str, str], bool]] = []
        self._wars: list[tuple[str, bool]] = []
        self._bonuses: dict[str, list[float]] = {suit: [] for suit in SUITS}
        for record in records:
            self._add(record["inputs"], record["resolution"])

    @property
    def differences(self) -> Rates:
        return _rates(self._differences)

    @property
    def hands(self) -> Rates:
        return _rates(self._hands)

    @property
    def wars(self) -> Rates:
        return _rates(self._wars)

    def mean_bonus(self, suit: str) -> float:
        return sum(self._bonuses[suit]) / len(self._bonuses[suit])

    def bonuses_within(self, suit: str, low: float | None, high: float | None) -> int:
        return sum((low is None or low <= one) and (high is None or one <= high) for one in self._bonuses[suit])

    def _add(self, inputs: Json, resolution: Json) -> None:
        kind = resolution["action_type"]
        self.resolutions[kind] += 1
        outcome = resolution["outcome"]
        if kind in ("pve", "skill_check"):
            challenge, revision = resolution["challenge"], resolution["tuning_revision"]
            self.degrees[kind, challenge["difficulty"]][outcome["degree"]] += 1
            self.tried[kind, challenge["name"], revision][outcome["degree"]] += 1
            self._sit(kind, inputs["actor"], resolution["actor"], won=outcome["success"])
        elif kind == "pvp":
            won = outcome["winner"] == "actor"
            actor, target = (_level(inputs[side]) for side in ("actor", "target"))
            self._differences.append((None if actor is None or target is None else (actor - target) // 10 * 10, won))
            self._sit(kind, inputs["actor"], resolution["actor"], won=won)
            self._sit(kind, inputs["target"], resolution["target"], won=not won)
        else:
            self._wars.append((kind, outcome["winner"] == "attackers"))
            for side in ("attackers", "defenders"):
                for body, score in zip(inputs[side], resolution[side]["participants"], strict=True):
                    self._sit(kind, body, score, won=outcome["winner"] == side)

    def _sit(self, kind: str, body: Json, score: Json, *, won: bool) -> None:
        self._hands.append(((kind, score["hand_rank"]), won))
        if "npc" not in body:
            for suit in SUITS:
                self._bonuses[suit].append(score["suit_bonuses"][suit])


def _level(body: Json) -> int | None:
    if "npc" in body:
        level: int = SHIPPED["npcs"][body["npc"]]["avg_skill_level"]
        return level
    return max(body["skills"].values(), default=0) if "skills" in body else None


def _rates(contests: Iterable[tuple[Any, bool]]) -> Rates:
    found: Rates = {}
    for row, won in contests:
        number, wins = found.get(row, (0, 0))
        found[row] = number + 1, wins + won
    return found
