"""Dealing tiles, and what must hold at a table: enough tiles, none twice, no more players than fit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from service.engines.documents import Mistakes
from service.engines.draws import drawn
from service.engines.errors import InvalidInput, Mistake, Path
from service.engines.piecepacks.showdown import Player, Showdown
from service.engines.piecepacks.tiles import TILE_COUNT, TILE_TEXT, TILES, Tile
from service.engines.piecepacks.variants import FEWEST_PLAYERS, VARIANTS, Variant


def raise_if_any(mistakes: Mistakes) -> None:
    if mistakes:
        raise InvalidInput(mistakes)


def check_players(variant: Variant, players: int, mistakes: Mistakes) -> None:
    """Check that the variant takes this many players."""
    most = VARIANTS[variant].most_players
    if not FEWEST_PLAYERS <= players <= most:
        mistakes.append(Mistake(("players",), f"{variant} takes {FEWEST_PLAYERS} to {most} players, not {players}."))


def check_own(variant: Variant, tiles: Sequence[Tile], path: Path, mistakes: Mistakes) -> None:
    """Check that a player has as many tiles as the variant deals."""
    own = VARIANTS[variant].own
    if len(tiles) != own:
        mistakes.append(Mistake(path, f"A player of {variant} has {own} tiles, not {len(tiles)}."))


def check_board(variant: Variant, board: Sequence[Tile], mistakes: Mistakes, *, complete: bool) -> None:
    """Check that the board has no more tiles than the variant's, or exactly as many if it must be complete."""
    most = VARIANTS[variant].board
    if len(board) > most or (complete and len(board) < most):
        number = most if complete or not most else f"at most {most}"
        mistakes.append(Mistake(("board",), f"The board of {variant} has {number} tiles here, not {len(board)}."))


def check_no_tile_twice(places: Iterable[tuple[Path, Sequence[Tile]]], mistakes: Mistakes) -> None:
    """Check that no tile is in two places. Each later place is a mistake that names the first."""
    seen: dict[Tile, Path] = {}
    for path, tiles in places:
        for index, tile in enumerate(tiles):
            first = seen.setdefault(tile, (*path, index))
            if first != (*path, index):
                message = f"{TILE_TEXT[tile]} is already at {Mistake(first, '').pointer}."
                mistakes.append(Mistake((*path, index), message))


def check_showdown(showdown: Showdown) -> None:
    """Raise `InvalidInput` with every mistake of a showdown that cannot be decided."""
    mistakes: Mistakes = []
    players = showdown.players
    check_players(showdown.variant, len(players), mistakes)
    check_board(showdown.variant, showdown.board, mistakes, complete=True)
    _check_ids(players, mistakes)
    for index, player in enumerate(players):
        path = ("players", index, "tiles")
        if player.tiles is not None:
            check_own(showdown.variant, player.tiles, path, mistakes)
        elif not player.folded:
            mistakes.append(Mistake(path, "Required of a player who has not folded."))
    hands = ((("players", index, "tiles"), player.tiles or ()) for index, player in enumerate(players))
    check_no_tile_twice(((("board",), showdown.board), *hands), mistakes)
    if all(player.folded for player in players):
        mistakes.append(Mistake(("players",), "At least one player must not have folded."))
    raise_if_any(mistakes)


def _check_ids(players: Sequence[Player], mistakes: Mistakes) -> None:
    ids = [player.id for player in players]
    for index, name in enumerate(ids):
        first = ids.index(name)
        if first < index:
            mistakes.append(Mistake(("players", index, "id"), f"{name!r} is already at /players/{first}/id."))


@dataclass(frozen=True, slots=True)
class Deal:
    """The tiles dealt, without the tiles that stay in the bag."""

    variant: Variant
    players: tuple[tuple[Tile, ...], ...]
    board: tuple[Tile, ...]


def check_deal(variant: Variant, players: int) -> None:
    """Raise `InvalidInput` if the variant does not take this many players."""
    mistakes: Mistakes = []
    check_players(variant, players, mistakes)
    raise_if_any(mistakes)


def deal(variant: Variant, players: int, words: Iterator[int]) -> Deal:
    """Deal by these random words, every deal equally likely. Raises `InvalidInput` for too many players."""
    check_deal(variant, players)
    rules = VARIANTS[variant]
    number = players * rules.own
    tiles = tuple(TILES[place] for place in drawn(number + rules.board, TILE_COUNT, words))
    hands = tuple(tiles[start : start + rules.own] for start in range(0, number, rules.own))
    return Deal(variant, hands, tiles[number:])
