"""Automatics against trying all hands of five, and all threes of them that share no card."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import numpy as np
import pytest

from service.engines.cards import Card
from service.engines.pyramid.automatics.detection import automatic_readings, automatics_in
from service.engines.pyramid.automatics.finding import find_automatic
from service.engines.pyramid.cards import DECK, WILD, suit_number
from service.engines.pyramid.tuning import Automatic
from tests.oracle.pyramid.naive_hands import sequence_of

NATURALS = [card for card in DECK if card != WILD]
EVERY_RANK = range(2, 15)


@cache
def some_filling_makes(kind: Automatic, ranks: tuple[int, ...]) -> bool:
    fillings = combinations_with_replacement(EVERY_RANK, 5 - len(ranks))
    if kind is Automatic.THREE_STRAIGHTS:
        return any(sequence_of((*ranks, *filling)) for filling in fillings)
    return any(sorted(Counter((*ranks, *filling)).values()) == [2, 3] for filling in fillings)


@cache
def is_one(kind: Automatic, five: tuple[int | None, ...]) -> bool:
    """Whether five cards are one, by their ranks from the lowest on, or for a flush by their suits; None is a wild."""
    natural = tuple(one for one in five if one is not None)
    return len(set(natural)) == 1 if kind is Automatic.THREE_FLUSHES else some_filling_makes(kind, natural)


def three_apart(masks: list[int]) -> bool:
    """Whether three of the masks share no bit."""
    array = np.array(masks, dtype=np.int64)
    for place, mask in enumerate(masks, start=1):
        others = array[place:][array[place:] & mask == 0]
        if (others[:, None] & others == 0).any():
            return True
    return False


def exhaustively(cards: list[Card]) -> set[Automatic]:
    found = set()
    in_order = sorted(cards)
    masks = [sum(places) for places in combinations([1 << place for place in range(len(cards))], 5)]
    ranks = [None if card == WILD else card // 4 + 2 for card in in_order]
    suits = [None if card == WILD else suit_number(card) for card in in_order]
    for kind in (Automatic.THREE_FULL_HOUSES, Automatic.THREE_STRAIGHTS, Automatic.THREE_FLUSHES):
        fives = combinations(suits if kind is Automatic.THREE_FLUSHES else ranks, 5)
        hands = [mask for mask, five in zip(masks, fives, strict=True) if is_one(kind, five)]
        if three_apart(hands):
            found.add(kind)
    for chosen in combinations_with_replacement(EVERY_RANK, cards.count(WILD)):
        if set(EVERY_RANK) <= {card // 4 + 2 for card in cards if card != WILD} | set(chosen):
            found.add(Automatic.DRAGON)
    return found


def by_ranks(chance: random.Random, size: int) -> list[Card]:
    ranks = chance.sample(range(13), 6)
    return chance.sample([card for card in NATURALS if card // 4 in ranks], size)


def by_run(chance: random.Random, size: int) -> list[Card]:
    low = chance.randrange(0, 7)
    return chance.sample([card for card in NATURALS if low <= card // 4 < low + 7], size)


def by_suits(chance: random.Random, size: int) -> list[Card]:
    suits = chance.sample(range(4), 3)
    return chance.sample([card for card in NATURALS if card % 4 in suits], size)


def by_all_ranks(chance: random.Random, size: int) -> list[Card]:
    ranks = chance.sample(range(13), 12)
    one_each = [card for card in NATURALS[::8] if card // 4 in ranks]
    return one_each[:size] + chance.sample(NATURALS, max(0, size - len(one_each)))


@pytest.mark.parametrize("pick", [by_ranks, by_run, by_suits, by_all_ranks])
def test_automatics__random_deals__are_found_whenever_they_are_there(
    pick: Callable[[random.Random, int], list[Card]],
) -> None:
    chance = random.Random(12)
    seen: Counter[int] = Counter()
    for number in range(24):
        wilds = number % 3
        held = [*pick(chance, chance.choice((15, 16, 17)) - wilds), *[WILD] * wilds]
        found = exhaustively(held)
        assert automatics_in(held) == found
        seen[len(found)] += 1
        for automatic in found:
            hands = find_automatic(held, automatic)
            assert hands
            readings = automatic_readings(automatic, hands)
            assert readings
            assert all(a.order >= b.order for a, b in pairwise(readings))
    assert seen[0]
    assert seen.total() - seen[0]
