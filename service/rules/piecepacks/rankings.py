"""The table of hands: the counts that the document prints, the true ones, and why four differ (ruling D1)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.rules.piecepacks.formulas import FORMULAS
from service.rules.piecepacks.hand_classes import HAND_CLASSES, HAND_COUNT
from service.rules.piecepacks.hands import HAND_TYPES, HandType
from service.rules.piecepacks.hands import HandType as H


@dataclass(frozen=True, slots=True)
class Ranking:
    """A row of the table."""

    hand: HandType
    count: int
    printed_count: int
    printed_percentage: str
    correction: str | None
    formula: str

    @property
    def probability(self) -> float:
        """The chance that five random tiles are such a hand."""
        return self.count / HAND_COUNT


_PRINTED: Final[Mapping[HandType, tuple[int, str]]] = {
    H.SUIT_FLUSH_NO_PAIRS: (48, "<0.1%"),
    H.GROUP_FLUSH_FOUR_OF_A_KIND: (240, "<0.1%"),
    H.NO_FLUSH_FIVE_OF_A_KIND: (336, "<0.1%"),
    H.LINK_FLUSH_TWO_PAIRS: (480, "<0.1%"),
    H.LINK_FLUSH_NO_PAIRS: (768, "<0.1%"),
    H.GROUP_FLUSH_FULL_HOUSE: (1_440, "<0.1%"),
    H.LINK_FLUSH_ONE_PAIR: (1_920, "0.1%"),
    H.GROUP_FLUSH_THREE_OF_A_KIND: (7_680, "0.4%"),
    H.GROUP_FLUSH_NO_PAIRS: (12_240, "0.7%"),
    H.NO_FLUSH_FOUR_OF_A_KIND: (16_560, "1.0%"),
    H.GROUP_FLUSH_TWO_PAIRS: (17_280, "1.0%"),
    H.NO_FLUSH_FULL_HOUSE: (45_600, "2.7%"),
    H.GROUP_FLUSH_ONE_PAIR: (63_360, "3.7%"),
    H.NO_FLUSH_NO_PAIRS: (183_552, "10.7%"),
    H.NO_FLUSH_THREE_OF_A_KIND: (207_360, "12.1%"),
    H.NO_FLUSH_TWO_PAIRS: (358_560, "20.9%"),
    H.NO_FLUSH_ONE_PAIR: (794_880, "46.4%"),
}

_CORRECTIONS: Final[Mapping[HandType, str]] = {
    H.LINK_FLUSH_NO_PAIRS: (
        "The printed formula takes five tiles of one link without a pair, and leaves the 48 among them that are of "
        "one suit: those are suit-flushes."
    ),
    H.GROUP_FLUSH_ONE_PAIR: (
        "The printed formula chooses a pair and three other tiles. That meets each of the 17,280 hands with two "
        "pairs twice, once for each of its pairs, but takes them away once."
    ),
    H.NO_FLUSH_NO_PAIRS: (
        "The printed formula is right, but takes away 768 link-flushes, which are 720: the 48 suit-flushes among "
        "them are taken away a second time."
    ),
    H.NO_FLUSH_ONE_PAIR: (
        "The printed formula is right, but takes away 63,360 group-flushes with one pair, which are 46,080."
    ),
}


def _rankings() -> tuple[Ranking, ...]:
    counts: Counter[HandType] = Counter()
    for one in HAND_CLASSES:
        counts[one.hand] += one.hands
    return tuple(
        Ranking(hand, counts[hand], *_PRINTED[hand], _CORRECTIONS.get(hand), str(FORMULAS[hand])) for hand in HAND_TYPES
    )


RANKINGS: Final = _rankings()
"""Strongest hand first."""
