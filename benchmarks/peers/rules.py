"""The rules of a crime, written as one would for a single game with one tuning: plain Python, nothing precomputed."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from random import SystemRandom
from typing import Any, Final
from uuid import uuid4

TUNING: Final = tomllib.loads((Path(__file__).parents[2] / "config" / "tuning.toml").read_text("utf-8"))
CRIMES: Final = tuple(TUNING["crimes"])
SKILLS: Final = tuple(TUNING["skills"])
LOCATIONS: Final = tuple(TUNING["locations"])
HIGHEST_LEVEL: Final[int] = TUNING["max_skill_level"]

Card = tuple[int, str]
RANKS: Final = {**{number: str(number) for number in range(2, 11)}, 11: "J", 12: "Q", 13: "K", 14: "A"}
SUITS: Final = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
DECK: Final[Sequence[Card]] = [(rank, suit) for rank in RANKS for suit in SUITS]
_ORDER: Final = ("diamonds", "clubs", "hearts", "spades")
_BY_GROUPS: Final = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
}
_KICKED: Final = ("four_of_a_kind", "three_of_a_kind", "two_pair", "pair")
_RANDOM: Final = SystemRandom()


def drawn() -> list[Card]:
    """Five cards of a full deck."""
    return _RANDOM.sample(DECK, 5)


def resolve(crime: str, skills: Mapping[str, int], location: str | None, hand: Sequence[Card]) -> dict[str, Any]:
    """The answer to a crime with this hand. Points are hundredths until they are written."""
    hand = sorted(hand, key=lambda card: (card[0], -_ORDER.index(card[1])), reverse=True)
    rank, add_on = classified(hand)
    bonuses = _suit_bonuses(skills, location)
    counts = Counter(suit for _, suit in hand)
    ranked = 100 * TUNING["hand_rank_scores"][rank]
    lines = [("hand_rank", ranked)]
    if add_on:
        lines.append(("kicker" if rank in _KICKED else "high_cards", 100 * add_on))
    by_suit = [(f"suit:{suit}", counts[suit] * bonuses[suit]) for suit in SUITS]
    lines += [(source, points) for source, points in by_suit if points]
    suited = sum(points for _, points in by_suit)
    total = max(0, ranked + 100 * add_on + suited)
    described = TUNING["crimes"][crime]
    return {
        "resolution_id": str(uuid4()),
        "action_type": "pve",
        "tuning_revision": 0,
        "actor": {
            "hand": [f"{RANKS[number]}{SUITS[suit]}" for number, suit in hand],
            "hand_rank": rank,
            "base_score": _written(ranked + 100 * add_on),
            "suit_counts": {suit: counts[suit] for suit in SUITS},
            "suit_bonuses": {suit: _written(bonuses[suit]) for suit in SUITS},
            "suit_score": _written(suited),
            "modifier_score": 0,
            "total_score": _written(total),
            "breakdown": [{"source": source, "points": _written(points)} for source, points in lines],
        },
        "challenge": {"name": crime, **described},
        "outcome": _outcome(total - 100 * described["threshold"]),
    }


def classified(hand: Sequence[Card]) -> tuple[str, int]:
    """The hand rank and what is added to its score; the cards come highest first."""
    numbers = [number for number, _ in hand]
    held = Counter(numbers).most_common()
    if len(held) == 5:
        straight = numbers[0] - numbers[4] == 4 or numbers == [14, 5, 4, 3, 2]
        if len({suit for _, suit in hand}) == 1:
            royal = straight and numbers[1] == 13
            return "royal_flush" if royal else "straight_flush" if straight else "flush", 0
        return ("straight", 0) if straight else ("high_card", sum(numbers[:3]))
    rank = _BY_GROUPS[tuple(count for _, count in held)]
    return rank, max(number for number, count in held if count == 1) if rank in _KICKED else 0


def _suit_bonuses(skills: Mapping[str, int], location: str | None) -> dict[str, int]:
    bonuses = dict.fromkeys(SUITS, 0)
    for skill, level in skills.items():
        for suit in TUNING["skills"][skill]["suits"]:
            bonuses[suit] += skill_bonus(level)
    if location:
        for suit, points in TUNING["locations"][location]["suits"].items():
            bonuses[suit] += round(100 * points)
    return bonuses


@cache
def skill_bonus(level: int) -> int:
    steps = level - 1
    grown = steps ** TUNING["skill_exponential_base"] * TUNING["skill_exponential_coefficient"]
    points = steps * TUNING["skill_linear_coefficient"] + grown
    return int((Decimal(points) * 100).quantize(Decimal(1), ROUND_HALF_UP))


def _outcome(margin: int) -> dict[str, Any]:
    degree = (
        "critical_success"
        if margin >= 100 * TUNING["critical_margin"]
        else "success"
        if margin >= 0
        else "failure"
        if margin >= 100 * TUNING["failure_margin"]
        else "critical_failure"
    )
    return {
        "success": margin >= 0,
        "degree": degree,
        "margin": _written(margin),
        "decided_by": "score",
        "reward_multiplier": TUNING["reward_multipliers"][degree],
        "penalty": {"failure": "minor", "critical_failure": "major"}.get(degree, "none"),
    }


def _written(hundredths: int) -> float:
    return hundredths / 100 if hundredths % 100 else hundredths // 100
