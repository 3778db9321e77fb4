"""Means and standard errors, plain and corrected."""

import numpy as np
import pytest

from service.engines.pyramid.estimates import FEWEST_CORRECTED, Correction

SAMPLES = 400
NOTHING_KNOWN = np.zeros(0)


def plain(samples: int) -> Correction:
    return Correction(np.zeros((samples, 0)), NOTHING_KNOWN)


def test_estimate__nothing_known__is_the_mean_with_its_error() -> None:
    found = plain(4).estimate(np.array([1.0, 2, 3, 4]))
    assert found.mean == pytest.approx(2.5)
    assert found.standard_error == pytest.approx((5 / 3 / 4) ** 0.5)


def test_ratio__nothing_known__weighs_samples_by_what_they_count() -> None:
    sums, counts = np.array([2.0, 0, 9, 1]), np.array([1.0, 0, 0.5, 0.5])
    found = plain(4).ratio(sums, counts)
    assert found.mean == pytest.approx(6)
    assert found.standard_error == pytest.approx((((-4) ** 2 + 0 + 6**2 + (-2) ** 2) / 3 / 4) ** 0.5 / 0.5)
    assert plain(4).ratio(sums, np.ones(4)).standard_error == pytest.approx(plain(4).estimate(sums).standard_error)


def test_estimate__what_a_gauge_explains__is_no_error() -> None:
    random = np.random.default_rng(3)
    gauge, noise = random.normal(5, 2, SAMPLES), random.normal(0, 1, SAMPLES)
    corrected = Correction(np.array([gauge, np.ones(SAMPLES)]).T, np.array([5, 1]))
    assert corrected.mean(gauge) == pytest.approx(5)
    assert corrected.weights.sum() == pytest.approx(1)
    found = corrected.estimate(10 + 3 * gauge + noise)
    assert found.standard_error == pytest.approx(1 / SAMPLES**0.5, rel=0.15)
    assert abs(found.mean - 25) < 4 * found.standard_error
    unknown = plain(SAMPLES).estimate(10 + 3 * gauge + noise)
    assert unknown.standard_error > 5 * found.standard_error


def test_estimate__over_many_runs__is_off_by_its_standard_error() -> None:
    random = np.random.default_rng(8)
    off = []
    for _ in range(300):
        gauges = random.exponential(1, (FEWEST_CORRECTED, 3))
        values = 2 * gauges[:, 0] + 0.3 * gauges[:, 0] ** 2 + random.normal(0, 1, FEWEST_CORRECTED)
        found = Correction(gauges, np.ones(3)).estimate(values)
        off.append((found.mean - 2.6) / found.standard_error)
    assert abs(np.mean(off)) < 0.5
    assert 0.8 < np.std(off) < 1.5


def test_correction__few_samples__is_none() -> None:
    gauges = np.random.default_rng(1).normal(0, 1, (FEWEST_CORRECTED - 1, 1))
    assert Correction(gauges, np.array([0.5])).weights == pytest.approx(1 / len(gauges))


def test_correction__gauges_that_say_the_same__count_once() -> None:
    gauge = np.random.default_rng(1).normal(0, 1, SAMPLES)
    once, twice = (Correction(np.array([gauge] * times).T, np.zeros(times)) for times in (1, 2))
    assert twice.weights == pytest.approx(once.weights)


def test_correction__gauges_far_off__weigh_nothing_below_zero() -> None:
    gauge = np.random.default_rng(1).normal(0, 1, SAMPLES)
    corrected = Correction(gauge[:, None], np.array([2]))
    assert corrected.weights.min() == 0
    assert corrected.weights.sum() == pytest.approx(1)
