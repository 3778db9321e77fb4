"""Dealing tiles."""

from collections.abc import Iterator

import pytest

from service.engines.errors import InvalidInput
from service.engines.piecepacks.dealing import deal
from service.engines.piecepacks.tiles import TILE_COUNT
from service.engines.piecepacks.variants import VARIANTS, Variant


class CountedWords:
    """Words that count how many were taken."""

    def __init__(self) -> None:
        self.taken = 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self.taken += 1
        return self.taken * 2_654_435_761 % 2**32


@pytest.mark.parametrize("variant", Variant)
def test_deal__as_many_players_as_fit__gives_different_tiles_and_draws_no_others(variant: Variant) -> None:
    rules, words = VARIANTS[variant], CountedWords()
    dealt = deal(variant, rules.most_players, words)
    tiles = [tile for hand in (*dealt.players, dealt.board) for tile in hand]
    assert [len(hand) for hand in dealt.players] == [rules.own] * rules.most_players
    assert len(dealt.board) == rules.board
    assert len(set(tiles)) == len(tiles) == words.taken <= TILE_COUNT


@pytest.mark.parametrize(("variant", "most"), [*zip(Variant, (9, 9, 20, 10), strict=True)])
def test_deal__too_many_or_too_few_players__is_refused_before_a_draw(variant: Variant, most: int) -> None:
    for players in (0, 1, most + 1):
        words = CountedWords()
        with pytest.raises(InvalidInput, match=f"{variant} takes 2 to {most} players, not {players}"):
            deal(variant, players, words)
        assert words.taken == 0
