"""Resolutions, scores and odds as JSON values. Built by hand in one pass, because `resolve` is the hot path."""

from collections.abc import Sequence
from typing import Any, Final

from service.actions.odds import Odds, Pay, Quoted
from service.actions.resolve import Resolved
from service.actions.score import Scored
from service.characters.answers import suit_bonuses
from service.draws.answers import revealed_draw
from service.engines.cards import CARD_TEXT, SUITS
from service.engines.destiny.actions import Action, participants
from service.engines.destiny.contests import ChallengeDetails
from service.engines.destiny.odds.challenge import ChallengeOdds
from service.engines.destiny.odds.duel import PAIR_COUNT, DuelOdds
from service.engines.destiny.odds.gang_war import ABSOLUTE_ERROR, GangWarOdds
from service.engines.destiny.odds.rewards import PAYOUT, Payout
from service.engines.destiny.outcomes import ChallengeOutcome, DuelOutcome, Score
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import (
    ChallengeResolution,
    DuelResolution,
    Gang,
    GangWarResolution,
    Resolution,
    scores,
)
from service.engines.documents import MILLION
from service.engines.draws import HAND_COUNT, DrawPurpose
from service.engines.points import Hundredths, as_number

Json = dict[str, Any]
_SUITS: Final = tuple(suit.value for suit in SUITS)


def resolved_answer(resolved: Resolved) -> Json:
    answer = {
        "resolution_id": resolved.resolution_id,
        "action_type": resolved.action_type,
        "tuning_revision": resolved.tuning_revision,
        **_resolution(resolved.action, resolved.resolution),
    }
    if resolved.draw:
        hands = [[CARD_TEXT[card] for card in score.hand] for score in scores(resolved.resolution)]
        answer["draw"] = revealed_draw(resolved.draw, DrawPurpose.RESOLVE, {"hands": hands})
    return answer


def scored_answer(scored: Scored) -> Json:
    """The answer of `score`: the same without an id, because no record is kept."""
    return {
        "action_type": scored.action_type,
        "tuning_revision": scored.tuning_revision,
        **_resolution(scored.action, scored.resolution),
    }


def _resolution(action: Action, resolution: Resolution) -> Json:
    those = participants(action)
    match resolution:
        case ChallengeResolution():
            return {
                "actor": _score(those[0], resolution.actor),
                "challenge": _challenge(resolution.contest.challenge),
                "outcome": _challenge_outcome(resolution.outcome, resolution.contest.challenge.reward),
            }
        case DuelResolution():
            return {
                "actor": _score(those[0], resolution.actor),
                "target": _score(those[1], resolution.target),
                "outcome": _outcome(resolution.outcome, "actor", "target"),
            }
        case GangWarResolution():
            attackers = len(resolution.attackers.participants)
            return {
                "attackers": _gang(those[:attackers], resolution.attackers),
                "defenders": _gang(those[attackers:], resolution.defenders),
                "outcome": _outcome(resolution.outcome, "attackers", "defenders"),
            }


def _challenge(challenge: ChallengeDetails) -> Json:
    return {
        "name": challenge.name,
        "difficulty": challenge.difficulty,
        "threshold": as_number(challenge.threshold),
        "energy_cost": challenge.energy_cost,
    }


def _score(participant: Participant, score: Score) -> Json:
    answer = {
        "hand": [CARD_TEXT[card] for card in score.hand],
        "hand_rank": score.hand_class.rank,
        "base_score": as_number(score.base_score),
        "suit_counts": dict(zip(_SUITS, score.hand_class.suit_counts, strict=True)),
        "suit_bonuses": suit_bonuses(score.strength.suit_bonuses),
        "suit_score": as_number(score.suit_score),
        "modifier_score": as_number(score.modifier_score),
        "total_score": as_number(score.total),
        "breakdown": [{"source": source, "points": as_number(points)} for source, points in score.breakdown()],
    }
    return answer if participant.character_id is None else {**character(participant), **answer}


def character(participant: Participant) -> Json:
    """A character, and which of its running effects counted: null where the store could not be asked."""
    return {"character_id": participant.character_id, "running_effects": participant.running_effects}


def _gang(those: Sequence[Participant], gang: Gang) -> Json:
    return {
        "method": gang.method,
        "score": as_number(gang.score),
        "participants": list(map(_score, those, gang.participants)),
    }


def _challenge_outcome(outcome: ChallengeOutcome, reward: Hundredths | None) -> Json:
    answer = {
        "success": outcome.success,
        "degree": outcome.degree,
        "margin": as_number(outcome.margin),
        "decided_by": outcome.decided_by,
        "reward_multiplier": from_millionths(outcome.reward_multiplier),
        "penalty": outcome.penalty,
    }
    if reward is not None:
        answer["reward"] = _paid(reward * outcome.reward_multiplier)
    return answer


def from_millionths(number: int) -> float:
    """A number of millionths as a JSON number, an integer where it is whole."""
    return number / MILLION if number % MILLION else number // MILLION


def _paid(payout: Payout) -> float:
    """A payout as a JSON number, an integer where it is whole."""
    return payout / PAYOUT if payout % PAYOUT else payout // PAYOUT


def _outcome(outcome: DuelOutcome, first: str, second: str) -> Json:
    return {
        "winner": first if outcome.first_wins else second,
        "margin": as_number(outcome.margin),
        "decided_by": outcome.decided_by,
        "critical": outcome.critical,
    }


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
        "quantiles": {f"p{q:02}": _paid(paid) for q, paid in pay.attempts.quantiles.items()},
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
