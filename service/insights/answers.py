"""Insights as JSON values."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from service.engines.destiny.actions import ActionType
from service.engines.destiny.insight.outcomes import ByType, Outcomes
from service.engines.destiny.insight.report import (
    AgainstOdds,
    DifferenceRow,
    DifficultyRow,
    HandRankRow,
    Rate,
    SuitBonusSpread,
)
from service.engines.destiny.insight.tally import LEVELS
from service.engines.points import Hundredths, as_number
from service.insights.ports import ResetPage
from service.insights.read import Insight
from service.insights.splits import (
    CrimeRow,
    DayRow,
    InsightByCrime,
    InsightByDay,
    InsightByRevision,
    RevisionRow,
    Tries,
)
from service.insights.window import Window
from service.system.clock import timestamp

Json = dict[str, Any]


def insight_answer(insight: Insight) -> Json:
    found = insight.report
    return {
        **_window(insight.window, insight.reset_at),
        "resolutions": _by_word(found.resolutions),
        "win_rate_by_skill_difference": [_difference(row) for row in found.differences],
        "win_rate_by_hand_rank": [_hand_rank(row) for row in found.hand_ranks],
        "success_by_difficulty": _by_word(
            {kind: [_difficulty(row) for row in rows] for kind, rows in found.difficulties.items()}
        ),
        "suit_bonus_distribution": _by_word({suit: _spread(spread) for suit, spread in found.suit_bonuses.items()}),
        "gang_wars": _rate("gang_wars", "attacker_wins", found.gang_wars),
    }


def by_day_answer(insight: InsightByDay) -> Json:
    return {
        "by": "day",
        **_window(insight.window, insight.reset_at),
        "days": [_day(row) for row in insight.days],
        "truncated": insight.truncated,
    }


def by_revision_answer(insight: InsightByRevision) -> Json:
    return {
        "by": "revision",
        **_window(insight.window, insight.reset_at),
        "revisions": [_revision(row) for row in insight.revisions],
        "without_revision": _outcomes(insight.without_revision),
        "next_cursor": _cursor(insight.following),
    }


def by_crime_answer(insight: InsightByCrime) -> Json:
    missing = insight.without_revision
    return {
        "by": "crime",
        **_window(insight.window, insight.reset_at),
        "crimes": [_crime(row) for row in insight.crimes],
        "without_revision": {str(kind): _tries(missing[kind]) for kind in (ActionType.PVE, ActionType.SKILL_CHECK)},
        "next_cursor": _cursor(insight.following),
    }


def resets_answer(page: ResetPage) -> Json:
    return {
        "resets": [{"author": reset.author, "time": timestamp(reset.time)} for reset in page.resets],
        "next_cursor": str(page.older) if page.older else None,
    }


def _window(window: Window, reset_at: datetime | None) -> Json:
    return {
        "from": window.first.isoformat(),
        "to": window.last.isoformat(),
        "reset_at": timestamp(reset_at) if reset_at else None,
    }


def _cursor(following: int | None) -> str | None:
    return None if following is None else str(following)


def _by_word(values: Mapping[Any, Any]) -> Json:
    return {str(word): value for word, value in values.items()}


def _rate(number: str, wins: str, rate: Rate) -> Json:
    return {number: rate.number, wins: rate.wins, "win_rate": rate.rate}


def _against_odds(odds: AgainstOdds) -> Json:
    return {
        "sampled": odds.number,
        "wins": odds.wins,
        "expected_wins": odds.expected_wins,
        "standard_error": odds.standard_error,
        "z": odds.z,
    }


def _difference(row: DifferenceRow) -> Json:
    highest = None if row.lowest is None else row.lowest + LEVELS - 1
    return {
        "from": row.lowest,
        "to": highest,
        **_rate("duels", "actor_wins", row.duels),
        "against_odds": _against_odds(row.against_odds),
    }


def _hand_rank(row: HandRankRow) -> Json:
    return {
        "hand_rank": row.hand_rank,
        "drawn": row.drawn.wins,
        "share": row.drawn.wins / row.drawn.number if row.drawn.number else None,
        "expected_share": row.chance,
        "z": row.drawn.z,
        "by_action_type": _by_word({kind: _rate("hands", "wins", rate) for kind, rate in row.by_action_type.items()}),
    }


def _difficulty(row: DifficultyRow) -> Json:
    return {
        "difficulty": row.difficulty,
        "mean_threshold": row.mean_threshold,
        "attempts": row.success.number,
        "successes": row.success.wins,
        "success_rate": row.success.rate,
        "degrees": _by_word(row.degrees),
        "against_odds": _against_odds(row.against_odds),
    }


def _spread(spread: SuitBonusSpread) -> Json:
    return {
        "participants": spread.participants,
        "mean": spread.mean,
        "histogram": [
            {"from": _points(bar.lowest), "to": _points(bar.highest), "participants": bar.participants}
            for bar in spread.bars
        ],
    }


def _points(bound: Hundredths | None) -> float | None:
    return None if bound is None else as_number(bound)


def _day(row: DayRow) -> Json:
    return {
        "day": row.day.isoformat(),
        "outcomes": _outcomes(row.outcomes),
        "went_live": [
            {
                "tuning_revision": live.number,
                "time": timestamp(live.change.time),
                "author": live.change.author,
                "reason": live.change.reason,
            }
            for live in row.went_live
        ],
    }


def _revision(row: RevisionRow) -> Json:
    return {
        "tuning_revision": row.revision,
        "first_day": row.first.isoformat(),
        "last_day": row.last.isoformat(),
        "outcomes": _outcomes(row.outcomes),
    }


def _crime(row: CrimeRow) -> Json:
    return {
        "action_type": row.action_type,
        "name": row.name,
        "revisions": [_under_revision(tries) for tries in row.revisions],
        "truncated": row.truncated,
    }


def _under_revision(tries: Tries) -> Json:
    return {
        "tuning_revision": tries.revision,
        "first_day": tries.first.isoformat(),
        "last_day": tries.last.isoformat(),
        "mean_threshold": tries.outcomes.mean_threshold,
        **_tries(tries.outcomes),
        "degrees": _by_word(tries.outcomes.degrees),
    }


def _outcomes(found: ByType) -> Json:
    duels, wars = found[ActionType.PVP], found[ActionType.GANG_WAR]
    return {
        "pve": _tries(found[ActionType.PVE]),
        "skill_check": _tries(found[ActionType.SKILL_CHECK]),
        "pvp": {**_rate("duels", "actor_wins", duels.rate), "against_odds": _against_odds(duels.against_odds)},
        "gang_war": _rate("gang_wars", "attacker_wins", wars.rate),
    }


def _tries(found: Outcomes) -> Json:
    return {
        "attempts": found.rate.number,
        "successes": found.rate.wins,
        "success_rate": found.rate.rate,
        "against_odds": _against_odds(found.against_odds),
    }
