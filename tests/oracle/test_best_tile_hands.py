"""The best hands of more tiles than five, against plain search."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.piecepacks.best_hands import Hand, any_five, best_high, best_low, two_and_three
from service.engines.piecepacks.hands import LowRule
from service.engines.piecepacks.tiles import TILE_TEXT, TILES, Tile, rank_of
from service.engines.piecepacks.variants import Variant, choices
from tests.oracle import plain_piecepacks as plain
from tests.strategies import bounded_to

bounded = bounded_to(300)
JUDGES = {LowRule.TABLE: plain.low_by_table, LowRule.ACE_TO_FIVE: plain.low_by_ranks}

shuffled = st.permutations(TILES)


def texts(tiles: Sequence[Tile]) -> list[str]:
    return [TILE_TEXT[tile] for tile in tiles]


def kind(hand: Hand) -> tuple[str, str]:
    return plain.kind(texts(hand.tiles))


@bounded
@given(shuffled, st.integers(5, 9))
def test_best_high__some_tiles__is_that_of_plain_search(deck: list[Tile], number: int) -> None:
    tiles = deck[:number]
    found = best_high(any_five(tiles))
    assert set(found.tiles) <= set(tiles)
    assert found.hand_class.hand == plain.name(*kind(found))
    assert plain.high(*kind(found)) == plain.best_high(plain.any_five(texts(tiles)))


@pytest.mark.parametrize("rule", LowRule)
@bounded
@given(deck=shuffled, number=st.integers(5, 9))
def test_best_low__some_tiles__is_that_of_plain_search(rule: LowRule, deck: list[Tile], number: int) -> None:
    tiles = deck[:number]
    found = best_low(any_five(tiles), rule)
    assert set(found.tiles) <= set(tiles)
    assert JUDGES[rule](*kind(found)) == plain.best_low(plain.any_five(texts(tiles)), JUDGES[rule])


@bounded
@given(shuffled)
def test_omaha__four_tiles_and_a_board__uses_two_and_three_as_plain_search_does(deck: list[Tile]) -> None:
    own, board = deck[:4], deck[4:9]
    fives = plain.omaha_fives(texts(own), texts(board))
    assert len(fives) == len(list(two_and_three(own, board))) == 60
    high = best_high(choices(Variant.OMAHA_HI_LO, own, board))
    assert plain.high(*kind(high)) == plain.best_high(fives)
    for rule, judge in JUDGES.items():
        low = best_low(choices(Variant.OMAHA_HI_LO, own, board), rule)
        assert judge(*kind(low)) == plain.best_low(fives, judge)
        assert len(set(low.tiles) & set(own)) == 2


@bounded
@given(shuffled)
def test_best_hands__tiles_in_another_order__are_the_same(deck: list[Tile]) -> None:
    tiles, again = deck[:7], sorted(deck[:7])
    assert best_high(any_five(tiles)) == best_high(any_five(again))
    assert best_low(any_five(tiles), LowRule.TABLE) == best_low(any_five(again), LowRule.TABLE)


@bounded
@given(shuffled)
def test_best_high__tiles_of_the_hand__stand_matched_first_then_highest(deck: list[Tile]) -> None:
    ranks = [rank_of(tile) for tile in best_high(any_five(deck[:7])).tiles]
    importance = [(ranks.count(rank), rank) for rank in ranks]
    assert importance == sorted(importance, reverse=True)
