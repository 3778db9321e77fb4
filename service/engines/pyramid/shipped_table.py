"""The shipped table: the shares from self-play, and the values derived from them (C11, C24)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from service.engines.data import pyramid_shares
from service.engines.pyramid.arranging.grades import Int64s
from service.engines.pyramid.hands import HandTuple
from service.engines.pyramid.positions import POSITIONS, Position
from service.engines.pyramid.self_play import Counts, Shares, shares_of, value_table, with_random_hand
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.tuple_rows import TupleRow, rows_of
from service.engines.pyramid.values import ValueTable
from service.engines.pyramid.win_chances import WinChance, chances_of

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
