"""Scores of drawn hands, and the rules that decide outcomes."""

from fractions import Fraction
from operator import mul
from typing import Final, NamedTuple

from service.engines.cards import SUITS
from service.engines.destiny.hands import HandClass, HandRank, SuitCounts, classify
from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.participants import Strength
from service.engines.destiny.skills import Millionths
from service.engines.destiny.tuning import Degree, GangMethod, Tuning
from service.engines.draws import Hand
from service.engines.points import POINT, Hundredths, divide_half_up
from service.engines.wire_enum import WireEnum

Breakdown = list[tuple[str, Hundredths]]
"""Points by their sources."""
_SUIT_SOURCES: Final = tuple(f"suit:{suit}" for suit in SUITS)


class Score(NamedTuple):
    """What one participant drew, and what it is worth."""

    hand: Hand
    hand_class: HandClass
    strength: Strength
    rank_score: Hundredths
    suit_score: Hundredths
    modifier_score: Hundredths

    @property
    def base_score(self) -> Hundredths:
        """The points of the hand rank plus its add-on."""
        return self.rank_score + self.hand_class.add_on * POINT

    @property
    def total(self) -> Hundredths:
        """The sum of the three scores, never below zero. This is the only place where a score is floored."""
        total = self.rank_score + self.hand_class.add_on * POINT + self.suit_score + self.modifier_score
        return max(0, total)

    def breakdown(self) -> Breakdown:
        """The points by source. They add up to the total before it is floored."""
        base = base_breakdown(self.hand_class.rank, self.hand_class.add_on, self.rank_score)
        return [
            *base,
            *suit_breakdown(self.hand_class.suit_counts, self.strength.suit_bonuses),
            *self.modifier_breakdown(),
        ]

    def modifier_breakdown(self) -> Breakdown:
        """The part of the breakdown that adds up to the modifier score."""
        rank = self.hand_class.rank
        given = [(modifier.source, modifier.points_for(rank)) for modifier in self.strength.modifiers]
        return [(source, points) for source, points in given if points]


def base_breakdown(rank: HandRank, add_on: int, rank_score: Hundredths) -> Breakdown:
    """The part of a breakdown that adds up to the base score."""
    parts = [("hand_rank", rank_score)]
    if add_on:
        source = "high_cards" if rank is HandRank.HIGH_CARD else "kicker"
        parts.append((source, add_on * POINT))
    return parts


def suit_breakdown(suit_counts: SuitCounts, suit_bonuses: SuitBonuses) -> Breakdown:
    """The part of a breakdown that adds up to the suit score."""
    points = map(mul, suit_counts, suit_bonuses)
    return [part for part in zip(_SUIT_SOURCES, points, strict=True) if part[1]]


def score_hand(hand: Hand, strength: Strength, tuning: Tuning) -> Score:
    drawn = classify(hand)
    rank, _, (spades, hearts, clubs, diamonds) = drawn
    bonuses = strength.suit_bonuses
    suit_score = spades * bonuses[0] + hearts * bonuses[1] + clubs * bonuses[2] + diamonds * bonuses[3]
    modifier_score = 0
    for modifier in strength.modifiers:
        modifier_score += modifier.points_for(rank)
    return Score(hand, drawn, strength, tuning.hand_rank_scores[rank], suit_score, modifier_score)


class DecidedBy(WireEnum):
    """The rule that decided the outcome."""

    SCORE = "score"
    TIE = "tie"
    IDENTICAL_HANDS = "identical_hands"
    ROYAL_FLUSH = "royal_flush"


class Penalty(WireEnum):
    """What a failure costs. The game decides what each penalty means."""

    NONE = "none"
    MINOR = "minor"
    MAJOR = "major"


PENALTIES: Final = {
    Degree.CRITICAL_SUCCESS: Penalty.NONE,
    Degree.SUCCESS: Penalty.NONE,
    Degree.FAILURE: Penalty.MINOR,
    Degree.CRITICAL_FAILURE: Penalty.MAJOR,
}
BEST: Final = 3
"""How many totals count under the method `best_three`."""


class ChallengeOutcome(NamedTuple):
    degree: Degree
    margin: Hundredths
    decided_by: DecidedBy
    reward_multiplier: Millionths

    @property
    def penalty(self) -> Penalty:
        return PENALTIES[self.degree]

    @property
    def success(self) -> bool:
        return self.degree in (Degree.CRITICAL_SUCCESS, Degree.SUCCESS)


class DuelOutcome(NamedTuple):
    """The outcome of a duel or a gang war. The first side is the actor or the attackers."""

    first_wins: bool
    margin: Hundredths
    decided_by: DecidedBy

    @property
    def critical(self) -> bool:
        """Whether the winner won by the royal-flush rule (ruling A11)."""
        return self.decided_by is DecidedBy.ROYAL_FLUSH


def degree_of(margin: Hundredths, tuning: Tuning) -> Degree:
    """The degree for a margin: the total minus the threshold."""
    if margin >= tuning.critical_margin:
        return Degree.CRITICAL_SUCCESS
    if margin >= 0:
        return Degree.SUCCESS
    return Degree.FAILURE if margin >= tuning.failure_margin else Degree.CRITICAL_FAILURE


def decide_challenge(score: Score, threshold: Hundredths, tuning: Tuning) -> ChallengeOutcome:
    margin = score.total - threshold
    if tuning.royal_flush_auto_win and score.hand_class.rank is HandRank.ROYAL_FLUSH:
        degree, decided_by = Degree.CRITICAL_SUCCESS, DecidedBy.ROYAL_FLUSH
    else:
        degree, decided_by = degree_of(margin, tuning), DecidedBy.SCORE
    return ChallengeOutcome(degree, margin, decided_by, tuning.reward_multipliers[degree])


def decide_duel(actor: Score, target: Score, tuning: Tuning) -> DuelOutcome:
    """Decide by the identical-hands rule first, then by a royal flush, then by totals."""
    margin = actor.total - target.total
    if set(actor.hand) == set(target.hand):
        return _by_points(actor.suit_score - target.suit_score, margin, DecidedBy.IDENTICAL_HANDS, tuning)
    actor_royal = actor.hand_class.rank is HandRank.ROYAL_FLUSH
    target_royal = target.hand_class.rank is HandRank.ROYAL_FLUSH
    if tuning.royal_flush_auto_win and actor_royal != target_royal:
        return DuelOutcome(actor_royal, margin, DecidedBy.ROYAL_FLUSH)
    return _by_points(margin, margin, DecidedBy.SCORE if margin else DecidedBy.TIE, tuning)


def _by_points(lead: int | Fraction, margin: Hundredths, decided_by: DecidedBy, tuning: Tuning) -> DuelOutcome:
    return DuelOutcome(lead > 0 or (lead == 0 and not tuning.tie_favors_defender), margin, decided_by)


def gang_score(totals: list[Hundredths], method: GangMethod) -> Fraction:
    """The gang's score in hundredths, exact: the mean of all totals, or of the three highest."""
    counted = sorted(totals, reverse=True)[:BEST] if method is GangMethod.BEST_THREE else totals
    return Fraction(sum(counted), len(counted))


def decide_gang_war(attackers: Fraction, defenders: Fraction, tuning: Tuning) -> DuelOutcome:
    """Compare two gang scores exactly. Only the margin shown is rounded."""
    lead = attackers - defenders
    decided_by = DecidedBy.SCORE if lead else DecidedBy.TIE
    return _by_points(lead, divide_half_up(lead.numerator, lead.denominator), decided_by, tuning)
