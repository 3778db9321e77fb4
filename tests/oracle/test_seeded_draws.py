"""Hands from seeds spread as evenly as any: over cards, and over all hands."""

from math import sqrt
from typing import Final

import numpy as np
import pytest

from service.engines.draws import HAND_COUNT, seeded_hands
from tests.oracle.every_hand import Integers, Small

HANDS: Final = 300_000
GROUPS: Final = 1_040
"""Of 2,499 hands each, in the order of their numbers."""


def _of_one_seed() -> list[tuple[int, ...]]:
    """A hundred hands of each of three thousand client seeds, under one server seed."""
    return [hand for number in range(HANDS // 100) for hand in seeded_hands(bytes(32), f"player {number}", 100)]


def _of_many_seeds() -> list[tuple[int, ...]]:
    """One hand of each server seed; the client always says the same."""
    return [hand for number in range(HANDS) for hand in seeded_hands(number.to_bytes(32, "big"), "the same", 1)]


@pytest.fixture(scope="module", params=[_of_one_seed, _of_many_seeds], ids=["one server seed", "many server seeds"])
def hands(request: pytest.FixtureRequest) -> Small:
    """The same in every run."""
    return np.array(request.param(), dtype=np.int8)


def _deviation(counts: Integers, expected: float, narrowed: float = 1) -> float:
    """How many standard deviations the chi-square value is from what chance would give."""
    freedom = len(counts) - 1
    chi_square = float(((counts - expected) ** 2).sum() / expected) * narrowed
    return abs(chi_square - freedom) / sqrt(2 * freedom)


def test_seeded_hands__fixed_seeds__are_five_different_cards_highest_first(hands: Small) -> None:
    assert hands.shape == (HANDS, 5)
    assert (hands[:, :-1] > hands[:, 1:]).all()


def test_seeded_hands__fixed_seeds__spread_evenly_over_the_cards(hands: Small) -> None:
    counts = np.bincount(hands.ravel(), minlength=52)

    # The five cards of a hand differ, which narrows the counts by (52 - 5) / (52 - 1) against independent cards.
    assert _deviation(counts, 5 * HANDS / 52, 51 / 47) < 3


def test_seeded_hands__fixed_seeds__spread_evenly_over_all_hands(hands: Small) -> None:
    choices = np.ones((52, 5), dtype=np.int64)
    for place, size in enumerate((5, 4, 3, 2, 1)):
        for step in range(size):
            choices[:, place] = choices[:, place] * (np.arange(52) - step) // (step + 1)
    numbers = sum(choices[hands[:, place], place] for place in range(5))

    assert HAND_COUNT % GROUPS == 0
    assert _deviation(np.bincount(numbers // (HAND_COUNT // GROUPS), minlength=GROUPS), HANDS / GROUPS) < 3


def test_seeded_hands__one_after_the_other__have_nothing_to_do_with_one_another(hands: Small) -> None:
    # Counted together: the rank of a hand's highest card, and that of the next hand.
    ranks = hands[:, 0] // 4
    together = np.zeros((13, 13))
    np.add.at(together, (ranks[:-1], ranks[1:]), 1)
    alone = np.bincount(ranks, minlength=13) / HANDS
    expected = np.outer(alone, alone) * (HANDS - 1)
    seen = expected > 5
    freedom = int(seen.sum())
    chi_square = float(((together - expected)[seen] ** 2 / expected[seen]).sum())

    assert abs(chi_square - freedom) / sqrt(2 * freedom) < 4
