"""Readings against trying every wild as every card."""

import random
from itertools import product

import pytest

from service.engines.cards import Card
from service.engines.pyramid.cards import DECK, WILD
from service.engines.pyramid.hands import read_hand
from tests.oracle.pyramid.naive_hands import naive_strength

NATURALS = tuple(card for card in DECK if card != WILD)


def strength(cards: tuple[Card, ...]) -> tuple[int, ...] | None:
    reading = read_hand(cards)
    return reading.strength if reading else None


def some_cards(chance: random.Random, size: int, wilds: int) -> tuple[Card, ...]:
    """Cards close enough together to make good hands often."""
    low = chance.randrange(0, 40)
    near = [card for card in NATURALS if low <= card < low + 4 * 8] if chance.random() < 0.7 else list(NATURALS)
    if chance.random() < 0.4:
        suit = chance.randrange(4)
        near = [card for card in near if card % 4 == suit or chance.random() < 0.05]
    if len(near) < size:
        near = list(NATURALS)
    return (*chance.sample(near, size - wilds), *(WILD,) * wilds)


@pytest.mark.parametrize(("wilds", "hands"), [(0, 4000), (1, 1500), (2, 100)])
@pytest.mark.parametrize("size", [3, 5])
def test_reading__random_hands__is_the_best_of_all_cards_that_wilds_can_be(size: int, wilds: int, hands: int) -> None:
    chance = random.Random(size * 10 + wilds)
    for _ in range(hands):
        hand = some_cards(chance, size, wilds)
        assert strength(hand) == naive_strength(hand), hand


@pytest.mark.parametrize(("wilds", "hands"), [(0, 300), (1, 150), (2, 12)])
@pytest.mark.parametrize("size", [6, 7, 8])
def test_reading__random_large_hands__is_the_best_of_all_cards_that_wilds_can_be(
    size: int, wilds: int, hands: int
) -> None:
    chance = random.Random(size * 10 + wilds)
    for number in range(hands):
        if number % 2:
            same = [card for card in NATURALS if card // 4 == number % 13]
            hand = (*chance.sample(same, size - wilds), *(WILD,) * wilds)
        else:
            suited = sorted({card for card in NATURALS if card % 4 == number // 2 % 4})
            start = chance.randrange(-1, len(suited) - size)
            run = [suited[place] for place in range(start, start + size)]
            hand = (*chance.sample(run, size - wilds), *(WILD,) * wilds)
        found = strength(hand)
        assert found
        assert found == naive_strength(hand), hand


def test_strength__random_hands__is_antisymmetric_and_transitive() -> None:
    chance = random.Random(4)
    strengths = [strength(some_cards(chance, 5, chance.choice((0, 0, 1, 2)))) or () for _ in range(120)]
    for a, b in product(strengths, repeat=2):
        assert (a > b) + (b > a) + (a == b) == 1
    for a, b, c in product(strengths[:60], repeat=3):
        assert a >= c or not a >= b >= c
