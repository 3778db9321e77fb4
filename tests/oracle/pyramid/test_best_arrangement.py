"""The search against every legal split. `long_run.py` next to this tries other deals as long as you like."""

import random
from functools import cache

import pytest

from service.engines.cards import Card
from service.engines.pyramid.arranging.dealt import DealtCards
from service.engines.pyramid.arranging.search import best_arrangement
from service.engines.pyramid.arranging.worths import worths_of
from service.engines.pyramid.cards import DECK, WILD
from service.engines.pyramid.hands import read_hand
from service.engines.pyramid.positions import Position
from service.engines.pyramid.readings import Reading
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.values import Objective, ValueTable
from tests.builders.value_tables import provisional_table, random_table
from tests.oracle.pyramid.every_split import Key, best_split, value_of

NATURALS = [card for card in DECK if card != WILD]
TUNING = PyramidTuning()


@cache
def provisional() -> ValueTable:
    return provisional_table()


def found_key(cards: list[Card], table: ValueTable, aim: Objective) -> Key:
    """What the search finds, checked to be an arrangement of these cards, and valued again."""
    dealt = DealtCards(cards)
    placed = best_arrangement(dealt, worths_of(TUNING, table, aim))
    assert not any(mask & other for mask, other in zip(placed.masks, placed.masks[1:] + placed.masks[:1], strict=True))
    readings: list[Reading] = []
    for mask in placed.masks:
        reading = read_hand([card for place, card in enumerate(dealt.cards) if mask >> place & 1])
        assert reading
        readings.append(reading)
    back, middle, front = readings
    assert back.order >= middle.order >= front.order
    positions = (Position.BACK, Position.MIDDLE, Position.FRONT)
    values = [value_of(reading, place, TUNING, table, aim) for reading, place in zip(readings, positions, strict=True)]
    value, won = (sum(part) for part in zip(*values, strict=True))
    return value, won, back.strength, middle.strength, front.strength


def twins(chance: random.Random, size: int, wilds: int) -> list[Card]:
    """Cards that are nearly all there twice."""
    kinds = chance.sample(sorted(set(NATURALS)), (size - wilds + 1) // 2)
    return [*[card for card in kinds for _ in range(2)][: size - wilds], *[WILD] * wilds]


def deal(chance: random.Random, size: int, wilds: int) -> list[Card]:
    """Cards of few ranks or of few suits now and then, so that rare hands turn up."""
    pool = NATURALS
    if chance.random() < 0.3:
        ranks = chance.sample(range(13), 6)
        pool = [card for card in NATURALS if card // 4 in ranks]
    elif chance.random() < 0.3:
        suits = chance.sample(range(4), 2)
        pool = [card for card in NATURALS if card % 4 in suits]
    return [*chance.sample(pool, size - wilds), *[WILD] * wilds]


@pytest.mark.parametrize(
    ("size", "wilds", "deals"),
    [(13, 0, 12), (13, 1, 9), (13, 2, 6), (14, 0, 3), (14, 1, 3), (14, 2, 2), (15, 1, 1), (16, 0, 1)],
)
def test_search__random_deals__finds_the_best_of_all_legal_splits(size: int, wilds: int, deals: int) -> None:
    chance = random.Random(100 * size + wilds)
    for number in range(deals):
        cards = deal(chance, size, wilds)
        aim = list(Objective)[number % 3]
        table = random_table(chance, chance.choice((1, 3, 30, 1000))) if number % 2 else provisional()
        assert found_key(cards, table, aim) == best_split(cards, TUNING, table, aim), cards


@pytest.mark.parametrize("wilds", [0, 1, 2])
def test_search__cards_that_are_there_twice__loses_nothing_by_skipping_what_is_alike(wilds: int) -> None:
    chance = random.Random(500 + wilds)
    for number, aim in enumerate(Objective):
        cards = twins(chance, 13 + number % 2, wilds)
        table = random_table(chance, (3, 1000, 30)[number])
        assert found_key(cards, table, aim) == best_split(cards, TUNING, table, aim), cards


@pytest.mark.parametrize(("wilds", "aim"), [(0, "win_points"), (1, "net_points"), (2, "points")])
def test_search__seventeen_cards__finds_the_best_of_all_legal_splits(wilds: int, aim: str) -> None:
    cards = deal(random.Random(1700 + wilds), 17, wilds)
    assert found_key(cards, provisional(), Objective(aim)) == best_split(cards, TUNING, provisional(), Objective(aim))
