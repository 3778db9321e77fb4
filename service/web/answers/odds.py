"""Odds as JSON values."""

from typing import Any

from service.rules.destiny.actions import participants
from service.rules.destiny.odds.challenge import ChallengeOdds
from service.rules.destiny.odds.duel import PAIR_COUNT, DuelOdds
from service.rules.destiny.odds.gang_war import ABSOLUTE_ERROR, GangWarOdds
from service.rules.draws import HAND_COUNT
from service.rules.points import as_number
from service.usecases.quote_odds import Odds, Quoted
from service.web.answers.resolutions import character

Json = dict[str, Any]


def quoted_answer(quoted: Quoted) -> Json:
    """What `odds` answers."""
    answer = {
        "action_type": quoted.action.action_type,
        "tuning_revision": quoted.tuning_revision,
        **_odds(quoted.odds),
    }
    characters = [character(one) for one in participants(quoted.action) if one.character_id is not None]
    return {**answer, "characters": characters} if characters else answer


def _odds(odds: Odds) -> Json:
    match odds:
        case ChallengeOdds():
            return {
                "hands": HAND_COUNT,
                "degrees": {degree.value: of_hands(hands) for degree, hands in odds.degrees.items()},
                "success": of_hands(odds.success),
                "expected_total": odds.expected_total,
                "total_quantiles": {f"p{q:02}": as_number(total) for q, total in odds.quantiles.items()},
            }
        case DuelOdds():
            return {
                "pairs": PAIR_COUNT,
                "actor_wins": of_pairs(odds.actor_wins),
                "target_wins": of_pairs(odds.target_wins),
                "tied_totals": of_pairs(odds.tied_totals),
            }
        case GangWarOdds():
            return {
                "absolute_error": ABSOLUTE_ERROR,
                "attackers_win": {"probability": odds.attackers_win},
                "defenders_win": {"probability": odds.defenders_win},
                "tied_scores": {"probability": odds.tied_scores},
            }


def of_hands(hands: int) -> Json:
    """So many of all hands, as a chance."""
    return {"hands": hands, "probability": hands / HAND_COUNT}


def of_pairs(pairs: int) -> Json:
    """So many of all pairs of hands, as a chance."""
    return {"pairs": pairs, "probability": pairs / PAIR_COUNT}
