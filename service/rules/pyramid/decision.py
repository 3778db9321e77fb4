"""Play or surrender: what thirteen cards can expect, estimated from sampled futures (C17, C19)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from service.rules.pyramid.automatics.kitties import ALL_KITTIES, Kitties
from service.rules.pyramid.futures import Future, Sample
from service.rules.pyramid.pots import Floats
from service.rules.pyramid.tuning import Automatic, PyramidTuning
from service.rules.words import Word


class Advice(Word):
    """What to do with thirteen cards."""

    PLAY = "play"
    SURRENDER = "surrender"


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of a sample and its standard error."""

    mean: float
    standard_error: float

    @classmethod
    def of(cls, values: Floats) -> "Estimate":
        """The estimate from at least two values."""
        return cls(float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)))

    @classmethod
    def of_ratio(cls, sums: Floats, counts: Floats) -> "Estimate":
        """The mean of what is summed up over what is counted; at least one count is not 0."""
        mean = float(sums.sum() / counts.sum())
        return cls(mean, cls.of(sums - mean * counts).standard_error / float(counts.mean()))


@dataclass(frozen=True, slots=True)
class Declared:
    """Declaring the best automatic, over the futures whose cards allow one."""

    net: Estimate
    possible: float
    """The part of all futures in which there is an automatic."""
    better: float
    """The part of all futures in which declaring it brings more than playing."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Chips are counted from after the ante is paid."""

    play: Estimate
    """Playing on, with the better of the two ends in each future."""
    arranged: Estimate
    """Playing on, and the best arrangement in each future."""
    declared: Declared | None
    """None where no future has an automatic."""
    surrender: int
    automatics: Mapping[Automatic, float]
    """The exact chance of each after the kitty."""
    pot_equity: float
    """The share of the pot that playing on can expect."""
    pot_adds: float
    """The chips among the expected ones that come from the pot."""
    futures: int
    arrangements: int

    @property
    def advice(self) -> Advice:
        """The better of the two by expected chips."""
        return Advice.PLAY if self.play.mean > self.surrender else Advice.SURRENDER


def decide(samples: Iterable[Sample], kitties: Kitties, tuning: PyramidTuning) -> Decision:
    """The decision that at least two samples speak for."""
    means, futures, arrangements = [], 0, 0
    for sample in samples:
        means.append(_means(sample.futures, tuning))
        futures += len(sample.futures)
        arrangements += sample.arrangements
    better, arranged, declared, possible, better_declared, share, adds = np.array(means).T
    return Decision(
        Estimate.of(better),
        Estimate.of(arranged),
        Declared(Estimate.of_ratio(declared, possible), float(possible.mean()), float(better_declared.mean()))
        if possible.any()
        else None,
        -tuning.surrender_penalty,
        {automatic: number / ALL_KITTIES for automatic, number in kitties.allowing.items()},
        float(share.mean()),
        float(adds.mean()),
        futures,
        arrangements,
    )


def _means(futures: Sequence[Future], tuning: PyramidTuning) -> Floats:
    """In the mean of a sample's futures, what `decide` reads; what is declared counts 0 where there is nothing to."""
    means: Floats = np.mean([_figures(future, tuning) for future in futures], axis=0)
    return means


def _figures(future: Future, tuning: PyramidTuning) -> tuple[float, ...]:
    end, arranged = future.arranged, future.arranged.chips(tuning)
    if future.declared is None:
        return arranged, arranged, 0, 0, 0, end.pot_share, end.pot_share * end.pot
    declared = future.declared.chips(tuning)
    end = future.declared if declared > arranged else end
    return (
        max(declared, arranged),
        arranged,
        declared,
        1,
        declared > arranged,
        end.pot_share,
        end.pot_share * end.pot,
    )
