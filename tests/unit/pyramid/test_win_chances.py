"""Chances to win with their errors, in as many digits as it takes."""

import numpy as np
import pytest

from service.engines.pyramid.positions import POSITIONS, Position
from service.engines.pyramid.self_play import (
    Counts,
    loss_chances,
    no_hands,
    random_hands,
    shares_of,
    standard_errors,
    win_chances,
    with_random_hand,
)
from service.engines.pyramid.shipped_table import WinChance, chances_of
from service.engines.pyramid.tuple_rows import rows_of

LOW, HIGH = 104, 283
"""A low and a high row of the front: a pair of fives, and a straight up to the ace."""


def counts(**hands: int) -> Counts:
    """Low and high hands in front; elsewhere one hand of the strongest row."""
    found = no_hands()
    found[Position.FRONT][LOW], found[Position.FRONT][HIGH] = hands["low"], hands["high"]
    for position in (Position.MIDDLE, Position.BACK):
        found[position][-1] = hands["low"] + hands["high"]
    return found


def test_random_hand__one_more_deal__gives_every_row_its_number_of_hands() -> None:
    shares = shares_of(counts(low=1, high=3))
    mixed = with_random_hand(shares, 4)
    for position in POSITIONS:
        sets = np.array([row.card_sets for row in rows_of(position)])
        assert mixed[position] == pytest.approx((4 * shares[position] + sets / sets.sum()) / 5)
        assert random_hands()[position].sum() == pytest.approx(1)


def test_loss_chances__of_any_shares__are_what_wins_leave() -> None:
    for position, lost in loss_chances(random_hands()).items():
        assert lost == pytest.approx(1 - win_chances(random_hands())[position])


def test_errors__played_alike_on_fresh_deals__are_those_of_chance() -> None:
    fresh = counts(low=250_000, high=750_000)
    errors = standard_errors(shares_of(fresh), fresh)[Position.FRONT]
    # Half a win in a quarter of the deals; a win in a quarter, half of one in three quarters; always a win.
    expected = {LOW: 0.25**2 * 3 / 4, LOW + 1: 0.25 * 0.75, HIGH: 0.25 * 0.75 / 4, HIGH + 1: 0, 0: 0}
    for place, variance in expected.items():
        assert errors[place] == pytest.approx(((variance + 1e-6) / 1e6) ** 0.5, rel=1e-6), place


def test_errors__played_otherwise_on_fresh_deals__are_by_how_much() -> None:
    fresh = counts(low=260_000, high=740_000)
    errors = standard_errors(shares_of(counts(low=250_000, high=750_000)), fresh)[Position.FRONT]
    assert errors[LOW + 1] == pytest.approx(0.01, rel=1e-2)
    assert errors[LOW] == pytest.approx(0.005, rel=1e-2)
    assert errors[HIGH + 1] == pytest.approx(1e-6)


def chance_of(share: float) -> WinChance:
    """The chance of a row that beats this share of the hands, and as good as never meets itself."""
    shares = shares_of(counts(low=1, high=0))
    shares = {position: np.zeros_like(values) for position, values in shares.items()}
    for values in shares.values():
        values[0], values[-1] = share, 1 - share
    return chances_of(shares, counts(low=1, high=1))[Position.FRONT][1]


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.5, "0.500000"),
        (0.123456789, "0.123457"),
        (1e-4, "0.000100"),
        (0.99e-4, "0.0000990"),
        (4.5678e-7, "0.000000457"),
        (1.26e-10, "0.000000000126"),
        (1 - 2e-4, "0.999800"),
        (1 - 4.5678e-7, "0.999999543"),
    ],
)
def test_text__of_a_chance__has_six_decimals_and_three_digits_of_the_smaller_side(share: float, text: str) -> None:
    chance = chance_of(share)
    assert chance.text == text
    assert chance.probability == float(text)
    assert chance.deals == 2
