"""Counts the hands of each type by combinatorics, with formulas that can be evaluated and printed.

They follow the document's appendix, with its two wrong formulas corrected (ruling D1).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, prod
from typing import Final

from service.engines.piecepacks.hands import HAND_CLASSES, HAND_COUNT, HAND_TYPES, HandType
from service.engines.piecepacks.hands import HandType as H

Choice = tuple[int, int]
"""(n, k) for "n choose k"."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A product of choices, minus hands of other types, each as often as the product counts them."""

    choices: tuple[Choice, ...]
    less: tuple[tuple[int, HandType], ...] = ()

    def value(self) -> int:
        taken = sum(times * FORMULAS[hand].value() for times, hand in self.less)
        return prod(comb(n, k) for n, k in self.choices) - taken

    def __str__(self) -> str:
        """The formula as text: C(n,k) is n choose k, #(hand) the number of hands of another type."""
        product = " * ".join(f"C({n},{k})" for n, k in self.choices)
        return product + "".join(f" - {f'{times} * ' if times > 1 else ''}#({hand})" for times, hand in self.less)


def _formula(*choices: Choice, less: tuple[HandType, ...] = (), twice: tuple[HandType, ...] = ()) -> Formula:
    return Formula(choices, (*((2, hand) for hand in twice), *((1, hand) for hand in less)))


FORMULAS: Final[Mapping[HandType, Formula]] = {
    H.SUIT_FLUSH_NO_PAIRS: _formula((8, 1), (6, 5)),
    H.GROUP_FLUSH_FOUR_OF_A_KIND: _formula((2, 1), (6, 1), (20, 1)),
    H.NO_FLUSH_FIVE_OF_A_KIND: _formula((6, 1), (8, 5)),
    H.LINK_FLUSH_TWO_PAIRS: _formula((4, 1), (6, 2), (8, 1)),
    H.LINK_FLUSH_NO_PAIRS: _formula(
        (4, 1), (12, 5), less=(H.LINK_FLUSH_TWO_PAIRS, H.LINK_FLUSH_ONE_PAIR, H.SUIT_FLUSH_NO_PAIRS)
    ),
    H.GROUP_FLUSH_FULL_HOUSE: _formula((2, 1), (6, 1), (4, 3), (5, 1), (4, 2)),
    H.LINK_FLUSH_ONE_PAIR: _formula((4, 1), (6, 4), (4, 1), (2, 2), (2, 1), (2, 1), (2, 1)),
    H.GROUP_FLUSH_THREE_OF_A_KIND: _formula((2, 1), (6, 1), (4, 3), (20, 2), less=(H.GROUP_FLUSH_FULL_HOUSE,)),
    H.GROUP_FLUSH_NO_PAIRS: _formula((2, 1), (6, 5), *[(4, 1)] * 5, less=(H.SUIT_FLUSH_NO_PAIRS,)),
    H.NO_FLUSH_FOUR_OF_A_KIND: _formula((6, 1), (8, 4), (40, 1), less=(H.GROUP_FLUSH_FOUR_OF_A_KIND,)),
    H.GROUP_FLUSH_TWO_PAIRS: _formula((2, 1), (6, 2), (4, 2), (4, 2), (16, 1)),
    H.NO_FLUSH_FULL_HOUSE: _formula((6, 1), (8, 3), (5, 1), (8, 2), less=(H.GROUP_FLUSH_FULL_HOUSE,)),
    H.GROUP_FLUSH_ONE_PAIR: _formula(
        (2, 1), (6, 1), (4, 2), (20, 3), twice=(H.GROUP_FLUSH_TWO_PAIRS,), less=(H.GROUP_FLUSH_FULL_HOUSE,)
    ),
    H.NO_FLUSH_NO_PAIRS: _formula(
        (6, 5), *[(8, 1)] * 5, less=(H.GROUP_FLUSH_NO_PAIRS, H.LINK_FLUSH_NO_PAIRS, H.SUIT_FLUSH_NO_PAIRS)
    ),
    H.NO_FLUSH_THREE_OF_A_KIND: _formula(
        (6, 1),
        (8, 3),
        (40, 2),
        less=(H.NO_FLUSH_FULL_HOUSE, H.GROUP_FLUSH_FULL_HOUSE, H.GROUP_FLUSH_THREE_OF_A_KIND),
    ),
    H.NO_FLUSH_TWO_PAIRS: _formula(
        (6, 2), (8, 2), (8, 2), (32, 1), less=(H.GROUP_FLUSH_TWO_PAIRS, H.LINK_FLUSH_TWO_PAIRS)
    ),
    H.NO_FLUSH_ONE_PAIR: _formula(
        (6, 4), (4, 1), (8, 2), *[(8, 1)] * 3, less=(H.GROUP_FLUSH_ONE_PAIR, H.LINK_FLUSH_ONE_PAIR)
    ),
}


@dataclass(frozen=True, slots=True)
class Ranking:
    hand: HandType
    count: int
    printed_count: int
    printed_percentage: str
    correction: str | None
    formula: str

    @property
    def probability(self) -> float:
        """The chance that five random tiles make this hand."""
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
        "The printed formula counts five tiles of one link without a pair, and includes the 48 among them that are of "
        "one suit: those are suit-flushes."
    ),
    H.GROUP_FLUSH_ONE_PAIR: (
        "The printed formula chooses a pair and three other tiles. That counts each of the 17,280 hands with two "
        "pairs twice, once for each of its pairs, but subtracts them once."
    ),
    H.NO_FLUSH_NO_PAIRS: (
        "The printed formula is right, but subtracts 768 link-flushes instead of 720: the 48 suit-flushes among "
        "them are subtracted a second time."
    ),
    H.NO_FLUSH_ONE_PAIR: (
        "The printed formula is right, but subtracts 63,360 group-flushes with one pair instead of 46,080."
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
