"""Hands side by side: who is ahead of whom, and who is level."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.rules.piecepacks.best_hands import Five, Hand, best_high, best_low
from service.rules.piecepacks.hand_classes import Strength
from service.rules.piecepacks.hands import LowRule

Order = tuple[tuple[int, ...], ...]
"""Places of hands, best first; hands that are level stand together."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Each hand as a high and as a low hand, and the order on both sides."""

    low_rule: LowRule
    highs: tuple[Hand, ...]
    lows: tuple[Hand, ...]
    high_order: Order
    low_order: Order


def compare(hands: Sequence[Five], rule: LowRule) -> Comparison:
    """The comparison of five-tile hands."""
    highs = tuple(best_high([five]) for five in hands)
    lows = tuple(best_low([five], rule) for five in hands)
    return Comparison(
        rule,
        highs,
        lows,
        _ordered([hand.strength for hand in highs], largest_first=True),
        _ordered([hand.strength for hand in lows], largest_first=False),
    )


def _ordered(strengths: Sequence[Strength], *, largest_first: bool) -> Order:
    distinct = sorted(set(strengths), reverse=largest_first)
    return tuple(tuple(place for place, strength in enumerate(strengths) if strength == one) for one in distinct)
