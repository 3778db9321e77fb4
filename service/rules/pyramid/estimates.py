"""Means of samples with their standard errors, corrected by what is known of the samples exactly (control variates)."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from service.rules.pyramid.pots import Floats

FEWEST_CORRECTED: Final = 100
"""Fewer samples do not show well enough how what is estimated goes with the gauges."""
_NEGLIGIBLE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of a sample and its standard error."""

    mean: float
    standard_error: float


class Correction:
    """Weights of samples by which every gauge has its exact mean.

    A mean under these weights is the plain mean less what the samples are off, times how the values go with the gauges:
    linear regression. What the gauges explain is then no error any more.
    """

    def __init__(self, gauges: Floats, means: Floats) -> None:
        samples = len(gauges)
        spread = gauges.std(axis=0)
        useful = spread > _NEGLIGIBLE if samples >= FEWEST_CORRECTED else np.zeros(len(means), dtype=np.bool_)
        scaled = ((gauges - means) / np.where(useful, spread, 1))[:, useful]
        off = scaled.mean(axis=0)
        left, sizes, right = np.linalg.svd(scaled - off, full_matrices=False)
        apart = sizes > _NEGLIGIBLE * sqrt(samples)
        self._explained: Floats = left[:, apart]
        # Below 0 they would make means that no futures can have; so far off is hardly ever one.
        weights = (1 / samples - self._explained @ (right[apart] @ off / sizes[apart])).clip(min=0)
        self.weights: Floats = weights / weights.sum()

    def mean(self, values: Floats) -> float:
        """The corrected mean."""
        return float(self.weights @ values)

    def estimate(self, values: Floats) -> Estimate:
        """The corrected mean and its standard error."""
        centred = values - values.mean()
        unexplained = centred - self._explained @ (self._explained.T @ centred)
        freedom = len(values) - 1 - self._explained.shape[1]
        return Estimate(self.mean(values), sqrt(float(unexplained @ unexplained) / freedom / len(values)))

    def ratio(self, sums: Floats, counts: Floats) -> Estimate:
        """The mean of what is summed up over what is counted."""
        counted = self.mean(counts)
        mean = self.mean(sums) / counted
        return Estimate(mean, self.estimate(sums - mean * counts).standard_error / counted)
