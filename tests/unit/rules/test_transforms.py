"""Spectra of sums, a few rows at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.destiny.odds.transforms import AT_ONCE, Floats, Spectrum
from tests.strategies import bounded


def _wrapped_sum(size: int, parts: list[tuple[list[int], list[float], int]]) -> Floats:
    """The chance of each place, by adding one value after the other to all that there are."""
    sums = np.zeros(size)
    sums[0] = 1
    for places, chances, number in parts:
        for _ in range(number):
            sums = sum(
                (np.roll(sums, place) * chance for place, chance in zip(places, chances, strict=True)), np.zeros(size)
            )
    return sums


@st.composite
def _parts(draw: st.DrawFn) -> tuple[list[int], list[float], int]:
    """Places, some of them the same or far beyond the end, the chance of each, and how often they are added."""
    weights = draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))
    places = draw(st.lists(st.integers(0, 90_000), min_size=len(weights), max_size=len(weights)))
    return places, [weight / sum(weights) for weight in weights], draw(st.integers(1, 3))


@bounded
@given(st.integers(1, 20_000), st.lists(_parts(), max_size=3))
def test_spectrum__of_a_sum__is_that_of_the_sum_by_adding_up(
    wanted: int, parts: list[tuple[list[int], list[float], int]]
) -> None:
    spectrum = Spectrum(wanted)
    for places, chances, number in parts:
        spectrum.add(np.array(places), np.array(chances), number)

    assert spectrum.size >= wanted
    assert spectrum.chances() == pytest.approx(_wrapped_sum(spectrum.size, parts), abs=1e-14)


def test_spectrum__of_many_places__pauses_before_every_step() -> None:
    pauses: list[None] = []
    size = 1 << 19

    spectrum = Spectrum(size)
    spectrum.add(np.arange(5), np.full(5, 0.2), 1, lambda: pauses.append(None))
    spectrum.chances(lambda: pauses.append(None))

    assert len(pauses) >= 4 * size // (2 * AT_ONCE)  # there, back in rows, and in columns of twice as many real values
