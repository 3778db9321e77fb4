"""The next best arrangements against every legal split."""

import random
from collections.abc import Callable, Iterator

import pytest

from service.engines.cards import Card
from service.engines.pyramid.arranging.arranger import best_arrangements
from service.engines.pyramid.arranging.dealt import DealtCards
from service.engines.pyramid.arranging.worths import worths_of
from service.engines.pyramid.hands import HandTuple, read_hand, tuple_of
from service.engines.pyramid.positions import Position
from service.engines.pyramid.readings import Reading
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.values import Objective
from tests.builders.value_tables import random_table
from tests.oracle.pyramid.every_split import Hands, Value, hands_for, readings_of, value_of
from tests.oracle.pyramid.test_best_arrangement import deal, twins

TUNING = PyramidTuning()
POSITIONS = (Position.BACK, Position.MIDDLE, Position.FRONT)
Tuples = tuple[HandTuple, ...]
Found = tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def reading_of(dealt: DealtCards, mask: int) -> Reading:
    reading = read_hand(dealt.cards_of(mask))
    assert reading
    return reading


def legal_splits(back: Hands, middle: Hands, front: Hands) -> Iterator[tuple[int, int, int]]:
    backs, fronts = ([*enumerate(zip(hands.masks.tolist(), hands.orders, strict=True))] for hands in (back, front))
    for m, (mask, order) in enumerate(zip(middle.masks.tolist(), middle.orders, strict=True)):
        before = [(f, other) for f, (other, weaker) in fronts if not other & mask and order >= weaker]
        for b, (other, stronger) in backs:
            if not other & mask and stronger >= order:
                for f, last in before:
                    if not last & other:
                        yield b, m, f


@pytest.mark.parametrize("dealing", [deal, twins])
@pytest.mark.parametrize("wilds", [0, 1, 2])
def test_next_best__random_deal__are_the_best_of_their_tuples(
    wilds: int, dealing: Callable[[random.Random, int, int], list[Card]]
) -> None:
    chance = random.Random(31 + wilds)
    table, aim = random_table(chance, (3, 40, 1000)[wilds]), list(Objective)[wilds]
    dealt = DealtCards(dealing(chance, 13, wilds))

    def worth_of(reading: Reading, position: Position) -> Value:
        return value_of(reading, position, TUNING, table, aim)

    readings = readings_of(dealt.cards)
    groups = [hands_for(readings, place, worth_of) for place in POSITIONS]
    tuples = [
        [tuple_of(reading_of(dealt, mask), place) for mask in group.masks.tolist()]
        for group, place in zip(groups, POSITIONS, strict=True)
    ]
    worths = [group.worths.tolist() for group in groups]
    best: dict[Tuples, Found] = {}
    for b, m, f in legal_splits(groups[0], groups[1], groups[2]):
        worth = worths[0][b] + worths[1][m] + worths[2][f]
        found = worth, groups[0].strengths[b], groups[1].strengths[m], groups[2].strengths[f]
        key = tuples[0][b], tuples[1][m], tuples[2][f]
        if key not in best or found > best[key]:
            best[key] = found
    expected = sorted(best.values(), reverse=True)[:8]
    placed = best_arrangements(dealt, worths_of(TUNING, table, aim), 8)
    strengths = [tuple(reading_of(dealt, mask).strength for mask in one.masks) for one in placed]
    assert strengths == [found[1:] for found in expected]
