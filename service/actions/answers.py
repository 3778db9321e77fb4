"""Odds as JSON values, and what the answers about actions share. `texts.py` writes resolutions and scores."""

from typing import Any, Final

from service.actions.odds import Odds, Pay, Quoted
from service.engines.cards import SUITS
from service.engines.destiny.actions import participants
from service.engines.destiny.odds.challenge import ChallengeOdds
from service.engines.destiny.odds.duel import PAIR_COUNT, DuelOdds
from service.engines.destiny.odds.gang_war import ABSOLUTE_ERROR, GangWarOdds
from service.engines.destiny.odds.rewards import PAYOUT, Payout
from service.engines.destiny.participants import Participant
from service.engines.documents import MILLION
from service.engines.draws import HAND_COUNT
from service.engines.points import as_number

Json = dict[str, Any]
_SUITS: Final = tuple(suit.value for suit in SUITS)


def character(participant: Participant) -> Json:
    """A character, and which of its running effects counted: null where the store could not be asked."""
    return {"character_id": participant.character_id, "running_effects": participant.running_effects}


def from_millionths(number: int) -> float:
    """A number of millionths as a JSON number, an integer where it is whole."""
    return number / MILLION if number % MILLION else number // MILLION


def paid(payout: Payout) -> float:
    """A payout as a JSON number, an integer where it is whole."""
    return payout / PAYOUT if payout % PAYOUT else payout // PAYOUT


def quoted_answer(quoted: Quoted) -> Json:
    answer = {
        "action_type": quoted.action.action_type,
        "tuning_revision": quoted.tuning_revision,
        **_odds(quoted.odds),
    }
    if quoted.pay:
        answer |= _pay(quoted.pay)
    characters = [character(one) for one in participants(quoted.action) if one.character_id is not None]
    return {**answer, "characters": characters} if characters else answer


def _pay(pay: Pay) -> Json:
    energy, odds = pay.energy_cost, pay.reward
    reward = {
        "expected": odds.expected,
        "standard_deviation": odds.standard_deviation,
        "per_energy": odds.expected / energy if energy else None,
    }
    if pay.attempts is None:
        return {"reward": reward}
    attempts = {
        "expected": pay.attempts.expected,
        "quantiles": {f"p{q:02}": paid(payout) for q, payout in pay.attempts.quantiles.items()},
        "energy": pay.attempts.attempts * energy,
    }
    return {"reward": reward, "attempts": attempts}


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
    """A number of hands, and its share of all hands."""
    return {"hands": hands, "probability": hands / HAND_COUNT}


def of_pairs(pairs: int) -> Json:
    """A number of pairs of hands, and its share of all pairs."""
    return {"pairs": pairs, "probability": pairs / PAIR_COUNT}
