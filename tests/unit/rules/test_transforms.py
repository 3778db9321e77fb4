"""Long Fourier transforms in short steps."""

import numpy as np
import pytest

from service.engines.destiny.odds.transforms import AT_ONCE, Transform
from service.engines.pauses import no_pause

SHORT = 3 << 8


@pytest.mark.parametrize("size", [SHORT, 2 * AT_ONCE, 15 << 13, 9 << 14])
def test_transform__product_of_two_spectra__is_the_spectrum_of_the_circular_convolution(size: int) -> None:
    one, other = np.random.default_rng(size).random((2, size))
    transform = Transform(size)

    product = transform.forward(one, no_pause) * transform.forward(other, no_pause)

    expected = np.fft.irfft(np.fft.rfft(one) * np.fft.rfft(other), size)
    assert transform.back(product, no_pause) == pytest.approx(expected, rel=1e-12)


def test_transform__of_many_values__pauses_before_every_step() -> None:
    pauses: list[None] = []
    size = 1 << 19

    transform = Transform(size)
    transform.back(transform.forward(np.zeros(size), lambda: pauses.append(None)), lambda: pauses.append(None))

    assert len(pauses) >= 4 * size // (2 * AT_ONCE)  # columns and rows, there and back; half of the rows mirror others
