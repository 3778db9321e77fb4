"""What is said to be known of samples before they are drawn, against drawing many."""

import random
from collections import Counter

import numpy as np
import pytest

from service.engines.cards import Card
from service.engines.pyramid.automatics.kitties import Kitties
from service.engines.pyramid.cards import DECK
from service.engines.pyramid.estimates import Gauges
from tests.builders.pyramid_cards import cards

HELD = {
    "high pairs": cards("As Ah Ks Kd Qs Js 9h 9d 8c 7h 5c 3h 2h"),
    "one wild": cards("As As Ah Ah Ad W Ks Ks Kh Kh Kd Kd 2c"),
    "both wilds": cards("W W 10s 8s 7s Kh Jh 9h 6h 3h Qd 8d 4d"),
}
DRAWN = 4000


@pytest.mark.parametrize("name", HELD)
def test_gauges__many_cards_drawn__have_their_means(name: str) -> None:
    held = HELD[name]
    rest: list[Card] = list((Counter(DECK) - Counter(held)).elements())
    gauges, chance = Gauges(held, rest, Kitties(held)), random.Random(6)
    found = []
    for _ in range(DRAWN):
        drawn = chance.sample(rest, 8 + 34)
        found.append(gauges.of([drawn[:4], drawn[4:8]], [drawn[8:25], drawn[25:]]))
    values, means = np.array(found), np.array(gauges.means)
    errors = values.std(axis=0, ddof=1) / DRAWN**0.5
    assert (np.abs(values.mean(axis=0) - means) <= 4.5 * errors + 1e-4).all()
    assert (errors[4:6] > 0).all() or name == "both wilds"


def test_gauges__no_hand_dealt__have_nothing_off_about_hands() -> None:
    held = HELD["high pairs"]
    rest = list((Counter(DECK) - Counter(held)).elements())
    gauges = Gauges(held, rest, Kitties(held))
    assert gauges.of([rest[:4]], [])[-3:] == gauges.means[-3:]
