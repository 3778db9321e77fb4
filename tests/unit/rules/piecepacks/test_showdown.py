"""Who wins which chips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.errors import InvalidInput
from service.engines.piecepacks.dealing import check_showdown
from service.engines.piecepacks.hands import LowRule
from service.engines.piecepacks.showdown import Part, Player, PotKind, Share, SharedPot, Showdown, show_down
from service.engines.piecepacks.tiles import TILES
from service.engines.piecepacks.variants import VARIANTS, Variant
from tests.builders.tiles import tiles
from tests.strategies import bounded_to

bounded = bounded_to(150)
BOARD = tiles("b♠N b♠A w♥2 w♦2 b♣5")


def player(name: str, text: str, paid: int = 0, *, folded: bool = False) -> Player:
    return Player(name, tiles(text), paid, folded)


def test_five_card__two_players__the_higher_hand_wins() -> None:
    result = show_down(
        Showdown(Variant.FIVE_CARD, (player("a", "b♠3 b♣3 w♦4 b♦5 b♣A", 10), player("b", "b♥3 w♣3 w♥4 w♠N b♥5", 10)))
    )
    assert [fared.chips_won for fared in result.players] == [0, 20]
    assert [fared.low for fared in result.players] == [None, None]
    assert result.pots[0].shares == (Share(1, Part.WHOLE, 20),)


def test_holdem__the_board_is_best_for_all__all_share_and_the_odd_chip_goes_to_the_earliest_seat() -> None:
    board = tiles("b♠N b♠A b♠5 b♠4 b♠3")
    players = (player("a", "w♥2 w♦2", 5), player("b", "w♣2 b♣2", 5), Player("c", None, 1, folded=True))
    result = show_down(Showdown(Variant.TEXAS_HOLDEM, players, board))
    assert [fared.chips_won for fared in result.players] == [6, 5, 0]
    assert result.players[2].high is None


def test_omaha__odd_pot__the_high_half_gets_the_odd_chip() -> None:
    players = (
        player("a", "b♥3 b♥4 w♠3 w♦3", 5),
        player("b", "b♥N w♥N w♠4 w♦4", 5),
        Player("c", None, 1, folded=True),
    )
    result = show_down(Showdown(Variant.OMAHA_HI_LO, players, BOARD))
    assert result.players[0].high is not None
    assert result.players[0].high.hand_class.hand == "group_flush_no_pairs"
    assert result.pots[0].shares == (Share(0, Part.HIGH, 6), Share(1, Part.LOW, 5))
    assert result.pots[0].winners == (0, 1)


def test_omaha__low_rule__decides_which_low_wins() -> None:
    players = (player("a", "b♥3 b♥4 w♠3 w♦4", 10), player("b", "w♠5 w♥5 b♦5 w♦5", 10))
    by_ranks = show_down(Showdown(Variant.OMAHA_HI_LO, players, BOARD, LowRule.ACE_TO_FIVE))
    by_table = show_down(Showdown(Variant.OMAHA_HI_LO, players, BOARD, LowRule.TABLE))
    assert [share.seat for share in by_ranks.pots[0].shares if share.part is Part.LOW] == [0]
    assert [share.seat for share in by_table.pots[0].shares if share.part is Part.LOW] == [0]
    assert [fared.low and fared.low.strength for fared in by_ranks.players] != [
        fared.low and fared.low.strength for fared in by_table.players
    ]


@pytest.mark.parametrize(
    ("rule", "winners"),
    # By the table a pair is lower than no pairs; by ranks it is the other way round, and a flush does not count.
    [(LowRule.TABLE, [1]), (LowRule.ACE_TO_FIVE, [0])],
)
def test_lowball__either_low_rule__gives_the_whole_pot_to_the_lowest_hand(rule: LowRule, winners: list[int]) -> None:
    players = (
        player("a", "b♠N b♥A b♠2 b♥3 b♠4", 7),
        player("b", "w♠N b♥N b♣A w♦2 w♣3", 7),
        player("c", "w♠5 w♥5 b♦5 w♦5 b♣5", 7),
    )

    result = show_down(Showdown(Variant.FIVE_CARD_LOWBALL, players, (), rule))

    assert [share.seat for share in result.pots[0].shares] == winners
    assert [share.part for share in result.pots[0].shares] == [Part.WHOLE]
    assert [fared.high for fared in result.players] == [None] * 3
    assert all(fared.low for fared in result.players)


def test_lowball__equal_lows__share_and_the_odd_chip_goes_to_the_earliest_seat() -> None:
    players = (
        player("a", "b♠N b♥A b♠2 b♥3 b♠5", 5),
        player("b", "w♠N w♥A w♠2 w♥3 w♠4", 5),
        player("c", "w♦N b♣A w♣2 b♦3 w♦4", 5),
    )

    result = show_down(Showdown(Variant.FIVE_CARD_LOWBALL, players, (), LowRule.ACE_TO_FIVE))

    assert [fared.chips_won for fared in result.players] == [0, 8, 7]


def test_lowball__high_hands_of_the_same_tiles__win_the_other_way_round_under_the_table() -> None:
    players = (player("a", "b♠3 b♣3 w♦4 b♦5 b♣A", 10), player("b", "w♠N w♠A w♠5 w♠4 w♠3", 10))
    high, low = (show_down(Showdown(variant, players)) for variant in (Variant.FIVE_CARD, Variant.FIVE_CARD_LOWBALL))

    assert [fared.chips_won for fared in high.players] == [0, 20]
    assert [fared.chips_won for fared in low.players] == [20, 0]


def test_uncalled_chips__of_a_loser__go_back() -> None:
    players = (player("a", "b♠3 b♣3 w♦4 b♦5 b♣A", 30), player("b", "b♥3 w♣3 w♥4 w♠N b♥5", 10))
    result = show_down(Showdown(Variant.FIVE_CARD, players))
    assert [fared.chips_won for fared in result.players] == [20, 20]
    assert result.pots[1].shares == (Share(0, Part.WHOLE, 20),)


@st.composite
def showdowns(draw: st.DrawFn) -> Showdown:
    variant = draw(st.sampled_from(Variant))
    rules = VARIANTS[variant]
    number = draw(st.integers(2, rules.most_players))
    deck = tuple(draw(st.permutations(TILES)))
    standing = draw(st.integers(0, number - 1))
    players = []
    for seat in range(number):
        own = deck[rules.board + seat * rules.own :][: rules.own]
        folded = seat != standing and draw(st.booleans())
        players.append(Player(f"p{seat}", own, draw(st.integers(0, 5) | st.integers(0, 10**12)), folded))
    return Showdown(variant, tuple(players), deck[: rules.board], draw(st.sampled_from(LowRule)))


def parts_won(variant: Variant, shared: SharedPot) -> tuple[list[int], list[int]]:
    """The seats that won by their high hands, and those that won by their low ones."""
    if shared.pot.kind is PotKind.UNCALLED:
        return [], []
    whole = Part.LOW if variant is Variant.FIVE_CARD_LOWBALL else Part.HIGH
    parts = [(whole if share.part is Part.WHOLE else share.part, share.seat) for share in shared.shares]
    return [seat for part, seat in parts if part is Part.HIGH], [seat for part, seat in parts if part is Part.LOW]


@bounded
@given(showdowns())
def test_showdown__any_table__every_chip_paid_is_won_by_someone_left_in(showdown: Showdown) -> None:
    check_showdown(showdown)
    result = show_down(showdown)
    assert sum(fared.chips_won for fared in result.players) == sum(one.paid for one in showdown.players)
    assert all(fared.chips_won == 0 for fared in result.players if fared.player.folded)
    for shared in result.pots:
        assert sum(share.chips for share in shared.shares) == shared.pot.amount
        assert set(shared.winners) <= set(shared.pot.eligible)
        of_high, of_low = parts_won(showdown.variant, shared)
        standing = [result.players[seat] for seat in shared.pot.eligible]
        highs = [one.high.strength for one in standing if one.high]
        lows = [one.low.strength for one in standing if one.low]
        assert all((one := result.players[seat].high) and one.strength == max(highs) for seat in of_high)
        assert all((one := result.players[seat].low) and one.strength == min(lows) for seat in of_low)
        chips = [share.chips for share in shared.shares if share.part is shared.shares[0].part]
        assert max(chips) - min(chips) <= 1


def test_check__several_mistakes__names_all_of_them() -> None:
    showdown = Showdown(
        Variant.FIVE_CARD,
        (
            player("a", "b♠3 b♣3 w♦4 b♦5", folded=True),
            player("a", "b♠3 b♥3 w♥4 w♦5 w♣A", folded=True),
            *(Player(f"p{seat}", None, folded=True) for seat in range(8)),
        ),
        tiles("b♠N"),
    )
    with pytest.raises(InvalidInput) as refused:
        check_showdown(showdown)
    assert {mistake.pointer: mistake.message for mistake in refused.value.mistakes if mistake.path != ("players",)} == {
        "/board": "The board of five_card has 0 tiles here, not 1.",
        "/players/1/id": "'a' is already at /players/0/id.",
        "/players/0/tiles": "A player of five_card has 5 tiles, not 4.",
        "/players/1/tiles/0": "b♠3 is already at /players/0/tiles/0.",
    }
    assert [mistake.message for mistake in refused.value.mistakes if mistake.path == ("players",)] == [
        "five_card takes 2 to 9 players, not 10.",
        "At least one player must not have folded.",
    ]
