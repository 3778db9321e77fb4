"""Scores a hand: base, suits and modifiers, exact to the hundredth (ruling A6)."""

from collections.abc import Iterator
from dataclasses import dataclass

from service.engines.cards import SUITS
from service.engines.destiny.hands import HandClass, HandRank, classify
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.draws import Hand
from service.engines.points import POINT, Hundredths


@dataclass(frozen=True, slots=True)
class Score:
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
        return max(0, self.base_score + self.suit_score + self.modifier_score)

    def breakdown(self) -> Iterator[tuple[str, Hundredths]]:
        """The points by source. They add up to the total before it is floored."""
        yield "hand_rank", self.rank_score
        if self.hand_class.add_on:
            source = "high_cards" if self.hand_class.rank is HandRank.HIGH_CARD else "kicker"
            yield source, self.hand_class.add_on * POINT
        for suit, count, bonus in zip(SUITS, self.hand_class.suit_counts, self.strength.suit_bonuses, strict=True):
            if count and bonus:
                yield f"suit:{suit}", count * bonus
        for modifier in self.strength.modifiers:
            if points := modifier.points_for(self.hand_class.rank):
                yield modifier.source, points


def score_hand(hand: Hand, strength: Strength, tuning: Tuning) -> Score:
    drawn = classify(hand)
    spades, hearts, clubs, diamonds = drawn.suit_counts
    bonuses = strength.suit_bonuses
    suit_score = spades * bonuses[0] + hearts * bonuses[1] + clubs * bonuses[2] + diamonds * bonuses[3]
    modifier_score = 0
    for modifier in strength.modifiers:
        modifier_score += modifier.points_for(drawn.rank)
    return Score(hand, drawn, strength, tuning.hand_rank_scores[drawn.rank], suit_score, modifier_score)
