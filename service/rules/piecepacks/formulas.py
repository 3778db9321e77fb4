"""The number of hands of each type by combinatorics, as formulas that can be evaluated and written out.

They follow the document's appendix, with the two that miscount put right (ruling D1).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, prod
from typing import Final

from service.rules.piecepacks.hands import HandType
from service.rules.piecepacks.hands import HandType as H

Choice = tuple[int, int]
"""(n, k) for "n choose k"."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A product of choices, less hands of other types that the product counts too, so many times each."""

    choices: tuple[Choice, ...]
    less: tuple[tuple[int, HandType], ...] = ()

    def value(self) -> int:
        """The number of hands."""
        taken = sum(times * FORMULAS[hand].value() for times, hand in self.less)
        return prod(comb(n, k) for n, k in self.choices) - taken

    def __str__(self) -> str:
        """The formula as it is written: C(n,k) is n choose k, #(hand) the number of hands of another type."""
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
"""How many hands there are of each type."""
