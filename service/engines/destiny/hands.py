"""Classifies five cards by hand rank, kicker and suits, which is all that scoring needs."""

from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from service.engines.cards import ACE, DECK, SUITS, rank_of, suit_of
from service.engines.draws import HAND_SIZE, Hand
from service.engines.wire_enum import WireEnum


class HandRank(WireEnum):
    """The ten hand ranks, strongest first."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    PAIR = "pair"
    HIGH_CARD = "high_card"


HAND_RANKS: Final = tuple(HandRank)
SuitCounts = tuple[int, int, int, int]
"""How many cards of each suit, in the order of `SUITS`."""


class HandClass(NamedTuple):
    """What scoring needs to know about a hand. The 2,598,960 hands fall into 2,808 classes."""

    rank: HandRank
    add_on: int
    """Whole points on top of the rank's: the kicker, or the three highest cards of a high card (ruling A5)."""
    suit_counts: SuitCounts


SUIT_PATTERNS: Final[tuple[SuitCounts, ...]] = tuple(
    (spades, hearts, clubs, HAND_SIZE - spades - hearts - clubs)
    for spades, hearts, clubs in product(range(HAND_SIZE + 1), repeat=3)
    if spades + hearts + clubs <= HAND_SIZE
)

# Each card carries one number, a digit of three bits for its rank and another for its suit. The sum over five
# cards then counts every rank and every suit at once, and two dictionary lookups classify the hand.
_DIGIT: Final = 3
_SUIT_SHIFT: Final = _DIGIT * (ACE + 1)
_RANK_MASK: Final = (1 << _SUIT_SHIFT) - 1
_CARD_CODE: Final = tuple(
    (1 << _DIGIT * rank_of(card)) + (1 << _SUIT_SHIFT + _DIGIT * SUITS.index(suit_of(card))) for card in DECK
)
_MATCHED: Final = {
    (4, 1): HandRank.FOUR_OF_A_KIND,
    (3, 1, 1): HandRank.THREE_OF_A_KIND,
    (2, 2, 1): HandRank.TWO_PAIR,
    (2, 1, 1, 1): HandRank.PAIR,
}
_WHEEL: Final = (2, 3, 4, 5, ACE)
_LOWEST_ROYAL: Final = 10


RANK_CHOICES: Final = tuple(
    ranks for ranks in combinations_with_replacement(range(2, ACE + 1), HAND_SIZE) if ranks[0] != ranks[-1]
)
"""Every choice of five ranks that a deck can give, each ascending."""


@dataclass(frozen=True, slots=True)
class RankShape:
    """The hand that five ranks make in mixed suits, and in one suit if all ranks differ."""

    rank: HandRank
    add_on: int
    in_one_suit: HandRank | None

    def in_suits(self, counts: SuitCounts) -> HandClass:
        if self.in_one_suit and HAND_SIZE in counts:
            return HandClass(self.in_one_suit, 0, counts)
        return HandClass(self.rank, self.add_on, counts)


def rank_shape(ranks: tuple[int, ...]) -> RankShape:
    """The shape of five ranks, which must be in ascending order."""
    counts = {rank: ranks.count(rank) for rank in ranks}  # a Counter takes three times as long, at every start
    multiplicities = tuple(sorted(counts.values(), reverse=True))
    if multiplicities == (3, 2):
        return RankShape(HandRank.FULL_HOUSE, 0, None)
    if multiplicities in _MATCHED:
        kicker = max(rank for rank, count in counts.items() if count == 1)
        return RankShape(_MATCHED[multiplicities], kicker, None)
    if ranks[-1] - ranks[0] == HAND_SIZE - 1 or ranks == _WHEEL:
        suited = HandRank.ROYAL_FLUSH if ranks[0] == _LOWEST_ROYAL else HandRank.STRAIGHT_FLUSH
        return RankShape(HandRank.STRAIGHT, 0, suited)
    return RankShape(HandRank.HIGH_CARD, sum(ranks[-3:]), HandRank.FLUSH)


RANK_SHAPES: Final = {ranks: rank_shape(ranks) for ranks in RANK_CHOICES}


def _classes_by_suits() -> dict[int, dict[int, HandClass]]:
    """Maps the rank digits of a hand to a row: the class for each suit code. Equal rows share one object."""
    codes = {sum(count << _DIGIT * suit for suit, count in enumerate(counts)): counts for counts in SUIT_PATTERNS}
    shapes = set(RANK_SHAPES.values())
    rows = {shape: {code: shape.in_suits(counts) for code, counts in codes.items()} for shape in shapes}
    return {sum(1 << _DIGIT * rank for rank in ranks): rows[shape] for ranks, shape in RANK_SHAPES.items()}


_CLASSES_BY_SUITS: Final = _classes_by_suits()


def classify(hand: Hand) -> HandClass:
    """The class of five different cards."""
    a, b, c, d, e = hand
    code = _CARD_CODE[a] + _CARD_CODE[b] + _CARD_CODE[c] + _CARD_CODE[d] + _CARD_CODE[e]
    return _CLASSES_BY_SUITS[code & _RANK_MASK][code >> _SUIT_SHIFT]
