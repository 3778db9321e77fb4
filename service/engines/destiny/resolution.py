"""Resolves a contest with its hands: every score, and the outcome."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from service.engines.destiny.contests import ChallengeContest, Contest, DuelContest, GangWarContest
from service.engines.destiny.outcomes import (
    ChallengeOutcome,
    DuelOutcome,
    Score,
    decide_challenge,
    decide_duel,
    decide_gang_war,
    gang_score,
    score_hand,
)
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import GangMethod, Tuning
from service.engines.draws import Hand
from service.engines.points import Hundredths, divide_half_up


class ChallengeResolution(NamedTuple):
    contest: ChallengeContest
    actor: Score
    outcome: ChallengeOutcome


class DuelResolution(NamedTuple):
    actor: Score
    target: Score
    outcome: DuelOutcome


@dataclass(frozen=True, slots=True)
class Gang:
    """One side of a gang war, with its score to the nearest hundredth."""

    method: GangMethod
    score: Hundredths
    participants: tuple[Score, ...]


class GangWarResolution(NamedTuple):
    attackers: Gang
    defenders: Gang
    outcome: DuelOutcome


Resolution = ChallengeResolution | DuelResolution | GangWarResolution


def scores(resolution: Resolution) -> tuple[Score, ...]:
    """The participants' scores, in the order in which hands are dealt."""
    match resolution:
        case ChallengeResolution():
            return (resolution.actor,)
        case DuelResolution():
            return resolution.actor, resolution.target
        case GangWarResolution():
            return resolution.attackers.participants + resolution.defenders.participants


def hands_needed(contest: Contest) -> int:
    match contest:
        case ChallengeContest():
            return 1
        case DuelContest():
            return 2
        case GangWarContest():
            return len(contest.attackers) + len(contest.defenders)


def resolve(contest: Contest, hands: Sequence[Hand], tuning: Tuning) -> Resolution:
    """Resolve the contest with these hands: the actor's then the target's, or the attackers' then the defenders'."""
    match contest:
        case ChallengeContest():
            return resolve_challenge(contest, hands[0], tuning)
        case DuelContest():
            actor = score_hand(hands[0], contest.actor, tuning)
            target = score_hand(hands[1], contest.target, tuning)
            return DuelResolution(actor, target, decide_duel(actor, target, tuning))
        case GangWarContest():
            return _resolve_gang_war(contest, hands, tuning)


def resolve_challenge(contest: ChallengeContest, hand: Hand, tuning: Tuning) -> ChallengeResolution:
    """Resolve the challenge with this hand. All but the hand itself follows from the class of the hand."""
    score = score_hand(hand, contest.actor, tuning)
    return ChallengeResolution(contest, score, decide_challenge(score, contest.challenge.threshold, tuning))


def _resolve_gang_war(contest: GangWarContest, hands: Sequence[Hand], tuning: Tuning) -> GangWarResolution:
    def side(strengths: tuple[Strength, ...], drawn: Sequence[Hand]) -> tuple[Score, ...]:
        return tuple(score_hand(hand, strength, tuning) for hand, strength in zip(drawn, strengths, strict=True))

    attackers = side(contest.attackers, hands[: len(contest.attackers)])
    defenders = side(contest.defenders, hands[len(contest.attackers) :])
    attack = gang_score([score.total for score in attackers], contest.method)
    defense = gang_score([score.total for score in defenders], contest.method)
    return GangWarResolution(
        Gang(contest.method, divide_half_up(attack.numerator, attack.denominator), attackers),
        Gang(contest.method, divide_half_up(defense.numerator, defense.denominator), defenders),
        decide_gang_war(attack, defense, tuning),
    )
