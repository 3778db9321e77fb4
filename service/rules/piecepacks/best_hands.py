"""The best high and the best low hand among the fives that a player may choose from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from service.rules.piecepacks.classify import class_number
from service.rules.piecepacks.hand_classes import (
    HAND_CLASSES,
    HIGH_VALUES,
    LOW_VALUES,
    HandClass,
    Strength,
    important_first,
)
from service.rules.piecepacks.hands import HAND_SIZE, LowRule
from service.rules.piecepacks.tiles import Tile, rank_of

Five = tuple[Tile, ...]
MOST_TILES: Final = 9


@dataclass(frozen=True, slots=True)
class Hand:
    """Five tiles, those that matter most first, and what they are worth on the side they are played for."""

    tiles: Five
    hand_class: HandClass
    strength: Strength


def _lowness(rule: LowRule) -> tuple[int, ...]:
    """For each class a number that is larger for a lower hand."""
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
    # Where several fives are equally good the first one is shown; so it is the same one however the tiles lay.
    return sorted(tiles, reverse=True)


def best_high(fives: Iterable[Five]) -> Hand:
    """The strongest of these hands."""
    five = max(fives, key=class_number)
    hand_class = HAND_CLASSES[class_number(five)]
    return Hand(_arranged(five, HIGH_VALUES), hand_class, hand_class.high)


def best_low(fives: Iterable[Five], rule: LowRule) -> Hand:
    """The lowest of these hands."""
    lowness = LOWNESS[rule]
    five = max(fives, key=lambda tiles: lowness[class_number(tiles)])
    hand_class = HAND_CLASSES[class_number(five)]
    return Hand(_arranged(five, LOW_VALUES), hand_class, hand_class.low(rule))


def _arranged(five: Five, values: tuple[int, ...]) -> Five:
    order = important_first(tuple(map(rank_of, five)), values)
    return tuple(sorted(five, key=lambda tile: (order.index(rank_of(tile)), tile)))
