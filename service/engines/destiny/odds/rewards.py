"""What a crime pays: in one attempt, and in many."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import gcd, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.destiny.odds.challenge import QUANTILES
from service.engines.destiny.tuning import Degree, Tuning
from service.engines.documents import MILLION
from service.engines.draws import HAND_COUNT
from service.engines.errors import InvalidInput, Mistake
from service.engines.points import POINT, Hundredths

PAYOUT: Final = POINT * MILLION
"""A payout of one: rewards are hundredths, multipliers millionths, and their product is never rounded."""
MOST_ATTEMPTS: Final = 10_000
MOST_SUMS: Final = 2**18
"""How many different sums of many attempts are counted at most."""
_NOISE: Final = 1e-9
"""More than the error of a sum of probabilities here, which is below 1e-10."""

Payout = int
Doubles = npt.NDArray[np.float64]


def payout(reward: Hundredths, degree: Degree, tuning: Tuning) -> Payout:
    """What a crime with this reward pays in this degree."""
    return reward * tuning.reward_multipliers[degree]


@dataclass(frozen=True, slots=True)
class RewardOdds:
    """The doubles nearest to the exact figures of one attempt."""

    expected: float
    standard_deviation: float


@dataclass(frozen=True, slots=True)
class AttemptsOdds:
    """The sum of many attempts, each with hands of its own."""

    attempts: int
    expected: float
    quantiles: Mapping[int, Payout]


@dataclass(frozen=True, slots=True)
class Payouts:
    """The number of hands that lead to each payout."""

    hands: Mapping[Payout, int]

    @classmethod
    def of(cls, degrees: Mapping[Degree, int], reward: Hundredths, tuning: Tuning) -> "Payouts":
        hands: dict[Payout, int] = {}
        for degree, count in degrees.items():
            if count:
                paid = payout(reward, degree, tuning)
                hands[paid] = hands.get(paid, 0) + count
        return cls(hands)

    @property
    def _mean(self) -> Fraction:
        return Fraction(sum(paid * count for paid, count in self.hands.items()), HAND_COUNT)

    def one(self) -> RewardOdds:
        mean = self._mean
        square = Fraction(sum(paid * paid * count for paid, count in self.hands.items()), HAND_COUNT)
        return RewardOdds(float(mean / PAYOUT), sqrt((square - mean * mean) / PAYOUT**2))

    def many(self, attempts: int) -> AttemptsOdds:
        """The sum of so many attempts. Raises `InvalidInput` if it can take too many different values."""
        quantiles = self._quantiles_of_one() if attempts == 1 else self._quantiles_of_sums(attempts)
        return AttemptsOdds(attempts, float(attempts * self._mean / PAYOUT), quantiles)

    def _quantiles_of_one(self) -> dict[int, Payout]:
        payouts = sorted(self.hands)
        up_to = list(accumulate(self.hands[paid] for paid in payouts))
        # The hands of a quantile are rounded up, without a detour over floats.
        return {per_cent: payouts[bisect_left(up_to, -(-per_cent * HAND_COUNT // 100))] for per_cent in QUANTILES}

    def _quantiles_of_sums(self, attempts: int) -> dict[int, Payout]:
        lowest = min(self.hands)
        # All payouts are the lowest one plus a multiple of `step`, and so are their sums.
        step = gcd(*(paid - lowest for paid in self.hands)) or 1
        highest = (max(self.hands) - lowest) // step
        if attempts * highest >= MOST_SUMS:
            most = max(1, (MOST_SUMS - 1) // highest)
            text = f"Must be at most {most} with these reward multipliers: the sums of more take too many values."
            raise InvalidInput([Mistake(("attempts",), text)])
        chances = np.zeros(highest + 1)
        for paid, hands in self.hands.items():
            chances[(paid - lowest) // step] = hands / HAND_COUNT
        up_to = np.cumsum(_convolved(chances, attempts))
        # The last probability is 1 but for noise, so no quantile is past the end.
        places = np.searchsorted(up_to, np.array(QUANTILES) / 100 - _NOISE)
        return {
            per_cent: attempts * lowest + step * int(place) for per_cent, place in zip(QUANTILES, places, strict=True)
        }


def expected_rewards(columns: Sequence[Sequence[int]], reward: Hundredths, tuning: Tuning) -> list[float]:
    """The expected reward of each entry, from the columns of hands by degree."""
    paid = [payout(reward, degree, tuning) for degree in Degree]
    return [sum(map(int.__mul__, paid, hands)) / (HAND_COUNT * PAYOUT) for hands in zip(*columns, strict=True)]


def _convolved(chances: Doubles, times: int) -> Doubles:
    """The chances of the sum of so many independent draws, by way of the Fourier transform."""
    length = times * (len(chances) - 1) + 1
    size = 1 << (length - 1).bit_length()
    return np.fft.irfft(np.fft.rfft(chances, size) ** times, size)[:length]
