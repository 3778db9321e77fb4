"""Decides a showdown: main pot and side pots, and who wins them (ruling D4)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from service.engines.piecepacks.best_hands import Hand, best_high, best_low
from service.engines.piecepacks.hands import LowRule, Strength
from service.engines.piecepacks.tiles import Tile
from service.engines.piecepacks.variants import VARIANTS, Variant, choices
from service.engines.wire_enum import WireEnum

Seat = int
"""A player's place in the order of seats, from 0."""


class PotKind(WireEnum):
    MAIN = "main"
    SIDE = "side"
    UNCALLED = "uncalled"


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips, and the seats that can win them."""

    kind: PotKind
    amount: int
    eligible: tuple[Seat, ...]


def pots(paid: Sequence[int], folded: Sequence[bool]) -> tuple[Pot, ...]:
    """The pots, main pot first. Their amounts add up to what was paid in. At least one player must not have folded.

    Chips are split into layers, one for each different amount paid. A layer can be won by the players who paid into
    it and have not folded. Layers that the same players can win form one pot. What one player has paid beyond all
    others is uncalled and goes back to that player. Chips on top that only folded players have paid go to the pot
    below, or, if there is none, to a pot that every player left in can win.
    """
    left = tuple(seat for seat, out in enumerate(folded) if not out)
    found: list[Pot] = []
    below = 0
    for level in sorted({chips for chips in paid if chips}):
        payers = [seat for seat, chips in enumerate(paid) if chips >= level]
        amount = (level - below) * len(payers)
        eligible = tuple(seat for seat in payers if seat in left)
        _add(found, amount, eligible, left, uncalled=len(payers) == len(eligible) == 1)
        below = level
    # If no player has paid, an empty main pot still shows who comes first.
    return tuple(found) or (Pot(PotKind.MAIN, 0, left),)


def _add(found: list[Pot], amount: int, eligible: tuple[Seat, ...], left: tuple[Seat, ...], *, uncalled: bool) -> None:
    if uncalled:
        found.append(Pot(PotKind.UNCALLED, amount, eligible))
    elif found and eligible in ((), found[-1].eligible):
        found[-1] = Pot(found[-1].kind, found[-1].amount + amount, found[-1].eligible)
    else:
        found.append(Pot(PotKind.SIDE if found else PotKind.MAIN, amount, eligible or left))


def split(chips: int, winners: Sequence[Seat]) -> list[int]:
    """Share the chips evenly; odd chips go one by one to the earliest seats, which come first."""
    each, odd = divmod(chips, len(winners))
    return [each + (place < odd) for place in range(len(winners))]


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the table. A player who has folded may keep the tiles hidden."""

    id: str
    tiles: tuple[Tile, ...] | None = None
    paid: int = 0
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Showdown:
    """Everything on the table; players in the order of their seats."""

    variant: Variant
    players: tuple[Player, ...]
    board: tuple[Tile, ...] = ()
    low_rule: LowRule = LowRule.TABLE


class Part(WireEnum):
    """The part of a pot that a share belongs to."""

    WHOLE = "whole"
    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat wins of one part of a pot."""

    seat: Seat
    part: Part
    chips: int


@dataclass(frozen=True, slots=True)
class SharedPot:
    """A pot and its shares."""

    pot: Pot
    shares: tuple[Share, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(sorted({share.seat for share in self.shares}))


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's result. A hand is None if the player has folded, or if the variant does not play for that side."""

    player: Player
    high: Hand | None
    low: Hand | None
    chips_won: int


@dataclass(frozen=True, slots=True)
class ShowdownResult:
    showdown: Showdown
    players: tuple[PlayerResult, ...]
    pots: tuple[SharedPot, ...]


def show_down(showdown: Showdown) -> ShowdownResult:
    """Decide a showdown that `check_showdown` has accepted."""
    highs = tuple(_high(showdown, player) for player in showdown.players)
    lows = tuple(_low(showdown, player) for player in showdown.players)
    paid, folded = [player.paid for player in showdown.players], [player.folded for player in showdown.players]
    shared = tuple(SharedPot(pot, _shares(pot, highs, lows)) for pot in pots(paid, folded))
    won = [0] * len(showdown.players)
    for share in (share for pot in shared for share in pot.shares):
        won[share.seat] += share.chips
    players = tuple(map(PlayerResult, showdown.players, highs, lows, won))
    return ShowdownResult(showdown, players, shared)


def _high(showdown: Showdown, player: Player) -> Hand | None:
    if player.folded or not VARIANTS[showdown.variant].high:
        return None
    return best_high(choices(showdown.variant, player.tiles or (), showdown.board))


def _low(showdown: Showdown, player: Player) -> Hand | None:
    if player.folded or not VARIANTS[showdown.variant].low:
        return None
    return best_low(choices(showdown.variant, player.tiles or (), showdown.board), showdown.low_rule)


def _shares(pot: Pot, highs: Sequence[Hand | None], lows: Sequence[Hand | None]) -> tuple[Share, ...]:
    if pot.kind is PotKind.UNCALLED:
        return _portion(Part.WHOLE, pot.amount, pot.eligible)
    best_highs = _level(pot.eligible, highs, max)
    best_lows = _level(pot.eligible, lows, min)
    if not best_highs or not best_lows:
        return _portion(Part.WHOLE, pot.amount, best_highs or best_lows)
    low_half = pot.amount // 2
    return _portion(Part.HIGH, pot.amount - low_half, best_highs) + _portion(Part.LOW, low_half, best_lows)


def _level(
    seats: Iterable[Seat], hands: Sequence[Hand | None], best: Callable[[Iterable[Strength]], Strength]
) -> list[Seat]:
    """The seats that have the best of the hands shown."""
    strengths = {seat: hand.strength for seat in seats if (hand := hands[seat])}
    return [seat for seat, strength in strengths.items() if strength == best(strengths.values())]


def _portion(part: Part, chips: int, winners: Sequence[Seat]) -> tuple[Share, ...]:
    return tuple(Share(seat, part, share) for seat, share in zip(winners, split(chips, winners), strict=True))
