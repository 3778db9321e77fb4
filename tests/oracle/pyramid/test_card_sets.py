"""Counts by combinatorics against going through the hands."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from service.engines.cards import Card
from service.engines.pyramid.cards import KINDS
from service.engines.pyramid.positions import Position
from service.engines.pyramid.tuple_rows import rows_of
from tests.oracle.pyramid.every_five_cards import count_five_card_codes
from tests.oracle.pyramid.naive_hands import OF_A_KIND, SIZED_STRAIGHT_FLUSH, naive_strength, sequence_of

Tuple = tuple[int, ...]


def card_sets(position: Position, *types: int) -> dict[Tuple, int]:
    return {row.tuple: row.card_sets for row in rows_of(position) if row.tuple[0] in types and row.reachable}


def test_five_cards__all_101_340_876_sets__fall_into_the_rows_as_counted() -> None:
    codes = count_five_card_codes()
    found = {(code >> 8, code >> 4 & 15, code & 15): int(codes[code]) for code in codes.nonzero()[0].tolist()}
    assert sum(found.values()) == 101_340_876
    for position in (Position.MIDDLE, Position.BACK):
        assert card_sets(position, *range(1, 11)) == found
    assert card_sets(Position.FRONT, *range(5, 11)) == {key: sets for key, sets in found.items() if key[0] >= 5}


def three_card_sets() -> Iterator[tuple[tuple[Card, ...], int]]:
    for hand in combinations_with_replacement(KINDS, 3):
        counts = Counter(hand)
        if max(counts.values()) <= 2:
            yield hand, 2 ** sum(count == 1 for count in counts.values())


def test_three_cards__all_192_920_sets__fall_into_the_rows_as_counted() -> None:
    found: Counter[Tuple] = Counter()
    for hand, sets in three_card_sets():
        strength = naive_strength(hand)
        assert strength
        kind, first, second, third, highest_suit = strength[:5]
        key = (kind, first, highest_suit if kind == 4 else third if kind == 2 else second)
        found[key] += sets
    assert card_sets(Position.FRONT, 1, 2, 4) == found


def best_sequence(ranks: tuple[int, ...], wilds: int) -> tuple[int, ...] | None:
    fillings = combinations_with_replacement(range(2, 15), wilds)
    return max((run for filling in fillings if (run := sequence_of((*ranks, *filling)))), default=None)


def straight_flushes(size: int) -> Counter[Tuple]:
    found: Counter[Tuple] = Counter()
    for wilds, ways in ((0, 1), (1, 2), (2, 1)):
        for ranks in combinations(range(2, 15), size - wilds):
            if run := best_sequence(ranks, wilds):
                found[SIZED_STRAIGHT_FLUSH[size], run[0], run[1]] += 4 * ways * 2 ** len(ranks)
    return found


def of_one_rank(size: int) -> Counter[Tuple]:
    """Aces only: the eight of them and the two wilds, which are the cards from 8 on and count as spades."""
    found: Counter[Tuple] = Counter()
    for cards in combinations(range(10), size):
        highest = max(4 if card >= 8 else card // 2 + 1 for card in cards)
        for rank in range(2, 15):
            found[OF_A_KIND[size], rank, highest] += 1
    return found


def test_large_hands__all_legal_sets__fall_into_the_rows_as_counted() -> None:
    for size in (6, 7, 8):
        found = straight_flushes(size) + of_one_rank(size)
        assert card_sets(Position.BACK, SIZED_STRAIGHT_FLUSH[size], OF_A_KIND[size]) == found
        if size < 8:
            assert card_sets(Position.MIDDLE, SIZED_STRAIGHT_FLUSH[size], OF_A_KIND[size]) == found
