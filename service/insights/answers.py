"""Insights as JSON values."""

from collections.abc import Mapping
from typing import Any

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
from service.system.clock import timestamp

Json = dict[str, Any]


def insight_answer(insight: Insight) -> Json:
    found = insight.report
    return {
        "from": insight.first.isoformat(),
        "to": insight.last.isoformat(),
        "reset_at": timestamp(insight.reset_at) if insight.reset_at else None,
        "resolutions": _by_word(found.resolutions),
        "win_rate_by_skill_difference": [_difference(row) for row in found.differences],
        "win_rate_by_hand_rank": [_hand_rank(row) for row in found.hand_ranks],
        "success_by_difficulty": _by_word(
            {kind: [_difficulty(row) for row in rows] for kind, rows in found.difficulties.items()}
        ),
        "suit_bonus_distribution": _by_word({suit: _spread(spread) for suit, spread in found.suit_bonuses.items()}),
        "gang_wars": _rate("gang_wars", "attacker_wins", found.gang_wars),
    }


def resets_answer(page: ResetPage) -> Json:
    return {
        "resets": [{"author": reset.author, "time": timestamp(reset.time)} for reset in page.resets],
        "next_cursor": str(page.older) if page.older else None,
    }


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
