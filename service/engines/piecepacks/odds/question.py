"""What the odds of tiles are asked for, and the tally that answers: how many players share each side of the pot."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, lcm, sqrt
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, Mistake
from service.engines.piecepacks.dealing import check_board, check_no_tile_twice, check_own, raise_if_any
from service.engines.piecepacks.hands import HAND_SIZE, LowRule
from service.engines.piecepacks.tiles import TILES, Tile
from service.engines.piecepacks.variants import FEWEST_PLAYERS, VARIANTS, Variant, VariantRules

DEFAULT_SAMPLES: Final = 15_000
MOST_WORK: Final = 3_350_000
"""The most that all samples and boards may cost, in tiles drawn. The default number of samples fits in every game."""
_WORK_OF_BOARD: Final = 1.25
"""A player's own hands are counted on every board."""
_LOOKUPS_OF_TILE: Final = 12
"""Looking up so many hands costs as much as drawing a tile."""
DEFAULT_SEED: Final = 0


@dataclass(frozen=True, slots=True)
class QuoteTileOddsInput:
    """One player's tiles, the open tiles of the board, and how many opponents stay in."""

    variant: Variant
    tiles: tuple[Tile, ...]
    board: tuple[Tile, ...] = ()
    opponents: int = 1
    low_rule: LowRule = LowRule.TABLE
    samples: int = DEFAULT_SAMPLES
    seed: int = DEFAULT_SEED

    @property
    def rules(self) -> VariantRules:
        return VARIANTS[self.variant]

    @property
    def unknown(self) -> tuple[Tile, ...]:
        """The tiles that the player has not seen."""
        return tuple(tile for tile in TILES if tile not in self.tiles and tile not in self.board)

    @property
    def missing(self) -> int:
        return self.rules.board - len(self.board)

    @property
    def boards(self) -> int:
        """The number of ways to complete the board."""
        return comb(len(self.unknown), self.missing)

    @property
    def most_samples(self) -> int:
        """How many samples may be taken."""
        return int((MOST_WORK - self._work_of_boards) // self._work_of_sample)

    @property
    def work(self) -> float:
        """What the samples and the boards cost."""
        return self._work_of_boards + self.samples * self._work_of_sample

    @property
    def _work_of_boards(self) -> float:
        return self.boards * _WORK_OF_BOARD

    @property
    def _work_of_sample(self) -> int:
        rules, board = self.rules, self.rules.board
        drawn = self.missing + self.opponents * rules.own
        hands = sum(comb(rules.own, used) * comb(board, HAND_SIZE - used) for used in rules.own_used)
        looked_up = self.opponents * hands * (rules.high + rules.low)
        return drawn + looked_up // _LOOKUPS_OF_TILE

    @property
    def deals(self) -> int:
        """The number of ways to complete the board and deal to the opponents, whose order does not count."""
        rest, own, opponents = len(self.unknown) - self.missing, self.rules.own, self.opponents
        orders: int = factorial(own * opponents) // (factorial(own) ** opponents * factorial(opponents))
        return self.boards * comb(rest, own * opponents) * orders


def check_question(question: QuoteTileOddsInput) -> None:
    """Raise `InvalidInput` with every mistake of a question that has no answer."""
    mistakes: Mistakes = []
    check_own(question.variant, question.tiles, ("tiles",), mistakes)
    check_board(question.variant, question.board, mistakes, complete=False)
    check_no_tile_twice(((("tiles",), question.tiles), (("board",), question.board)), mistakes)
    most = question.rules.most_players - 1
    if not FEWEST_PLAYERS - 1 <= question.opponents <= most:
        message = f"{question.variant} takes {FEWEST_PLAYERS - 1} to {most} opponents, not {question.opponents}."
        mistakes.append(Mistake(("opponents",), message))
    raise_if_any(mistakes)


def check_samples(question: QuoteTileOddsInput) -> None:
    """Raise `InvalidInput` with what is allowed if so many samples would cost too much."""
    most = question.most_samples
    if question.samples > most:
        message = f"Must be at most {most} with {question.opponents} opponents in {question.variant}."
        raise InvalidInput([Mistake(("samples",), message)])


Counts = npt.NDArray[np.int64]
Sharers = npt.NDArray[np.intp]
"""For each deal, how many players including the asker share one side of the pot; 0 if the asker has lost it."""


@dataclass(frozen=True, slots=True)
class SideCounts:
    """The number of deals in which the asker wins one side alone, shares it, and loses it."""

    won: int
    tied: int
    lost: int


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """`counts[h, l]` is the number of deals in which h players share the high and l players the low.

    If the pot is not split, both count the only side.
    """

    counts: Counts

    @classmethod
    def of(cls, opponents: int, batches: Iterable[tuple[Sharers, Sharers]]) -> Self:
        """The tally of batches of deals, each given by the sharers of the high and of the low."""
        size = opponents + 2
        counts = np.zeros(size * size, dtype=np.int64)
        for high, low in batches:
            counts += np.bincount(high * size + low, minlength=size * size)
        return cls(counts.reshape(size, size))

    @property
    def deals(self) -> int:
        return int(self.counts.sum())

    @property
    def high(self) -> SideCounts:
        return _side(self.counts.sum(axis=1))

    @property
    def low(self) -> SideCounts:
        return _side(self.counts.sum(axis=0))

    @property
    def scoops(self) -> int:
        """The deals in which the asker takes the whole pot alone."""
        return int(self.counts[1, 1])

    @property
    def equity(self) -> Fraction:
        """The asker's mean share of the pot."""
        return self._mean(1)

    @property
    def equity_deviation(self) -> float:
        """The standard deviation of the asker's share of the pot."""
        return sqrt(self._mean(2) - self.equity**2)

    def _mean(self, power: int) -> Fraction:
        # In whole numbers of a part that divides each share: a hundred fractions would take milliseconds.
        parts = 2 * lcm(*range(1, len(self.counts)))
        shares = (int(deals) * _share(parts, high, low) ** power for (high, low), deals in np.ndenumerate(self.counts))
        return Fraction(sum(shares), parts**power * self.deals)


def _side(counts: Counts) -> SideCounts:
    return SideCounts(won=int(counts[1]), tied=int(counts[2:].sum()), lost=int(counts[0]))


def _share(pot: int, high: int, low: int) -> int:
    """What a player wins of the pot who shares its halves among this many; 0 is a lost half."""
    return sum(pot // (2 * sharers) for sharers in (high, low) if sharers)


def sharers(own: Any, best: npt.NDArray[Any], level: Any) -> Sharers:
    """From the asker's score, the opponents' best score, and the number of opponents level with the asker."""
    return np.where(best > own, 0, level + 1).astype(np.intp)
