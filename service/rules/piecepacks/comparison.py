"""Hands judged alone and side by side: who is ahead of whom, and who is level."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.rules.piecepacks.best_hands import Five, Hand, any_five, best_high, best_low
from service.rules.piecepacks.hand_classes import Strength
from service.rules.piecepacks.hands import LowRule
from service.rules.piecepacks.tiles import Tile

Order = tuple[tuple[int, ...], ...]
"""Places of hands, best first; hands that are level stand together."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The best that some tiles can be as a high and as a low hand."""

    high: Hand
    low: Hand


@dataclass(frozen=True, slots=True)
class Comparison:
    """Each hand by itself, and the order of all of them on both sides."""

    hands: tuple[Evaluation, ...]
    high_order: Order
    low_order: Order


def evaluate(tiles: Sequence[Tile], rule: LowRule) -> Evaluation:
    """The best high and the best low hand of five to nine tiles."""
    return Evaluation(best_high(any_five(tiles)), best_low(any_five(tiles), rule))


def compare(hands: Sequence[Five], rule: LowRule) -> Comparison:
    """The comparison of hands of five tiles."""
    evaluations = tuple(evaluate(five, rule) for five in hands)
    highs = [evaluation.high.strength for evaluation in evaluations]
    lows = [evaluation.low.strength for evaluation in evaluations]
    return Comparison(
        evaluations,
        high_order=_places(highs, sorted(set(highs), reverse=True)),
        low_order=_places(lows, sorted(set(lows))),
    )


def _places(strengths: Sequence[Strength], best_first: Sequence[Strength]) -> Order:
    return tuple(tuple(place for place, strength in enumerate(strengths) if strength == one) for one in best_first)
