"""Every hand number, dealt and classified by the service."""

from array import array
from dataclasses import dataclass

import numpy as np

from service.engines.destiny.hands import HandClass, classify
from service.engines.draws import HAND_COUNT, hand_at
from tests.oracle.every_hand import Integers, Small


@dataclass(frozen=True, slots=True, eq=False)
class DealtHands:
    """What the service makes of every hand number."""

    cards: Small
    """A row of five for each number, in the order in which `hand_at` gives them."""
    classes: list[HandClass]
    """All different ones."""
    class_of: Integers
    """For each number, the place of its class among them."""


def deal_every_hand() -> DealtHands:
    """Every number dealt and classified."""
    cards, names = array("b"), array("q")
    found: dict[int, HandClass] = {}
    for index in range(HAND_COUNT):
        hand = hand_at(index)
        drawn = classify(hand)
        cards.extend(hand)
        # Hashing 2.6 million classes would take longer than classifying; equal ones are mostly one object.
        names.append(id(drawn))
        found[id(drawn)] = drawn
    places: dict[HandClass, int] = {}
    by_name = {name: places.setdefault(drawn, len(places)) for name, drawn in found.items()}
    different, positions = np.unique(np.array(names), return_inverse=True)
    class_of = np.array([by_name[name] for name in different.tolist()], dtype=np.int64)[positions]
    return DealtHands(np.array(cards, dtype=np.int8).reshape(HAND_COUNT, 5), list(places), class_of)
