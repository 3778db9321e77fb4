"""Evaluating tiles and comparing hands, outside any table."""

from dataclasses import dataclass

from service.rules.piecepacks.best_hands import Five
from service.rules.piecepacks.comparison import Comparison, Evaluation, compare, evaluate
from service.rules.piecepacks.hands import LowRule
from service.rules.piecepacks.tiles import Tile


@dataclass(frozen=True, slots=True)
class TilesToEvaluate:
    """Five to nine tiles."""

    tiles: tuple[Tile, ...]
    low_rule: LowRule = LowRule.TABLE


@dataclass(frozen=True, slots=True)
class HandsToCompare:
    """Hands of five tiles. Two of them may share tiles, as hands do that use the same board."""

    hands: tuple[Five, ...]
    low_rule: LowRule = LowRule.TABLE


def evaluate_tiles(wanted: TilesToEvaluate) -> Evaluation:
    """The best high and the best low hand."""
    return evaluate(wanted.tiles, wanted.low_rule)


def compare_hands(wanted: HandsToCompare) -> Comparison:
    """The hands in order."""
    return compare(wanted.hands, wanted.low_rule)
