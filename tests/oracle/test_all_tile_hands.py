"""All 1,712,304 hands of five tiles, judged by the service and by plain counting."""

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, pairwise

import numpy as np
import pytest

from service.engines.piecepacks.best_hands import LOWNESS, class_number
from service.engines.piecepacks.hands import HAND_CLASSES, HAND_COUNT, LowRule
from service.engines.piecepacks.rankings import FORMULAS, RANKINGS
from service.engines.piecepacks.tiles import TILE_TEXT, TILES
from tests.oracle import plain_piecepacks as plain
from tests.oracle.every_hand import Integers

HIGH_ORDER = "bf94e65969e302d2ae9c0be08d3e847de1ca3bc1f7cdb0316be96fd1e6312291"
LOW_ORDERS = {
    LowRule.TABLE: "e759a0016465d7fb1130449acf67bf158503ba99435c3925b72964201dbf6c39",
    LowRule.ACE_TO_FIVE: "73129afecb7e7e56ba56cff9f690cbc6900af49f46283ae3a7b7d5965b6a015e",
}
"""Digests that lock the order of all hands: each hand's place from the worst on, level hands at one place, as 16-bit
numbers, least byte first, hands in the order of their tiles."""
JUDGES = {LowRule.TABLE: plain.low_by_table, LowRule.ACE_TO_FIVE: plain.low_by_ranks}


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """The kind of every hand."""

    different: list[tuple[str, str]]
    of_hands: Integers
    """For each hand, the place of its kind among the different ones."""


def digest(places: Integers) -> str:
    return sha256(places.astype("<u2").tobytes()).hexdigest()


def places(kinds: Kinds, key: plain.Judge, *, smaller_is_better: bool = False) -> Integers:
    keys = [key(*kind) for kind in kinds.different]
    place = {one: number for number, one in enumerate(sorted(set(keys), reverse=smaller_is_better))}
    return np.array([place[one] for one in keys])[kinds.of_hands]


@pytest.fixture(scope="module")
def plain_kinds() -> Kinds:
    seen: dict[tuple[str, str], int] = {}
    of_hands = [seen.setdefault(plain.kind(five), len(seen)) for five in combinations(plain.DECK, 5)]
    return Kinds(list(seen), np.array(of_hands))


@pytest.fixture(scope="module")
def numbers() -> Integers:
    return np.array([class_number(five) for five in combinations(TILES, 5)])


def by_type(numbers: Integers) -> Counter[str]:
    counted: Counter[str] = Counter()
    for number, hands in enumerate(np.bincount(numbers).tolist()):
        counted[HAND_CLASSES[number].hand.value] += hands
    return counted


def test_deck__both_ways_to_make_it__is_the_same() -> None:
    assert plain.DECK == TILE_TEXT


def test_hand_types__every_hand__counts_are_the_true_ones(plain_kinds: Kinds, numbers: Integers) -> None:
    counted, plainly = by_type(numbers), Counter[str]()
    for kind, hands in zip(plain_kinds.different, np.bincount(plain_kinds.of_hands).tolist(), strict=True):
        plainly[plain.name(*kind)] += hands
    assert counted == plainly == plain.COUNTS
    assert sum(counted.values()) == HAND_COUNT == 1_712_304


def test_hand_classes__every_hand__counts_are_the_enumerated_ones(numbers: Integers) -> None:
    assert [one.hands for one in HAND_CLASSES] == np.bincount(numbers).tolist()


def test_rankings__every_row__counts_and_formula_are_the_enumerated_count(numbers: Integers) -> None:
    counted = by_type(numbers)
    assert [row.hand for row in RANKINGS] == list(plain.COUNTS)
    for row in RANKINGS:
        assert row.count == FORMULAS[row.hand].value() == counted[row.hand]


def test_high_order__every_hand__is_the_plain_one_and_locked(plain_kinds: Kinds, numbers: Integers) -> None:
    assert digest(numbers) == digest(places(plain_kinds, plain.high)) == HIGH_ORDER


@pytest.mark.parametrize("rule", LowRule)
def test_low_order__every_hand__is_the_plain_one_and_locked(
    rule: LowRule, plain_kinds: Kinds, numbers: Integers
) -> None:
    lowness = LOWNESS[rule]
    ours = digest(np.array(lowness)[numbers])
    assert ours == digest(places(plain_kinds, JUDGES[rule], smaller_is_better=True)) == LOW_ORDERS[rule]


def test_strength__any_two_classes__orders_them_one_way() -> None:
    highs = [one.high for one in HAND_CLASSES]
    assert all(weaker < stronger for weaker, stronger in pairwise(highs))
    for rule in LowRule:
        by_lowness = sorted(zip(LOWNESS[rule], HAND_CLASSES, strict=True), key=lambda pair: -pair[0])
        lows = [one.low(rule) for _, one in by_lowness]
        assert lows == sorted(lows)
        assert len(set(lows)) == max(LOWNESS[rule]) + 1
