"""Means of samples with standard errors, corrected by figures whose exact means are known (control variates)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb, sqrt
from typing import Final

import numpy as np

from service.engines.cards import Card
from service.engines.pyramid.automatics.kitties import ALL_KITTIES, Kitties
from service.engines.pyramid.cards import ALL_CARDS, KITTY, SPADES, WILD
from service.engines.pyramid.settlement import Floats
from service.engines.pyramid.tuning import AUTOMATICS

FEWEST_CORRECTED: Final = 50
"""Fewer samples do not show well enough how the estimate correlates with the gauges."""
_NEGLIGIBLE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of a sample and its standard error."""

    mean: float
    standard_error: float


class Correction:
    """Weights of samples under which every gauge has its exact mean.

    A mean under these weights is the plain mean, corrected by linear regression on the gauges for how far the samples
    are off. The variance that the gauges explain is then no longer an error.
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
        # Weights below 0 would make means that no futures can have. Samples are hardly ever so far off.
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
        """The corrected mean of `sums` divided by that of `counts`."""
        counted = self.mean(counts)
        mean = self.mean(sums) / counted
        return Estimate(mean, self.estimate(sums - mean * counts).standard_error / counted)


_PAIR: Final = 2
_FOUR_SUITED: Final = 4


class Gauges:
    """The gauges for thirteen cards: figures of a sample whose exact means are known."""

    def __init__(self, cards: Sequence[Card], rest: Sequence[Card], kitties: Kitties) -> None:
        self._held = Counter(map(_rank, cards))
        self._kitties = kitties
        each, wilds = 1 / len(rest), rest.count(WILD) / len(rest)
        natural = [card for card in rest if card != WILD]
        self.means = (
            *(kitties.allowing[automatic] / ALL_KITTIES for automatic in AUTOMATICS),
            KITTY * wilds,
            KITTY * each * sum(self._held[_rank(card)] for card in natural),
            ALL_CARDS * wilds,
            sum(_mean_excess(left, len(rest), _PAIR) for left in Counter(map(_rank, natural)).values()),
            sum(_mean_excess(left, len(rest), _FOUR_SUITED) for left in Counter(map(_suit, natural)).values()),
        )
        """The mean of each gauge over all kitties and hands."""

    def of(self, kitties: Sequence[Sequence[Card]], hands: Sequence[Sequence[Card]]) -> tuple[float, ...]:
        """The mean of each gauge over these. Without hands, the gauges of hands have their exact means."""
        automatics = Counter(chain.from_iterable(map(self._kitties.automatics_with, kitties)))
        drawn = [card for kitty in kitties for card in kitty]
        of_kitties = [
            *(automatics[automatic] for automatic in AUTOMATICS),
            drawn.count(WILD),
            sum(self._held[_rank(card)] for card in drawn if card != WILD),
        ]
        of_hands = [sum(gauges) / len(hands) for gauges in zip(*map(_gauges_of_hand, hands), strict=True)]
        return (*(gauge / len(kitties) for gauge in of_kitties), *(of_hands or self.means[len(of_kitties) :]))


def _gauges_of_hand(hand: Sequence[Card]) -> tuple[int, int, int]:
    natural = [card for card in hand if card != WILD]
    ranks, suits = Counter(map(_rank, natural)), Counter(map(_suit, natural))
    return (
        len(hand) - len(natural),
        sum((count - _PAIR) ** 2 for count in ranks.values() if count > _PAIR),
        sum((count - _FOUR_SUITED) ** 2 for count in suits.values() if count > _FOUR_SUITED),
    )


def _mean_excess(left: int, cards: int, threshold: int) -> float:
    """The mean square of a hand's excess over the threshold, if `left` of the remaining `cards` count."""
    hands = comb(cards, ALL_CARDS)
    return sum(
        (count - threshold) ** 2 * comb(left, count) * comb(cards - left, ALL_CARDS - count) / hands
        for count in range(threshold + 1, min(left, ALL_CARDS) + 1)
    )


def _rank(card: Card) -> int:
    return card // SPADES


def _suit(card: Card) -> int:
    return card % SPADES
