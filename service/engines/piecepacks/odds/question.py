"""A player's question about odds, and its checks."""

from dataclasses import dataclass
from math import comb, factorial
from typing import Final

from service.engines.documents import Mistakes
from service.engines.errors import Mistake
from service.engines.piecepacks.hands import LowRule
from service.engines.piecepacks.table_checks import check_board, check_no_tile_twice, check_own, raise_if_any
from service.engines.piecepacks.tiles import TILES, Tile
from service.engines.piecepacks.variants import FEWEST_PLAYERS, VARIANTS, Variant, VariantRules

DEFAULT_SAMPLES: Final = 20_000
DEFAULT_SEED: Final = 0


@dataclass(frozen=True, slots=True)
class QuoteTileOddsInput:
    """One player's tiles, the open tiles of the board, and how many opponents stay in."""

    variant: Variant
    tiles: tuple[Tile, ...]
    board: tuple[Tile, ...] = ()
    opponents: int = 1
    low_rule: LowRule = LowRule.TABLE
    samples: int = DEFAULT_SAMPLES
    seed: int = DEFAULT_SEED

    @property
    def rules(self) -> VariantRules:
        return VARIANTS[self.variant]

    @property
    def unknown(self) -> tuple[Tile, ...]:
        """The tiles that the player has not seen."""
        return tuple(tile for tile in TILES if tile not in self.tiles and tile not in self.board)

    @property
    def missing(self) -> int:
        return self.rules.board - len(self.board)

    @property
    def boards(self) -> int:
        """The number of ways to complete the board."""
        return comb(len(self.unknown), self.missing)

    @property
    def deals(self) -> int:
        """The number of ways to complete the board and deal to the opponents, whose order does not count."""
        rest, own, opponents = len(self.unknown) - self.missing, self.rules.own, self.opponents
        orders: int = factorial(own * opponents) // (factorial(own) ** opponents * factorial(opponents))
        return self.boards * comb(rest, own * opponents) * orders


def check_question(question: QuoteTileOddsInput) -> None:
    """Raise `InvalidInput` with every mistake of a question that has no answer."""
    mistakes: Mistakes = []
    check_own(question.variant, question.tiles, ("tiles",), mistakes)
    check_board(question.variant, question.board, mistakes, complete=False)
    check_no_tile_twice(((("tiles",), question.tiles), (("board",), question.board)), mistakes)
    most = question.rules.most_players - 1
    if not FEWEST_PLAYERS - 1 <= question.opponents <= most:
        message = f"{question.variant} takes {FEWEST_PLAYERS - 1} to {most} opponents, not {question.opponents}."
        mistakes.append(Mistake(("opponents",), message))
    raise_if_any(mistakes)
