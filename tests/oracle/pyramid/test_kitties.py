"""Chances of automatics after the kitty against looking at kitties one by one."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from service.engines.cards import Card
from service.engines.pyramid.automatics.detection import automatics_in
from service.engines.pyramid.automatics.kitties import ALL_KITTIES, Kitties
from service.engines.pyramid.cards import DECK, WILD
from service.engines.pyramid.tuning import Automatic
from tests.builders.pyramid_cards import cards

NATURALS = [card for card in DECK if card != WILD]
NEAR = {
    "a dragon in hand": cards("As Kd Qc Jh 10s 9h 8d 7h 6c 5h 4c 3d 2s"),
    "a dragon but for one": cards("As Kd Qc Jh 10s 9h 8d 7h 6c 5h 4c 3d 3s"),
    "full houses with wilds": cards("W W As Ah Ad Ks Kh Kd Qs Qh Qd 2s 2h"),
    "straights": cards("Ks Qd Jc 10h 9s 8h 7d 6h 5c 4h 6d 5d 4d"),
    "flushes": cards("As Ks 10s 8s 7s Kh Jh 9h 6h 3h Qd 8d 4d"),
}


@pytest.fixture(scope="module")
def every_four() -> npt.NDArray[np.int8]:
    """The places of the cards of every kitty among the cards that are left."""
    return np.fromiter(combinations(range(93), 4), dtype=np.dtype((np.int8, 4)), count=ALL_KITTIES)


def one_of_each(classes: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """For rows of four classes, whatever their order: the place of one of each, and how many there are."""
    keys = classes @ np.array([1, 16, 256, 4096])
    counts = np.bincount(keys, minlength=1 << 16)
    places = np.zeros(1 << 16, dtype=np.int64)
    places[keys] = np.arange(len(keys))
    number: Counter[tuple[int, ...]] = Counter()
    place: dict[tuple[int, ...], int] = {}
    for key in counts.nonzero()[0]:
        alike = tuple(sorted(classes[places[key]].tolist()))
        number[alike] += int(counts[key])
        place[alike] = int(places[key])
    return ((place[alike], number[alike]) for alike in number)


def some_thirteen(chance: random.Random, number: int) -> list[Card]:
    wilds = number % 3
    ranks, suits = chance.sample(range(13), 4 + number % 10), chance.sample(range(4), 2 + number % 3)
    pool = [card for card in NATURALS if card // 4 in ranks or card % 4 in suits]
    return [*chance.sample(pool, 13 - wilds), *[WILD] * wilds]


def rest_of(held: list[Card]) -> list[Card]:
    return list((Counter(DECK) - Counter(held)).elements())


@pytest.mark.parametrize("number", range(18))
def test_kitties__random_cards__allow_what_the_seventeen_cards_do(number: int) -> None:
    chance = random.Random(number)
    held = some_thirteen(chance, number)
    kitties, rest = Kitties(held), rest_of(held)
    for _ in range(150):
        kitty = chance.sample(rest, 4)
        assert kitties.automatics_with(kitty) == automatics_in([*held, *kitty])


@pytest.mark.parametrize("name", NEAR)
def test_kitties__all_of_them__are_counted(name: str, every_four: npt.NDArray[np.int8]) -> None:
    """All 2,919,735 dealt out, and one of each kind by rank, and of each by suit, looked at."""
    held = list(NEAR[name])
    rest = np.array(sorted(rest_of(held)))
    assert len(every_four) == ALL_KITTIES
    found: Counter[Automatic] = Counter()
    for is_flush, classes in ((False, rest // 4), (True, np.where(rest == WILD, 4, rest % 4))):
        for place, count in one_of_each(classes[every_four]):
            for automatic in automatics_in([*held, *map(Card, rest[every_four[place]].tolist())]):
                found[automatic] += count * (is_flush is (automatic is Automatic.THREE_FLUSHES))
    assert Kitties(held).allowing == {automatic: found[automatic] for automatic in Automatic}
    assert found.total()


def test_kitties__a_dragon_but_for_one__is_completed_by_that_rank_or_a_wild() -> None:
    without = comb(93 - 8 - 2, 4)
    allowing = Kitties(NEAR["a dragon but for one"]).allowing[Automatic.DRAGON]
    assert allowing == ALL_KITTIES - without
