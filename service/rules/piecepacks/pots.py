"""What players have paid in, as a main pot and side pots (ruling D4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.rules.words import Word

Seat = int
"""A player's place in the order of seats, from 0."""


class PotKind(Word):
    """What a pot is."""

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
    """The pots, main pot first; their amounts add up to what was paid in. At least one player has not folded.

    Chips lie in layers, one for each different amount paid, and a layer can be won by those who have paid into it
    and have not folded. Layers that the same players can win are one pot. What one player alone has paid beyond
    everyone else goes back to that player: it is uncalled. Chips on top that only folded players have paid fall to
    the pot below them, and to everybody left in where there is none.
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
    # Where nobody has paid there is still something to be first in.
    return tuple(found) or (Pot(PotKind.MAIN, 0, left),)


def _add(found: list[Pot], amount: int, eligible: tuple[Seat, ...], left: tuple[Seat, ...], *, uncalled: bool) -> None:
    if uncalled:
        found.append(Pot(PotKind.UNCALLED, amount, eligible))
    elif found and eligible in ((), found[-1].eligible):
        found[-1] = Pot(found[-1].kind, found[-1].amount + amount, found[-1].eligible)
    else:
        found.append(Pot(PotKind.SIDE if found else PotKind.MAIN, amount, eligible or left))


def split(chips: int, winners: Sequence[Seat]) -> list[int]:
    """The chips shared evenly; odd ones go one by one to the earliest seats, which stand first."""
    each, odd = divmod(chips, len(winners))
    return [each + (place < odd) for place in range(len(winners))]
