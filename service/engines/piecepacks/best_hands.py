"""Classifies five tiles by one sum and one lookup, and finds the best five of more tiles."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from typing import Final

from service.engines.piecepacks.hands import (
    HAND_CLASSES,
    HAND_SIZE,
    HIGH_VALUES,
    LOW_VALUES,
    Flush,
    HandClass,
    LowRule,
    Strength,
    important_first,
)
from service.engines.piecepacks.tiles import GROUPS, LINKS, TILES, Tile, group_of, link_of, rank_of

# Each tile carries one number. The sum over five tiles determines which ranks there are and how often, whether all
# tiles are of one group, and whether all are of one link:
# - sums of five rank codes are all different (the codes are the smallest that a greedy search finds);
_RANK_CODES: Final = (0, 1, 6, 31, 108, 366)
# - the number of white tiles is 0 or 5 only in a group-flush;
# - five times one link code is not the sum of any other five link codes.
_LINK_CODES: Final = (0, 1, 6, 7)

_LINK_SUMS: Final = HAND_SIZE * max(_LINK_CODES) + 1
_SUIT_SUMS: Final = _LINK_SUMS * (HAND_SIZE + 1)
TILE_CODES: Final = tuple(
    _RANK_CODES[rank_of(tile)] * _SUIT_SUMS + group_of(tile) * _LINK_SUMS + _LINK_CODES[link_of(tile)] for tile in TILES
)
"""The number that each tile adds to the code of a hand."""
CODE_COUNT: Final = HAND_SIZE * max(TILE_CODES) + 1


def _flush(suits: Iterable[tuple[int, int]]) -> Flush:
    groups, links = ({suit[part] for suit in suits} for part in (0, 1))
    if len(groups) == 1:
        return Flush.SUIT if len(links) == 1 else Flush.GROUP
    return Flush.LINK if len(links) == 1 else Flush.NONE


def _flushes() -> dict[int, Flush]:
    """The kind of flush for each sum of five suit codes."""
    suits = product(range(len(GROUPS)), range(len(LINKS)))
    return {
        sum(group * _LINK_SUMS + _LINK_CODES[link] for group, link in chosen): _flush(chosen)
        for chosen in combinations_with_replacement(suits, HAND_SIZE)
    }


def _numbers() -> list[int]:
    numbers = [0] * CODE_COUNT
    flushes = _flushes()
    for number, one in enumerate(HAND_CLASSES):
        ranks = sum(_RANK_CODES[rank] for rank in one.ranks) * _SUIT_SUMS
        for suits, flush in flushes.items():
            if one.hand.startswith(flush):
                numbers[ranks + suits] = number
    return numbers


CLASS_NUMBERS: Final = _numbers()
"""The index in `HAND_CLASSES` of the hand with each code; 0 for codes that no hand has."""


def class_number(tiles: Iterable[Tile]) -> int:
    """The index in `HAND_CLASSES` of five different tiles."""
    a, b, c, d, e = tiles
    codes = TILE_CODES
    return CLASS_NUMBERS[codes[a] + codes[b] + codes[c] + codes[d] + codes[e]]


def classify(tiles: Iterable[Tile]) -> HandClass:
    """The class of five different tiles."""
    return HAND_CLASSES[class_number(tiles)]


Five = tuple[Tile, ...]
MOST_TILES: Final = 9


@dataclass(frozen=True, slots=True)
class Hand:
    """Five tiles, the most important first, and their strength on the side that they are played for."""

    tiles: Five
    hand_class: HandClass
    strength: Strength


def _lowness(rule: LowRule) -> tuple[int, ...]:
    """For each class, a number that is larger for a lower hand."""
    order = sorted({one.low(rule) for one in HAND_CLASSES}, reverse=True)
    places = {strength: place for place, strength in enumerate(order)}
    return tuple(places[one.low(rule)] for one in HAND_CLASSES)


LOWNESS: Final[Mapping[LowRule, tuple[int, ...]]] = {rule: _lowness(rule) for rule in LowRule}
"""By class number: the larger one wins the low, and equal ones share it."""


def any_five(tiles: Iterable[Tile]) -> Iterator[Five]:
    """Every choice of five of these tiles."""
    return combinations(_sorted(tiles), HAND_SIZE)


def two_and_three(own: Iterable[Tile], board: Iterable[Tile]) -> Iterator[Five]:
    """Every choice of exactly two of one's own tiles and exactly three of the board's (ruling D4)."""
    threes = list(combinations(_sorted(board), 3))
    return (two + three for two in combinations(_sorted(own), 2) for three in threes)


def _sorted(tiles: Iterable[Tile]) -> Sequence[Tile]:
    # Of several equally good fives the first is shown. Sorting makes that independent of the order of the tiles.
    return sorted(tiles, reverse=True)


def best_high(fives: Iterable[Five]) -> Hand:
    five = max(fives, key=class_number)
    hand_class = HAND_CLASSES[class_number(five)]
    return Hand(_arranged(five, HIGH_VALUES), hand_class, hand_class.high)


def best_low(fives: Iterable[Five], rule: LowRule) -> Hand:
    lowness = LOWNESS[rule]
    five = max(fives, key=lambda tiles: lowness[class_number(tiles)])
    hand_class = HAND_CLASSES[class_number(five)]
    return Hand(_arranged(five, LOW_VALUES), hand_class, hand_class.low(rule))


def _arranged(five: Five, values: tuple[int, ...]) -> Five:
    order = important_first(tuple(map(rank_of, five)), values)
    return tuple(sorted(five, key=lambda tile: (order.index(rank_of(tile)), tile)))


Order = tuple[tuple[int, ...], ...]
"""Indexes of hands, best first; equal hands are grouped."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The best high hand and the best low hand that some tiles make."""

    high: Hand
    low: Hand


@dataclass(frozen=True, slots=True)
class Comparison:
    """Each hand by itself, and the order of the hands on both sides."""

    hands: tuple[Evaluation, ...]
    high_order: Order
    low_order: Order


def evaluate(tiles: Sequence[Tile], rule: LowRule) -> Evaluation:
    """The best high and the best low hand of five to nine tiles."""
    return Evaluation(best_high(any_five(tiles)), best_low(any_five(tiles), rule))


def compare(hands: Sequence[Five], rule: LowRule) -> Comparison:
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
