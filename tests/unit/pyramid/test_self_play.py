"""The game against itself, and the values that follow from how often tuples are played."""

from itertools import pairwise

import numpy as np
import pytest

from service.engines.pyramid.arranging.worths import worths_of
from service.engines.pyramid.positions import HAND_TYPES, POSITIONS, Position
from service.engines.pyramid.self_play import (
    even_shares,
    largest_move,
    mean_move,
    mixed,
    numbered_deal,
    play_deals,
    shares_of,
    value_table,
    win_chances,
)
from service.engines.pyramid.tuning import POINTS, PyramidTuning
from service.engines.pyramid.tuple_rows import rows_of
from service.engines.pyramid.values import MILLION, Objective


def test_deals__of_a_seed__are_numbered_and_differ() -> None:
    deals = [tuple(numbered_deal(seed, number)) for seed in (1, 2) for number in range(5)]
    assert len(set(deals)) == 10
    assert tuple(numbered_deal(1, 3)) == deals[3]
    assert {len(deal) for deal in deals} == {17}


def test_play__some_deals__counts_each_position_once_a_deal() -> None:
    worths = worths_of(PyramidTuning(), value_table(even_shares(), POINTS), Objective.WIN_POINTS)
    whole = play_deals(4, range(20), worths)
    parts = [play_deals(4, range(start, start + 10), worths) for start in (0, 10)]
    for position in POSITIONS:
        assert whole[position].sum() == 20
        assert (whole[position] == parts[0][position] + parts[1][position]).all()


def test_win_chances__even_shares__rise_from_nothing_to_all() -> None:
    for position, chances in win_chances(even_shares()).items():
        rows = len(rows_of(position))
        assert chances[0] == pytest.approx(0.5 / rows)
        assert chances[-1] == pytest.approx(1 - 0.5 / rows)


def test_values__of_any_shares__never_get_worse_with_strength() -> None:
    generator = np.random.default_rng(3)
    counts = {position: generator.integers(0, 3, len(rows_of(position))) for position in POSITIONS}
    table = value_table(shares_of(counts), POINTS)
    for position in POSITIONS:
        chances = list(table.win_probability[position].values())
        losses = list(table.expected_loss[position].values())
        assert 0 <= chances[0] <= chances[-1] <= MILLION
        assert all(low <= high for low, high in pairwise(chances))
        assert all(low >= high for low, high in pairwise(losses))


def test_values__of_two_tuples__are_what_one_would_reckon() -> None:
    front = [row.tuple for row in rows_of(Position.FRONT)]
    counts = {position: np.ones(len(rows_of(position)), dtype=np.int64) for position in POSITIONS}
    counts[Position.FRONT] = np.array([{(2, 14, 13): 3, (5, 14, 13): 1}.get(key, 0) for key in front])
    table = value_table(shares_of(counts), POINTS)
    chances, losses = table.win_probability[Position.FRONT], table.expected_loss[Position.FRONT]
    assert [chances[key] for key in ((1, 14, 13), (2, 14, 13), (4, 2, 4), (5, 14, 13), (6, 4, 3))] == [
        0,
        375_000,
        750_000,
        875_000,
        1_000_000,
    ]
    assert POINTS[Position.FRONT][HAND_TYPES[4]] == 4
    assert [losses[key] for key in ((1, 14, 13), (2, 14, 13), (4, 2, 4), (5, 14, 13), (6, 4, 3))] == [
        3 * 250_000 + 1_000_000,
        375_000 + 1_000_000,
        1_000_000,
        500_000,
        0,
    ]


def test_moves__between_shares__are_those_of_the_win_chances() -> None:
    first, second = even_shares(), {position: share[::-1].copy() for position, share in even_shares().items()}
    assert largest_move(first, second) == 0
    top = {position: np.eye(len(share))[-1] for position, share in first.items()}
    assert largest_move(first, top) == pytest.approx(1, abs=0.01)
    assert largest_move(first, mixed(first, top, 0.25)) == pytest.approx(0.25, abs=0.01)
    assert 0 < mean_move(first, top) < largest_move(first, top)
