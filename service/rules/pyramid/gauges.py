"""What can be told of sampled cards and is known exactly beforehand, to correct samples by (control variates).

Samples in which the wilds come to the opponents more often than they should say too little of playing. How often they
should is known, so the estimates are corrected by what the samples are off in this and in the other gauges.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import comb
from typing import Final

from service.rules.cards import Card
from service.rules.pyramid.automatics.kitties import ALL_KITTIES, Kitties
from service.rules.pyramid.cards import SPADES, WILD
from service.rules.pyramid.dealing import ALL_CARDS, KITTY
from service.rules.pyramid.tuning import AUTOMATICS

_PAIR: Final = 2
_FOUR_SUITED: Final = 4


class Gauges:
    """The gauges for thirteen cards."""

    def __init__(self, cards: Sequence[Card], rest: Sequence[Card], kitties: Kitties) -> None:
        self._held = Counter(map(_rank, cards))
        self._kitties = kitties
        each, wilds = 1 / len(rest), rest.count(WILD) / len(rest)
        natural = [card for card in rest if card != WILD]
        self.means = (
            *(kitties.allowing[automatic] / ALL_KITTIES for automatic in AUTOMATICS),
            KITTY * wilds,
            KITTY * each * sum(self._held[_rank(card)] for card in natural),
            ALL_CARDS * wilds,
            sum(_mean_excess(left, len(rest), _PAIR) for left in Counter(map(_rank, natural)).values()),
            sum(_mean_excess(left, len(rest), _FOUR_SUITED) for left in Counter(map(_suit, natural)).values()),
        )
        """What each gauge is in the mean of all kitties and hands."""

    def of(self, kitties: Sequence[Sequence[Card]], hands: Sequence[Sequence[Card]]) -> tuple[float, ...]:
        """What they are in the mean of these; where no hand was dealt there is nothing off about hands."""
        automatics = Counter(chain.from_iterable(map(self._kitties.automatics_with, kitties)))
        drawn = [card for kitty in kitties for card in kitty]
        of_kitties = [
            *(automatics[automatic] for automatic in AUTOMATICS),
            drawn.count(WILD),
            sum(self._held[_rank(card)] for card in drawn if card != WILD),
        ]
        of_hands = [sum(gauges) / len(hands) for gauges in zip(*map(_gauges_of_hand, hands), strict=True)]
        return (*(gauge / len(kitties) for gauge in of_kitties), *(of_hands or self.means[len(of_kitties) :]))


def _gauges_of_hand(hand: Sequence[Card]) -> tuple[int, int, int]:
    natural = [card for card in hand if card != WILD]
    ranks, suits = Counter(map(_rank, natural)), Counter(map(_suit, natural))
    return (
        len(hand) - len(natural),
        sum((count - _PAIR) ** 2 for count in ranks.values() if count > _PAIR),
        sum((count - _FOUR_SUITED) ** 2 for count in suits.values() if count > _FOUR_SUITED),
    )


def _mean_excess(left: int, cards: int, threshold: int) -> float:
    """The mean square of what a hand has beyond the threshold of so many cards among all that are left."""
    hands = comb(cards, ALL_CARDS)
    return sum(
        (count - threshold) ** 2 * comb(left, count) * comb(cards - left, ALL_CARDS - count) / hands
        for count in range(threshold + 1, min(left, ALL_CARDS) + 1)
    )


def _rank(card: Card) -> int:
    return card // SPADES


def _suit(card: Card) -> int:
    return card % SPADES
