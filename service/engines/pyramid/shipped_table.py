"""The table that ships with the code: what self-play counted, the values, and the chances to win (C11, C24)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import floor, log10
from typing import Final

import numpy as np

from service.engines.data import pyramid_shares
from service.engines.pyramid.arranging.grades import Int64s
from service.engines.pyramid.hands import HandTuple
from service.engines.pyramid.positions import POSITIONS, Position
from service.engines.pyramid.self_play import (
    Counts,
    Floats,
    Shares,
    loss_chances,
    shares_of,
    standard_errors,
    value_table,
    win_chances,
    with_random_hand,
)
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.tuple_rows import TupleRow, rows_of
from service.engines.pyramid.values import ValueTable

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


SHARES_HEADER: Final = "position,handType,primaryRank,secondaryRank,share,freshHands"
PARTS: Final = 10**9
"""Shares are whole numbers of billionths; rows that are never played are left out."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """The result of self-play: mean shares over the rounds, and the hands of the last round on fresh deals."""

    shares: Shares
    fresh: Counts

    @property
    def deals(self) -> int:
        """How many deals each round had, including the last."""
        return int(self.fresh[Position.BACK].sum())

    @property
    def table(self) -> Shares:
        """The shares that values are derived from, with one more deal of random hands (C24)."""
        return with_random_hand(self.shares, self.deals)

    def chances(self) -> Iterator[tuple[TupleRow, WinChance]]:
        """Every row with its chance to win, by position and then by strength."""
        chances = chances_of(self.table, self.fresh)
        for position in POSITIONS:
            yield from zip(rows_of(position), chances[position], strict=True)


def shares_lines(played: SelfPlay) -> Iterator[str]:
    """The result as lines of CSV, without line ends."""
    yield SHARES_HEADER
    for position in POSITIONS:
        # Since running totals are rounded, the parts add up to the whole, and reading and writing changes nothing.
        totals = np.rint(np.cumsum(played.shares[position]) * PARTS).astype(np.int64)
        parts = np.diff(totals, prepend=0).tolist()
        for row, share, hands in zip(rows_of(position), parts, played.fresh[position].tolist(), strict=True):
            if share or hands:
                yield f"{_key(position, row.tuple)},{share},{hands}"


def read_shares(lines: Iterable[str]) -> SelfPlay:
    """The result that `shares_lines` wrote."""
    _, *rows = lines
    played: dict[str, list[int]] = {}
    for row in rows:
        key, share, hands = row.rsplit(",", 2)
        played[key] = [int(share), int(hands)]
    by_row = {position: _by_row(position, played) for position in POSITIONS}
    return SelfPlay(
        shares_of({position: both[:, 0] for position, both in by_row.items()}),
        {position: both[:, 1] for position, both in by_row.items()},
    )


def _by_row(position: Position, played: Mapping[str, list[int]]) -> Int64s:
    keys = (_key(position, row.tuple) for row in rows_of(position))
    return np.array([played.get(key, [0, 0]) for key in keys], dtype=np.int64)


def _key(position: Position, hand_tuple: HandTuple) -> str:
    return ",".join(map(str, (position, *hand_tuple)))


@lru_cache(maxsize=1)
def shipped_play() -> SelfPlay:
    return read_shares(pyramid_shares.CSV.splitlines())


def shipped_table(tuning: PyramidTuning) -> ValueTable:
    """The values under a tuning; only the expected losses depend on it."""
    return value_table(shipped_play().table, tuning.points)


@lru_cache(maxsize=1)
def shipped_chances() -> Mapping[Position, Mapping[HandTuple, WinChance]]:
    """The win chance of every tuple; it does not depend on the tuning."""
    chances: dict[Position, dict[HandTuple, WinChance]] = {position: {} for position in POSITIONS}
    for row, chance in shipped_play().chances():
        chances[row.position][row.tuple] = chance
    return chances
