"""The table that ships with the code: how often each tuple is played, and the values that follow (C11)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

import numpy as np

from service.rules.pyramid.arranging.grades import Int64s
from service.rules.pyramid.hands import HandTuple
from service.rules.pyramid.positions import POSITIONS, Position
from service.rules.pyramid.self_play import Shares, shares_of, value_table
from service.rules.pyramid.tuning import POINTS, PyramidTuning
from service.rules.pyramid.tuple_rows import rows_of
from service.rules.pyramid.values import TupleValues, ValueTable

SHARES_FILE: Final = "pyramid_shares.csv"
SHARES_HEADER: Final = "position,handType,primaryRank,secondaryRank,share"
PARTS: Final = 10**9
"""Shares are whole numbers of billionths; rows that are never played are left out."""


def shares_lines(shares: Shares) -> Iterator[str]:
    """The shares as the file has them, without line ends."""
    yield SHARES_HEADER
    for position in POSITIONS:
        parts = np.rint(shares[position] * PARTS).astype(np.int64).tolist()
        for row, share in zip(rows_of(position), parts, strict=True):
            if share:
                yield f"{_key(position, row.tuple)},{share}"


def read_shares(lines: Iterable[str]) -> Shares:
    """The shares that such lines tell of."""
    _, *rows = lines
    played = dict(row.rsplit(",", 1) for row in rows)
    return shares_of({position: _parts(position, played) for position in POSITIONS})


@lru_cache(maxsize=1)
def shipped_shares() -> Shares:
    """The shares in the file."""
    return read_shares(files("service.rules.data").joinpath(SHARES_FILE).read_text("utf-8").splitlines())


def _parts(position: Position, played: Mapping[str, str]) -> Int64s:
    keys = (_key(position, row.tuple) for row in rows_of(position))
    return np.array([int(played.get(key, 0)) for key in keys], dtype=np.int64)


def _key(position: Position, hand_tuple: HandTuple) -> str:
    return ",".join(map(str, (position, *hand_tuple)))


def shipped_table(tuning: PyramidTuning) -> ValueTable:
    """The values under a tuning; only the losses depend on it."""
    return value_table(shipped_shares(), tuning.points)


@lru_cache(maxsize=1)
def shipped_chances() -> TupleValues:
    """The win probability of every tuple, which no tuning changes."""
    return value_table(shipped_shares(), POINTS).win_probability
