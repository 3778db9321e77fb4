"""The table that ships with the code: what self-play has played, and the values that follow (C11, C24)."""

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
    """What was played: the shares in the mean of the rounds, and the hands of the last round on fresh deals."""

    shares: Shares
    fresh: Counts

    @property
    def deals(self) -> int:
        """How many deals each round had, the last one too."""
        return int(self.fresh[Position.BACK].sum())

    @property
    def table(self) -> Shares:
        """The shares that values follow from: with one more deal, of random hands (C24)."""
        return with_random_hand(self.shares, self.deals)

    def chances(self) -> Iterator[tuple[TupleRow, WinChance]]:
        """Every row with its chance to win, by position and then by strength."""
        chances = chances_of(self.table, self.fresh)
        for position in POSITIONS:
            yield from zip(rows_of(position), chances[position], strict=True)


def shares_lines(played: SelfPlay) -> Iterator[str]:
    """What was played as the file has it, without line ends."""
    yield SHARES_HEADER
    for position in POSITIONS:
        # Rounded as running totals, the parts add up to the whole, and what is read is what is written again.
        totals = np.rint(np.cumsum(played.shares[position]) * PARTS).astype(np.int64)
        parts = np.diff(totals, prepend=0).tolist()
        for row, share, hands in zip(rows_of(position), parts, played.fresh[position].tolist(), strict=True):
            if share or hands:
                yield f"{_key(position, row.tuple)},{share},{hands}"


def read_shares(lines: Iterable[str]) -> SelfPlay:
    """What such lines tell of."""
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
    """The shares and hands that ship."""
    return read_shares(pyramid_shares.CSV.splitlines())


def shipped_table(tuning: PyramidTuning) -> ValueTable:
    """The values under a tuning; only the losses depend on it."""
    return value_table(shipped_play().table, tuning.points)


@lru_cache(maxsize=1)
def shipped_chances() -> Mapping[Position, Mapping[HandTuple, WinChance]]:
    """The chance to win of every tuple, which no tuning changes."""
    chances: dict[Position, dict[HandTuple, WinChance]] = {position: {} for position in POSITIONS}
    for row, chance in shipped_play().chances():
        chances[row.position][row.tuple] = chance
    return chances
