"""Dual Piecepacks Poker once more, by counting in dictionaries: nothing here knows the service's tables.

Tiles are their texts. A key compares as hands do: of two highs the larger wins, of two lows the smaller.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations

HIGH_RANKS = "2345AN"
LOW_RANKS = "NA2345"
DECK = tuple(group + link + rank for rank in HIGH_RANKS for group in "bw" for link in "♠♥♣♦")
COUNTS = {
    "suit_flush_no_pairs": 48,
    "group_flush_four_of_a_kind": 240,
    "no_flush_five_of_a_kind": 336,
    "link_flush_two_pairs": 480,
    "link_flush_no_pairs": 720,
    "group_flush_full_house": 1_440,
    "link_flush_one_pair": 1_920,
    "group_flush_three_of_a_kind": 7_680,
    "group_flush_no_pairs": 12_240,
    "no_flush_four_of_a_kind": 16_560,
    "group_flush_two_pairs": 17_280,
    "no_flush_full_house": 45_600,
    "group_flush_one_pair": 46_080,
    "no_flush_no_pairs": 183_600,
    "no_flush_three_of_a_kind": 207_360,
    "no_flush_two_pairs": 358_560,
    "no_flush_one_pair": 812_160,
}
"""Strongest first."""
PATTERNS = {
    "11111": "no_pairs",
    "2111": "one_pair",
    "221": "two_pairs",
    "311": "three_of_a_kind",
    "32": "full_house",
    "41": "four_of_a_kind",
    "5": "five_of_a_kind",
}
STRONGEST_FIRST = tuple(COUNTS)
WEAKEST_PATTERN_FIRST = tuple(PATTERNS.values())

Key = tuple[int, ...]
Judge = Callable[[str, str], Key]


def kind(five: Iterable[str]) -> tuple[str, str]:
    """The flush and the ranks, sorted as text: all that a hand's worth depends on."""
    text = "".join(five)
    groups, links, ranks = text[::3], text[1::3], text[2::3]
    one_group, one_link = groups == groups[0] * 5, links == links[0] * 5
    flush = "suit" if one_group and one_link else "group" if one_group else "link" if one_link else "no"
    return flush, "".join(sorted(ranks))


@cache
def _pattern(ranks: str) -> str:
    return PATTERNS["".join(map(str, sorted(Counter(ranks).values(), reverse=True)))]


@cache
def name(flush: str, ranks: str) -> str:
    """The hand's name."""
    return f"{flush}_flush_{_pattern(ranks)}"


def _important_first(ranks: str, order: str) -> Key:
    counts = Counter(ranks)
    by_importance = sorted(counts, key=lambda rank: (-counts[rank], -order.index(rank)))
    return tuple(order.index(rank) for rank in by_importance)


@cache
def high(flush: str, ranks: str) -> Key:
    """The key of a high hand."""
    return -STRONGEST_FIRST.index(name(flush, ranks)), *_important_first(ranks, HIGH_RANKS)


@cache
def low_by_table(flush: str, ranks: str) -> Key:
    """The key of a low hand by the table."""
    return -STRONGEST_FIRST.index(name(flush, ranks)), *_important_first(ranks, LOW_RANKS)


@cache
def low_by_ranks(_flush: str, ranks: str) -> Key:
    """The key of a low hand where flushes do not count."""
    return WEAKEST_PATTERN_FIRST.index(_pattern(ranks)), *_important_first(ranks, LOW_RANKS)


def best_high(fives: Iterable[tuple[str, ...]]) -> Key:
    """The key of the best high hand among these."""
    return max(high(*kind(five)) for five in fives)


def best_low(fives: Iterable[tuple[str, ...]], judge: Judge) -> Key:
    """The key of the best low hand among these."""
    return min(judge(*kind(five)) for five in fives)


def any_five(tiles: Iterable[str]) -> list[tuple[str, ...]]:
    """All fives of some tiles."""
    return list(combinations(tiles, 5))


def omaha_fives(own: Iterable[str], board: Iterable[str]) -> list[tuple[str, ...]]:
    """The 60 fives of two own tiles and three of the board's."""
    return [two + three for two in combinations(own, 2) for three in combinations(board, 3)]
