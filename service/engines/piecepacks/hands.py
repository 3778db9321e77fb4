"""The seventeen hand types, strongest first: a kind of flush together with a pattern of ranks."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

from service.engines.piecepacks.tiles import GROUPS, LINKS, RANKS
from service.engines.wire_enum import WireEnum

HAND_SIZE: Final = 5


class Flush(WireEnum):
    """What the five tiles have in common. A suit-flush is both a group-flush and a link-flush."""

    SUIT = "suit_flush"
    GROUP = "group_flush"
    LINK = "link_flush"
    NONE = "no_flush"


class Pattern(WireEnum):
    """How often the ranks of a hand repeat, weakest first under the rule by which flushes do not count."""

    NO_PAIRS = "no_pairs"
    ONE_PAIR = "one_pair"
    TWO_PAIRS = "two_pairs"
    THREE_OF_A_KIND = "three_of_a_kind"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FIVE_OF_A_KIND = "five_of_a_kind"


PATTERNS: Final = {
    (1, 1, 1, 1, 1): Pattern.NO_PAIRS,
    (2, 1, 1, 1): Pattern.ONE_PAIR,
    (2, 2, 1): Pattern.TWO_PAIRS,
    (3, 1, 1): Pattern.THREE_OF_A_KIND,
    (3, 2): Pattern.FULL_HOUSE,
    (4, 1): Pattern.FOUR_OF_A_KIND,
    (5,): Pattern.FIVE_OF_A_KIND,
}
"""The pattern for each way to split five tiles by rank, largest part first."""


class HandType(WireEnum):
    """The hands in the order of the document's table (ruling D1), strongest first."""

    SUIT_FLUSH_NO_PAIRS = "suit_flush_no_pairs"
    GROUP_FLUSH_FOUR_OF_A_KIND = "group_flush_four_of_a_kind"
    NO_FLUSH_FIVE_OF_A_KIND = "no_flush_five_of_a_kind"
    LINK_FLUSH_TWO_PAIRS = "link_flush_two_pairs"
    LINK_FLUSH_NO_PAIRS = "link_flush_no_pairs"
    GROUP_FLUSH_FULL_HOUSE = "group_flush_full_house"
    LINK_FLUSH_ONE_PAIR = "link_flush_one_pair"
    GROUP_FLUSH_THREE_OF_A_KIND = "group_flush_three_of_a_kind"
    GROUP_FLUSH_NO_PAIRS = "group_flush_no_pairs"
    NO_FLUSH_FOUR_OF_A_KIND = "no_flush_four_of_a_kind"
    GROUP_FLUSH_TWO_PAIRS = "group_flush_two_pairs"
    NO_FLUSH_FULL_HOUSE = "no_flush_full_house"
    GROUP_FLUSH_ONE_PAIR = "group_flush_one_pair"
    NO_FLUSH_NO_PAIRS = "no_flush_no_pairs"
    NO_FLUSH_THREE_OF_A_KIND = "no_flush_three_of_a_kind"
    NO_FLUSH_TWO_PAIRS = "no_flush_two_pairs"
    NO_FLUSH_ONE_PAIR = "no_flush_one_pair"


HAND_TYPES: Final = tuple(HandType)
TYPE_STRENGTH: Final = {hand: strength for strength, hand in enumerate(reversed(HAND_TYPES), 1)}
"""1 for the weakest hand to 17 for the strongest."""


class LowRule(WireEnum):
    """Which hand is the lowest (ruling D3)."""

    TABLE = "table"
    ACE_TO_FIVE = "ace_to_five"


Strength = tuple[int, ...]
"""Hands compare by this tuple: first the kind of hand, then the ranks in order of importance."""
Ranks = tuple[int, ...]

HIGH_VALUES: Final = (2, 3, 4, 5, 6, 7)
"""The value of each rank in a high hand: null 7, ace 6 (ruling D2)."""
LOW_VALUES: Final = (2, 3, 4, 5, 1, 0)
"""The value of each rank in a low hand: ace 1, null 0 (ruling D3)."""
_PATTERN_STRENGTH: Final = {pattern: strength for strength, pattern in enumerate(Pattern, 1)}


@dataclass(frozen=True, slots=True, eq=False)
class HandClass:
    """All that play needs to know about five tiles. Each class is a single object, so identity is equality."""

    hand: HandType
    ranks: Ranks
    """Ascending, as indexes in `RANKS`."""
    high: Strength
    """The larger one wins the high."""
    low_by_table: Strength
    """The smaller one wins the low when the table of hands decides which hand is lower."""
    low_by_ranks: Strength
    """The smaller one wins the low when flushes do not count."""
    hands: int

    def low(self, rule: LowRule) -> Strength:
        """The strength that the rule compares; the smaller one wins."""
        return self.low_by_table if rule is LowRule.TABLE else self.low_by_ranks


def important_first(ranks: Ranks, values: tuple[int, ...]) -> list[int]:
    """The distinct ranks, most frequent first; equally frequent ranks by value, highest first."""
    return sorted(set(ranks), key=lambda rank: (ranks.count(rank), values[rank]), reverse=True)


def _hands_by_flush(ranks: Ranks) -> dict[Flush, int]:
    """How many hands have these ranks, by kind of flush; 0 for an impossible kind."""
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
"""Every choice of five ranks, each ascending. A rank has eight tiles, so every choice is possible."""

HAND_CLASSES: Final = tuple(
    sorted((one for ranks in RANK_CHOICES for one in _classes_of(ranks)), key=lambda one: one.high)
)
"""Weakest high hand first; no two are equally strong."""
HAND_COUNT: Final = sum(one.hands for one in HAND_CLASSES)
