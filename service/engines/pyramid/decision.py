"""Advises to play or surrender thirteen cards, by the chips expected over sampled futures (C17, C19)."""

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
    PLAY = "play"
    SURRENDER = "surrender"


@dataclass(frozen=True, slots=True)
class Declared:
    """The result of declaring the best automatic, over the futures whose cards allow one."""

    net: Estimate
    possible: float
    """The share of futures in which an automatic is possible."""
    better: float
    """The share of futures in which declaring it wins more than playing."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The figures behind the advice. Chips are counted from after the ante is paid."""

    play: Estimate
    """Playing on, and arranging or declaring, whichever is better, in each future."""
    arranged: Estimate
    """Playing on with the best arrangement in each future."""
    declared: Declared | None
    """None if no future has an automatic."""
    surrender: int
    automatics: Mapping[Automatic, float]
    """The exact chance of each automatic after the kitty."""
    pot_equity: float
    """The expected share of the pot when playing on."""
    pot_adds: float
    """The part of the expected chips that comes from the pot."""
    futures: int
    arrangements: int

    @property
    def advice(self) -> Advice:
        """The option with more expected chips; surrender if they are equal."""
        return Advice.PLAY if self.play.mean > self.surrender else Advice.SURRENDER


def decide(samples: Iterable[Sample], kitties: Kitties, gauges: Gauges, tuning: PyramidTuning) -> Decision:
    """The decision from these samples, of which there must be at least two."""
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
    """The figures that `decide` reads, as means over a sample's futures. Without an automatic, declaring counts 0."""
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
