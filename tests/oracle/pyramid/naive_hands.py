"""Hands once more, as slowly and as plainly as can be: every wild is tried as every card, and the best counts."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, product

from service.engines.cards import Card
from service.engines.pyramid.cards import WILD, suit_number

Strength = tuple[int, ...]
RankedCard = tuple[int, int]

SIZED_STRAIGHT_FLUSH = {5: 9, 6: 11, 7: 13, 8: 15}
OF_A_KIND = {5: 10, 6: 12, 7: 14, 8: 16}
ALL_CARDS = tuple(product(range(2, 15), range(1, 5)))


def ranked(card: Card) -> RankedCard:
    return card // 4 + 2, suit_number(card)


def sequence_of(ranks: Sequence[int]) -> tuple[int, ...] | None:
    """The ranks in the order of the sequence that they are, if they are one."""
    down = tuple(sorted(ranks, reverse=True))
    if all(high - low == 1 for high, low in pairwise(down)):
        return down
    if down[0] == 14 and down[1:] == tuple(range(len(down), 1, -1)):
        return down
    return None


def naive_natural_strength(cards: Sequence[RankedCard]) -> Strength | None:
    """Type, ranks and suits of a hand without wilds."""
    return _strength(tuple(sorted(cards, reverse=True)))


@lru_cache(maxsize=1 << 16)  # wilds in different hands fill in the same cards again and again
def _strength(cards: tuple[RankedCard, ...]) -> Strength | None:
    size = len(cards)
    ranks = [rank for rank, _ in cards]
    counts = {rank: ranks.count(rank) for rank in ranks}
    by_importance = sorted(cards, key=lambda card: (-counts[card[0]], -card[0], -card[1]))
    by_rank = cards
    shape = sorted(counts.values(), reverse=True)
    one_suit = size >= 5 and len({suit for _, suit in cards}) == 1
    in_sequence = size >= 5 and sequence_of(ranks)
    kinds = [
        (OF_A_KIND.get(size, 0), size >= 5 and shape == [size], by_importance),
        (SIZED_STRAIGHT_FLUSH.get(size, 0), one_suit and in_sequence, by_rank),
        (0, size > 5, by_rank),
        (8, shape == [4, 1], by_importance),
        (7, shape == [3, 2], by_importance),
        (6, one_suit, by_rank),
        (5, in_sequence, by_rank),
        (4, shape[0] == 3, by_importance),
        (3, shape[:2] == [2, 2], by_importance),
        (2, shape[0] == 2, by_importance),
        (1, True, by_importance),
    ]
    kind, order = next((kind, order) for kind, holds, order in kinds if holds)
    return (kind, *(rank for rank, _ in order), *(suit for _, suit in order)) if kind else None


def naive_strength(cards: Sequence[Card]) -> Strength | None:
    """The best that the cards can be when each wild may be any card at all."""
    natural = [ranked(card) for card in cards if card != WILD]
    wilds = len(cards) - len(natural)
    strengths = [
        strength
        for filling in combinations_with_replacement(ALL_CARDS, wilds)
        if (strength := naive_natural_strength([*natural, *filling]))
    ]
    return max(strengths, default=None)
