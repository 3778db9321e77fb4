"""Resolutions and scores as JSON values. Built by hand in one pass: this is the hot path's last step."""

from collections.abc import Sequence
from typing import Any, Final

from service.rules.cards import CARD_TEXT, SUITS
from service.rules.destiny.actions import Action, participants
from service.rules.destiny.contests import Hurdle
from service.rules.destiny.modifiers import SuitBonuses
from service.rules.destiny.outcomes import ChallengeOutcome, DuelOutcome
from service.rules.destiny.participants import Participant
from service.rules.destiny.resolution import (
    ChallengeResolution,
    DuelResolution,
    Gang,
    GangWarResolution,
    Resolution,
    scores,
)
from service.rules.destiny.scoring import Score
from service.rules.documents import MILLION
from service.rules.points import as_number
from service.rules.seeded_draws import DrawPurpose
from service.usecases.resolve_action import Resolved
from service.usecases.score_action import Scored
from service.web.answers.draws import revealed_draw

Json = dict[str, Any]
_SUITS: Final = tuple(suit.value for suit in SUITS)


def resolved_answer(resolved: Resolved) -> Json:
    """What `resolve` answers."""
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
    """What `score` answers: the same without a name, for it is not kept."""
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
                "challenge": _hurdle(resolution.contest.hurdle),
                "outcome": _challenge_outcome(resolution.outcome),
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


def _hurdle(hurdle: Hurdle) -> Json:
    return {
        "name": hurdle.name,
        "difficulty": hurdle.difficulty,
        "threshold": as_number(hurdle.threshold),
        "energy_cost": hurdle.energy_cost,
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
    """Which character takes part, and which of the effects running on it counted: null where nobody could be asked."""
    return {"character_id": participant.character_id, "running_effects": participant.running_effects}


def suit_bonuses(bonuses: SuitBonuses) -> Json:
    """The bonus of each suit."""
    return dict(zip(_SUITS, map(as_number, bonuses), strict=True))


def _gang(those: Sequence[Participant], gang: Gang) -> Json:
    return {
        "method": gang.method,
        "score": as_number(gang.score),
        "participants": list(map(_score, those, gang.participants)),
    }


def _challenge_outcome(outcome: ChallengeOutcome) -> Json:
    return {
        "success": outcome.success,
        "degree": outcome.degree,
        "margin": as_number(outcome.margin),
        "decided_by": outcome.decided_by,
        "reward_multiplier": from_millionths(outcome.reward_multiplier),
        "penalty": outcome.penalty,
    }


def from_millionths(number: int) -> float:
    """A coefficient as a JSON number."""
    return number / MILLION if number % MILLION else number // MILLION


def _outcome(outcome: DuelOutcome, first: str, second: str) -> Json:
    return {
        "winner": first if outcome.first_wins else second,
        "margin": as_number(outcome.margin),
        "decided_by": outcome.decided_by,
        "critical": outcome.critical,
    }
