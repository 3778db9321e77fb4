"""Play or surrender: what thirteen cards can expect, estimated from sampled futures (C17, C19)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from service.engines.pyramid.automatics.kitties import ALL_KITTIES, Kitties
from service.engines.pyramid.estimates import Correction, Estimate, Gauges
from service.engines.pyramid.futures import Future, Sample
from service.engines.pyramid.settlement import Floats
from service.engines.pyramid.tuning import Automatic, PyramidTuning
from service.engines.wire_enum import WireEnum


class Advice(WireEnum):
    """What to do with thirteen cards."""

    PLAY = "play"
    SURRENDER = "surrender"


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


def decide(samples: Iterable[Sample], kitties: Kitties, gauges: Gauges, tuning: PyramidTuning) -> Decision:
    """The decision that at least two samples speak for."""
    taken = [
        (_means(sample.futures, tuning), sample.gauges, len(sample.futures), sample.arrangements) for sample in samples
    ]
    means, gauged, futures, arrangements = zip(*taken, strict=True)
    corrected = Correction(np.array(gauged), np.array(gauges.means))
    better, arranged, declared, possible, better_declared, share, adds = np.array(means).T
    some_possible = corrected.mean(possible) > 0
    return Decision(
        corrected.estimate(better),
        corrected.estimate(arranged),
        Declared(corrected.ratio(declared, possible), corrected.mean(possible), corrected.mean(better_declared))
        if some_possible
        else None,
        -tuning.surrender_penalty,
        {automatic: number / ALL_KITTIES for automatic, number in kitties.allowing.items()},
        corrected.mean(share),
        corrected.mean(adds),
        sum(futures),
        sum(arrangements),
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
