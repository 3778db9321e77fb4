"""The figures that insight consists of."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from service.rules.cards import Suit
from service.rules.destiny.actions import ActionType
from service.rules.destiny.hands import HandRank
from service.rules.destiny.tuning import Degree
from service.rules.points import Hundredths

LEAST_VARIANCE: Final = 5
"""Below it one lucky draw would look like a drift, so no deviation is told."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of so many were won."""

    number: int = 0
    wins: int = 0

    @property
    def rate(self) -> float | None:
        """The share that was won; None of nothing."""
        return self.wins / self.number if self.number else None


@dataclass(frozen=True, slots=True)
class AgainstOdds:
    """How many of so many were won, and how many should have been, by the exact odds of those same ones."""

    number: int
    wins: int
    expected_wins: float
    variance: float

    @property
    def standard_error(self) -> float:
        """By how much the wins stray from what is expected, by chance alone."""
        return sqrt(self.variance)

    @property
    def z(self) -> float | None:
        """How many standard errors the wins are off; None where there are too few to tell."""
        return (self.wins - self.expected_wins) / self.standard_error if self.variance >= LEAST_VARIANCE else None


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """Duels by how many levels the actor had more than the target."""

    lowest: int | None
    """None: of one side the level is not known."""
    duels: Rate
    against_odds: AgainstOdds


@dataclass(frozen=True, slots=True)
class HandRankRow:
    """Hands of one rank: how many were drawn, and how many of them were on the side that won."""

    hand_rank: HandRank
    chance: float
    drawn: AgainstOdds
    by_action_type: Mapping[ActionType, Rate]


@dataclass(frozen=True, slots=True)
class DifficultyRow:
    """Challenges of one difficulty."""

    difficulty: str
    mean_threshold: float
    degrees: Mapping[Degree, int]
    success: Rate
    against_odds: AgainstOdds


@dataclass(frozen=True, slots=True)
class Bar:
    """So many participants have a bonus from `lowest` to `highest`; None: as far as it goes."""

    lowest: Hundredths | None
    highest: Hundredths | None
    participants: int


@dataclass(frozen=True, slots=True)
class SuitBonusSpread:
    """The bonuses that participants had in one suit."""

    participants: int
    mean: float | None
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class InsightReport:
    """The four metrics, and how gang wars end."""

    resolutions: Mapping[ActionType, int]
    differences: tuple[DifferenceRow, ...]
    hand_ranks: tuple[HandRankRow, ...]
    difficulties: Mapping[ActionType, tuple[DifficultyRow, ...]]
    suit_bonuses: Mapping[Suit, SuitBonusSpread]
    gang_wars: Rate
