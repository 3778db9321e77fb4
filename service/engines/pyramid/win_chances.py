"""A row's win chance, with its standard error and as many digits as it needs (C11, C24)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import floor, log10
from typing import Final

import numpy as np

from service.engines.pyramid.self_play import Counts, Floats, Shares, loss_chances, standard_errors, win_chances
from service.engines.pyramid.tuple_rows import TupleRow

FEWEST_DECIMALS: Final = 6
SIGNIFICANT_DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class WinChance:
    """The win probability of a row, and its precision."""

    probability: float
    decimals: int
    """The number of decimals of the probability."""
    standard_error: float
    deals: int
    """The number of deals that it is based on."""

    @property
    def text(self) -> str:
        """The probability as a decimal number, never in scientific notation."""
        return f"{self.probability:.{self.decimals}f}"


def chances_of(shares: Shares, fresh: Counts) -> dict[str, list[WinChance]]:
    """The chances of each position's rows, weakest first."""
    wins, losses, errors = win_chances(shares), loss_chances(shares), standard_errors(shares, fresh)
    return {
        position: _chances(wins[position], losses[position], errors[position], int(hands.sum()))
        for position, hands in fresh.items()
    }


def _chances(wins: Floats, losses: Floats, errors: Floats, deals: int) -> list[WinChance]:
    columns = np.stack([wins, losses, errors], axis=1).tolist()
    return [_chance(win, loss, error, deals) for win, loss, error in columns]


def _chance(win: float, loss: float, error: float, deals: int) -> WinChance:
    """Keep three digits of the smaller of the two chances, so that neither reads 0; six decimals at least."""
    smaller = min(win, loss)
    decimals = max(FEWEST_DECIMALS, SIGNIFICANT_DIGITS - 1 - floor(log10(smaller)))
    rounded = round(win, decimals) if win == smaller else round(1 - round(loss, decimals), decimals)
    return WinChance(rounded, decimals, float(f"{error:.{SIGNIFICANT_DIGITS}g}"), deals)


CSV_HEADER: Final = "position,handType,primaryRank,secondaryRank,winProbability"


def csv_lines(rows: Iterable[tuple[TupleRow, WinChance]]) -> Iterator[str]:
    """The header, and a line for each row with its win probability; without line ends."""
    yield CSV_HEADER
    for row, chance in rows:
        yield ",".join([row.position, *map(str, row.tuple), chance.text])
