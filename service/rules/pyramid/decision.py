"""Play or surrender: what thirteen cards can expect, estimated from sampled kitties and opponents (C17)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from service.rules.cards import Card
from service.rules.pyramid.arranging.arranger import Arranger
from service.rules.pyramid.arranging.search import Placed
from service.rules.pyramid.automatics.detection import automatics_in
from service.rules.pyramid.cards import DECK
from service.rules.pyramid.dealing import ALL_CARDS, KITTY, draw, words_of_seed
from service.rules.pyramid.tuning import AUTOMATICS, Automatic, PyramidTuning
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
    def of(cls, values: Sequence[float]) -> "Estimate":
        """The estimate from at least two values."""
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        return cls(mean, sqrt(spread / len(values)))


@dataclass(frozen=True, slots=True)
class Decision:
    """Chips are counted from after the ante is paid."""

    play: Estimate
    surrender: int
    automatics: Mapping[Automatic, float]
    """The chance of each after the kitty."""
    pot_equity: float
    """The share of the pot that playing can expect."""

    @property
    def advice(self) -> Advice:
        """The better of the two by expected chips."""
        return Advice.PLAY if self.play.mean > self.surrender else Advice.SURRENDER


@dataclass(frozen=True, slots=True)
class Future:
    """One way that it may go on: what the kitty allows, and how it ends against the cards of everybody else."""

    net_points: int
    pot_share: float
    automatics: frozenset[Automatic]


def futures(cards: Sequence[Card], players: int, seed: int, arranger: Arranger) -> Iterator[Future]:
    """What may come of thirteen cards against opponents who all play: sample after sample, without end."""
    words, rest = words_of_seed(seed), _rest(cards)
    while True:
        kitty, *opponents = _draw_others(rest, players - 1, words)
        held = [*cards, *kitty]
        nets = _nets([arranger.placed(hand) for hand in (held, *opponents)], arranger)
        share = (nets[0] == max(nets)) / nets.count(max(nets))
        yield Future(nets[0], share, automatics_in(held))


def decide(sampled: Iterable[Future], players: int, tuning: PyramidTuning) -> Decision:
    """The decision that at least two samples speak for."""
    samples = list(sampled)
    pot = tuning.ante * players
    chips = [tuning.multiplier * sample.net_points + sample.pot_share * pot for sample in samples]
    automatics = Counter(automatic for sample in samples for automatic in sample.automatics)
    return Decision(
        Estimate.of(chips),
        -tuning.surrender_penalty,
        {automatic: automatics[automatic] / len(samples) for automatic in AUTOMATICS},
        sum(sample.pot_share for sample in samples) / len(samples),
    )


def _rest(cards: Sequence[Card]) -> list[Card]:
    rest = list(DECK)
    for card in cards:
        rest.remove(card)
    return rest


def _draw_others(rest: Sequence[Card], opponents: int, words: Iterator[int]) -> list[list[Card]]:
    """A kitty, and the cards of each opponent."""
    others = draw(rest, KITTY + opponents * ALL_CARDS, words)
    starts = range(KITTY, len(others), ALL_CARDS)
    return [others[:KITTY], *(others[start : start + ALL_CARDS] for start in starts)]


def _nets(placed: Sequence[Placed], arranger: Arranger) -> list[int]:
    """Each player's net points. The strengths of the search compare hands of one position in full."""
    nets = [0] * len(placed)
    for a, b in combinations(range(len(placed)), 2):
        points = arranger.points_between(placed[a], placed[b])
        nets[a] += points
        nets[b] -= points
    return nets
