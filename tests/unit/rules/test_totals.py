"""Totals with their numbers of hands: quantiles where a share of the hands ends exactly on a total."""

import numpy as np
import pytest

from service.engines.destiny.odds.totals import Totals


@pytest.mark.parametrize(
    ("per_cent", "total"), [(1, 100), (25, 100), (26, 200), (50, 200), (51, 300), (75, 300), (76, 400), (100, 400)]
)
def test_quantile__share_that_ends_exactly_on_a_total__is_that_total(per_cent: int, total: int) -> None:
    totals = Totals.of(np.array([300, 100, 400, 200]), np.array([7, 7, 7, 7]))

    assert totals.quantiles(per_cent) == [total]


def test_quantile__total_in_several_classes__counts_their_hands_together() -> None:
    totals = Totals.of(np.array([100, 200, 100]), np.array([1, 2, 1]))

    assert totals.quantiles(25, 50, 51) == [100, 100, 200]
    assert totals.distinct() == ([100, 200], [2, 2])


def test_distinct__total_of_some_classes_at_either_end__counts_their_hands_together() -> None:
    totals = Totals.of(np.array([0, 7, 0, 9, 9]), np.array([1, 2, 3, 4, 5]))

    assert totals.distinct() == ([0, 7, 9], [4, 2, 9])


def test_distinct_with_hands_below__total_of_some_classes__counts_their_hands_together() -> None:
    values, below = Totals.of(np.array([9, 0, 7, 0, 9]), np.array([5, 1, 2, 3, 4])).distinct_with_hands_below()

    assert values.tolist() == [0, 7, 9]
    assert below.tolist() == [0, 4, 6, 15]
