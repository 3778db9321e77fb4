"""The 630 classes of hands that can differ in strength, with their strengths and how many hands each has.

Suits never break a tie (ruling D2), so a class is a choice of five ranks and a kind of flush.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

from service.rules.piecepacks.hands import (
    HAND_SIZE,
    PATTERNS,
    TYPE_STRENGTH,
    Flush,
    HandType,
    LowRule,
    Pattern,
)
from service.rules.piecepacks.tiles import GROUPS, LINKS, RANKS

Strength = tuple[int, ...]
"""What hands compare by, as tuples do: first the kind of hand, then the ranks in the order of their importance."""
Ranks = tuple[int, ...]

HIGH_VALUES: Final = (2, 3, 4, 5, 6, 7)
"""What each rank counts in a high hand: the null 7, the ace 6 (ruling D2)."""
LOW_VALUES: Final = (2, 3, 4, 5, 1, 0)
"""What each rank counts in a low hand: the ace 1, the null 0 (ruling D3)."""
_PATTERN_STRENGTH: Final = {pattern: strength for strength, pattern in enumerate(Pattern, 1)}


@dataclass(frozen=True, slots=True, eq=False)
class HandClass:
    """All that play needs to know of five tiles. There is one object for each class, so identity is equality."""

    hand: HandType
    ranks: Ranks
    """Ascending, as places in `RANKS`."""
    high: Strength
    """The larger one wins the high."""
    low_by_table: Strength
    """The smaller one wins the low where the table of hands says which hand is lower."""
    low_by_ranks: Strength
    """The smaller one wins the low where flushes do not count."""
    hands: int

    def low(self, rule: LowRule) -> Strength:
        """The strength that the rule compares; the smaller one wins."""
        return self.low_by_table if rule is LowRule.TABLE else self.low_by_ranks


def important_first(ranks: Ranks, values: tuple[int, ...]) -> list[int]:
    """The different ranks: those that repeat before the others, of equals the one that counts more."""
    return sorted(set(ranks), key=lambda rank: (ranks.count(rank), values[rank]), reverse=True)


def _hands_by_flush(ranks: Ranks) -> dict[Flush, int]:
    """How many hands have these ranks, by the kind of flush; a kind that cannot be has none."""
    times = Counter(ranks).values()

    def ways(tiles_a_rank: int) -> int:
        return prod(comb(tiles_a_rank, number) for number in times)

    suit = len(GROUPS) * len(LINKS) * ways(1)
    group = len(GROUPS) * ways(len(LINKS)) - suit
    link = len(LINKS) * ways(len(GROUPS)) - suit
    some = ways(len(GROUPS) * len(LINKS))
    return {Flush.SUIT: suit, Flush.GROUP: group, Flush.LINK: link, Flush.NONE: some - suit - group - link}


def _classes_of(ranks: Ranks) -> list[HandClass]:
    pattern = PATTERNS[tuple(sorted(Counter(ranks).values(), reverse=True))]
    high = [HIGH_VALUES[rank] for rank in important_first(ranks, HIGH_VALUES)]
    low = [LOW_VALUES[rank] for rank in important_first(ranks, LOW_VALUES)]
    hand_types = {HandType(f"{flush}_{pattern}"): hands for flush, hands in _hands_by_flush(ranks).items() if hands}
    return [
        HandClass(
            hand=hand,
            ranks=ranks,
            high=(TYPE_STRENGTH[hand], *high),
            low_by_table=(TYPE_STRENGTH[hand], *low),
            low_by_ranks=(_PATTERN_STRENGTH[pattern], *low),
            hands=hands,
        )
        for hand, hands in hand_types.items()
    ]


RANK_CHOICES: Final = tuple(combinations_with_replacement(range(len(RANKS)), HAND_SIZE))
"""Every choice of five ranks, each ascending. There are eight tiles of a rank, so all of them can be."""

HAND_CLASSES: Final = tuple(
    sorted((one for ranks in RANK_CHOICES for one in _classes_of(ranks)), key=lambda one: one.high)
)
"""Weakest high hand first; no two are equally strong."""
HAND_COUNT: Final = sum(one.hands for one in HAND_CLASSES)
