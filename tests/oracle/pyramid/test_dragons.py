"""The dragon's split against every choice of cards and every way to lay them down (C12, C14, C23)."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

import pytest

from service.engines.cards import Card
from service.engines.pyramid.automatics.detection import automatic_readings
from service.engines.pyramid.automatics.finding import find_automatic
from service.engines.pyramid.cards import DECK, WILD
from service.engines.pyramid.tuning import Automatic
from tests.oracle.pyramid.naive_hands import Strength, naive_natural_strength, ranked

Hand = tuple[Strength, tuple[Card, ...], frozenset[int]]
"""The strength, the cards, and the ranks that they are, with the wilds as something."""

EVERY_RANK = frozenset(range(2, 15))
NATURALS = [card for card in DECK if card != WILD]


def hands_in(cards: Sequence[Card], size: int, ranks: frozenset[int]) -> list[Hand]:
    """Every hand of so many different ranks among these, strongest first; a wild is any rank, in the best suit."""
    found: list[Hand] = []
    for chosen in set(combinations(cards, size)):
        natural = [ranked(card) for card in chosen if card != WILD]
        held = {rank for rank, _ in natural}
        if len(held) < len(natural) or not held <= ranks:
            continue
        suits = {suit for _, suit in natural}
        # A wild is a spade, or in a flush of five of the flush's suit (C2).
        suit = suits.pop() if size == 5 and len(suits) == 1 else 4
        for others in combinations(sorted(ranks - held), size - len(natural)):
            strength = naive_natural_strength([*natural, *((rank, suit) for rank in others)])
            assert strength
            found.append((strength, chosen, frozenset({*held, *others})))
    return sorted(found, key=lambda hand: hand[0], reverse=True)


def without(cards: Sequence[Card], taken: Sequence[Card]) -> list[Card]:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def order_of(hand: Hand) -> Strength:
    strength, cards, _ = hand
    return strength[: 1 + len(cards)]


def rest_of(cards: Sequence[Card], back: Hand) -> Iterator[tuple[Strength, Strength]]:
    """Middle and front of every legal dragon with this back."""
    left, ranks = without(cards, back[1]), EVERY_RANK - back[2]
    for middle in hands_in(left, 5, ranks):
        if order_of(middle) <= order_of(back):
            for front in hands_in(without(left, middle[1]), 3, ranks - middle[2]):
                if order_of(front) <= order_of(middle):
                    yield middle[0], front[0]
                    break


def best_split(cards: Sequence[Card]) -> tuple[Strength, Strength, Strength]:
    """The strongest back that any legal dragon has, then the strongest middle that goes with it, then the front."""
    for strength, backs in groupby(hands_in(cards, 5, EVERY_RANK), key=lambda hand: hand[0]):
        rests = [rest for back in backs if (rest := max(rest_of(cards, back), default=None))]
        if rests:
            return (strength, *max(rests))
    raise AssertionError("There is no dragon.")


def dragon(chance: random.Random, wilds: int, size: int) -> list[Card]:
    """Cards with every rank; where suits are few there are flushes and straight flushes in them."""
    suits = chance.choice(([0, 1, 2, 3], [0, 1, 2, 3], [0, 1], [0, 2, 3]))
    missing = chance.sample(range(13), chance.randint(0, wilds))
    one_each = [Card(4 * rank + chance.choice(suits)) for rank in range(13) if rank not in missing]
    cards = [*one_each, *[WILD] * wilds]
    others = [card for card in without(NATURALS, one_each) if card % 4 in suits]
    return [*cards, *chance.sample(others, max(0, size - len(cards)))]


@pytest.mark.parametrize("wilds", range(3))
def test_dragon__of_any_cards__has_the_strongest_legal_back_then_middle_then_front(wilds: int) -> None:
    chance = random.Random(wilds)
    types = set()
    for number in range(12 - 3 * wilds):
        cards = dragon(chance, wilds, chance.choice((13, 15, 17) if number else (17,)))
        chance.shuffle(cards)
        hands = find_automatic(cards, Automatic.DRAGON)
        assert hands
        assert len(without(cards, [card for hand in hands for card in hand])) == len(cards) - 13
        readings = automatic_readings(Automatic.DRAGON, hands)
        assert readings
        assert tuple(reading.strength for reading in readings) == best_split(cards)
        types.add(readings[0].type)
    assert len(types) > 1
