"""Builds the insight report from counts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from service.engines.cards import SUITS, Suit
from service.engines.destiny.actions import ActionType
from service.engines.destiny.contests import CUSTOM
from service.engines.destiny.hands import HAND_RANKS, HandRank
from service.engines.destiny.insight.tally import (
    BELOW_ZERO,
    BILLION,
    BONUS_STEPS,
    CHANCE,
    CONTESTS,
    DIFFERENCE,
    DIFFICULTY,
    GANG_WAR,
    HAND_RANK,
    LOST,
    SAMPLE,
    SUIT,
    SUIT_POINTS,
    THRESHOLD,
    UNKNOWN,
    VARIANCE,
    WINS,
    WON,
    Name,
)
from service.engines.destiny.odds.totals import HANDS, RANK_INDEX
from service.engines.destiny.tuning import Degree
from service.engines.draws import HAND_COUNT
from service.engines.points import POINT, Hundredths

LEAST_VARIANCE: Final = 5
"""Below this variance one lucky draw would look like drift, so `z` is None."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How many were counted, and how many of them were won."""

    number: int = 0
    wins: int = 0

    @property
    def rate(self) -> float | None:
        """The share that was won; None if none were counted."""
        return self.wins / self.number if self.number else None


@dataclass(frozen=True, slots=True)
class AgainstOdds:
    """Wins as counted, and wins as expected from the exact odds of the same contests."""

    number: int
    wins: int
    expected_wins: float
    variance: float

    @property
    def standard_error(self) -> float:
        """How far wins stray from the expected number by chance alone."""
        return sqrt(self.variance)

    @property
    def z(self) -> float | None:
        """How many standard errors the wins are off; None if the variance is below `LEAST_VARIANCE`."""
        return (self.wins - self.expected_wins) / self.standard_error if self.variance >= LEAST_VARIANCE else None


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """Duels grouped by the actor's level minus the target's."""

    lowest: int | None
    """The lowest difference in the group; None if either level is unknown."""
    duels: Rate
    against_odds: AgainstOdds


@dataclass(frozen=True, slots=True)
class HandRankRow:
    """Hands of one rank: how many were drawn, and how many of them were on the winning side."""

    hand_rank: HandRank
    chance: float
    drawn: AgainstOdds
    by_action_type: Mapping[ActionType, Rate]


@dataclass(frozen=True, slots=True)
class DifficultyRow:
    difficulty: str
    mean_threshold: float
    degrees: Mapping[Degree, int]
    success: Rate
    against_odds: AgainstOdds


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of participants with a bonus from `lowest` to `highest`; None means unbounded."""

    lowest: Hundredths | None
    highest: Hundredths | None
    participants: int


@dataclass(frozen=True, slots=True)
class SuitBonusSpread:
    """The distribution of participants' bonuses in one suit."""

    participants: int
    mean: float | None
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class InsightReport:
    """The four metrics, and the outcomes of gang wars."""

    resolutions: Mapping[ActionType, int]
    differences: tuple[DifferenceRow, ...]
    hand_ranks: tuple[HandRankRow, ...]
    difficulties: Mapping[ActionType, tuple[DifficultyRow, ...]]
    suit_bonuses: Mapping[Suit, SuitBonusSpread]
    gang_wars: Rate


RANK_CHANCES: Final[Mapping[HandRank, float]] = {
    rank: int(HANDS[index == RANK_INDEX].sum()) / HAND_COUNT for index, rank in enumerate(HAND_RANKS)
}
"""The exact chance of each hand rank."""
_GOOD: Final = (Degree.CRITICAL_SUCCESS, Degree.SUCCESS)

Counted = Callable[..., int]
"""Returns the count under a name."""


def report(counts: Mapping[Name, int]) -> InsightReport:
    def counted(*name: str) -> int:
        return counts.get(name, 0)

    differences = _differences(_names(counts, DIFFERENCE), counted)
    difficulties = {
        action_type: _difficulties(action_type, _names(counts, DIFFICULTY, action_type), counted)
        for action_type in (ActionType.PVE, ActionType.SKILL_CHECK)
    }
    gang_wars = _rate(counted, GANG_WAR)
    return InsightReport(
        resolutions={
            **{kind: sum(row.success.number for row in rows) for kind, rows in difficulties.items()},
            ActionType.PVP: sum(row.duels.number for row in differences),
            ActionType.GANG_WAR: gang_wars.number,
        },
        differences=differences,
        hand_ranks=_hand_ranks(counted),
        difficulties=difficulties,
        suit_bonuses={suit: _spread(suit, counted) for suit in SUITS},
        gang_wars=gang_wars,
    )


def _names(counts: Mapping[Name, int], *above: str) -> set[str]:
    """The names one level below this prefix."""
    return {name[len(above)] for name in counts if name[: len(above)] == above}


def _rate(counted: Counted, *name: str) -> Rate:
    wins = counted(*name, WON)
    return Rate(wins + counted(*name, LOST), wins)


def _against_odds(counted: Counted, *row: str) -> AgainstOdds:
    def sampled(what: str) -> int:
        return counted(SAMPLE, *row, what)

    return AgainstOdds(sampled(CONTESTS), sampled(WINS), sampled(CHANCE) / BILLION, sampled(VARIANCE) / BILLION)


def _differences(labels: set[str], counted: Counted) -> tuple[DifferenceRow, ...]:
    """From the target's largest lead to the actor's; unknown differences last."""
    ordered: list[int | None] = [
        *sorted(int(label) for label in labels - {UNKNOWN}),
        *([None] if UNKNOWN in labels else []),
    ]
    rows = ((lowest, (DIFFERENCE, UNKNOWN if lowest is None else str(lowest))) for lowest in ordered)
    return tuple(DifferenceRow(lowest, _rate(counted, *row), _against_odds(counted, *row)) for lowest, row in rows)


def _hand_ranks(counted: Counted) -> tuple[HandRankRow, ...]:
    by_rank = {rank: {kind: _rate(counted, HAND_RANK, kind, rank) for kind in ActionType} for rank in HAND_RANKS}
    drawn = {rank: sum(rate.number for rate in rates.values()) for rank, rates in by_rank.items()}
    hands = sum(drawn.values())
    return tuple(
        HandRankRow(
            rank,
            chance,
            AgainstOdds(hands, drawn[rank], hands * chance, hands * chance * (1 - chance)),
            by_rank[rank],
        )
        for rank, chance in RANK_CHANCES.items()
    )


def _difficulties(kind: ActionType, names: set[str], counted: Counted) -> tuple[DifficultyRow, ...]:
    """From the easiest to the hardest; bare thresholds last."""
    rows = [_difficulty(kind, name, counted) for name in names]
    return tuple(sorted(rows, key=lambda row: (row.difficulty == CUSTOM, row.mean_threshold, row.difficulty)))


def _difficulty(kind: ActionType, name: str, counted: Counted) -> DifficultyRow:
    row = (DIFFICULTY, kind, name)
    degrees = {degree: counted(*row, degree) for degree in Degree}
    number = sum(degrees.values())
    return DifficultyRow(
        name,
        counted(THRESHOLD, *row) / (POINT * number),
        degrees,
        Rate(number, sum(degrees[degree] for degree in _GOOD)),
        _against_odds(counted, *row),
    )


def _spread(suit: Suit, counted: Counted) -> SuitBonusSpread:
    lows = (None, *BONUS_STEPS)
    highs = (*(step - 1 for step in BONUS_STEPS), None)
    bars = tuple(
        Bar(low, high, counted(SUIT, suit, BELOW_ZERO if low is None else str(low)))
        for low, high in zip(lows, highs, strict=True)
    )
    number = sum(bar.participants for bar in bars)
    return SuitBonusSpread(number, counted(SUIT_POINTS, suit) / (POINT * number) if number else None, bars)
