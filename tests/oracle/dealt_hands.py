"""Every hand number, dealt and classified by the service."""

from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np

from service.engines.cards import DECK
from service.engines.destiny.hands import HandClass, classify
from service.engines.draws import HAND_COUNT, HAND_SIZE, hand_at
from tests.oracle.every_hand import Integers, Small


@dataclass(frozen=True, slots=True, eq=False)
class ClassifiedHands:
    """What the service makes of every hand."""

    classes: list[HandClass]
    """All different ones."""
    class_of: Integers
    """For each hand, in the order of hand numbers, the place of its class among them."""


def deal_every_hand() -> Small:
    """Every number dealt: a row of five cards for each, in the order in which `hand_at` gives them."""
    cards = chain.from_iterable(map(hand_at, range(HAND_COUNT)))
    return np.fromiter(cards, dtype=np.int8, count=HAND_SIZE * HAND_COUNT).reshape(HAND_COUNT, HAND_SIZE)


def classify_every_hand() -> ClassifiedHands:
    """Every hand classified, from the one of the lowest cards on; `test_draws` says that their numbers go that way."""
    drawn = list(map(classify, combinations(DECK[::-1], HAND_SIZE)))[::-1]
    # Hashing 2.6 million classes would take longer than classifying; equal ones are mostly one object.
    different, positions = np.unique(np.fromiter(map(id, drawn), dtype=np.int64), return_inverse=True)
    found = {id(one): one for one in drawn}
    places: dict[HandClass, int] = {}
    place_of = np.array([places.setdefault(found[name], len(places)) for name in different.tolist()], dtype=np.int64)
    return ClassifiedHands(list(places), place_of[positions])
