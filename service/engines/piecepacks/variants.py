"""The poker variants (rulings D4 and D6): how many tiles, how many players, and which fives a player may choose."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.engines.piecepacks.best_hands import Five, any_five, two_and_three
from service.engines.piecepacks.tiles import Tile
from service.engines.wire_enum import WireEnum

FEWEST_PLAYERS: Final = 2


class Variant(WireEnum):
    """The variants that the service deals and decides."""

    FIVE_CARD = "five_card"
    FIVE_CARD_LOWBALL = "five_card_lowball"
    TEXAS_HOLDEM = "texas_holdem"
    OMAHA_HI_LO = "omaha_hi_lo"


@dataclass(frozen=True, slots=True)
class VariantRules:
    """The rules of a variant."""

    own: int
    """Tiles dealt to each player."""
    board: int
    """Tiles that all players share."""
    most_players: int
    own_used: tuple[int, ...]
    """How many of their own tiles players may use in a hand."""
    high: bool = True
    """Whether the highest hand wins each pot, or half of it."""
    low: bool = False
    """Whether the lowest hand wins each pot, or half of it."""


VARIANTS: Final[Mapping[Variant, VariantRules]] = {
    Variant.FIVE_CARD: VariantRules(own=5, board=0, most_players=9, own_used=(5,)),
    Variant.FIVE_CARD_LOWBALL: VariantRules(own=5, board=0, most_players=9, own_used=(5,), high=False, low=True),
    Variant.TEXAS_HOLDEM: VariantRules(own=2, board=5, most_players=20, own_used=(0, 1, 2)),
    Variant.OMAHA_HI_LO: VariantRules(own=4, board=5, most_players=10, own_used=(2,), low=True),
}
MOST_PLAYERS: Final = max(rules.most_players for rules in VARIANTS.values())


def choices(variant: Variant, own: Sequence[Tile], board: Sequence[Tile]) -> Iterator[Five]:
    """The hands of five that a player with these tiles may choose from."""
    if variant is Variant.OMAHA_HI_LO:
        return two_and_three(own, board)
    return any_five((*own, *board))
