"""Invented value tables for tests, as monotone as the real one."""

import random

from service.engines.pyramid.positions import POSITIONS, Position
from service.engines.pyramid.tuple_rows import rows_of
from service.engines.pyramid.values import MILLION, TupleValues, ValueTable

MEDIAN_TYPE = {Position.FRONT: 4, Position.MIDDLE: 6, Position.BACK: 7}


def provisional_table() -> ValueTable:
    """A table in which half of all hands are weaker than the common type of the position."""
    return ValueTable(*(_by_position(won=won) for won in (True, False)))


def _by_position(*, won: bool) -> TupleValues:
    values = {}
    for position in POSITIONS:
        rows = [row.tuple for row in rows_of(position)]
        below = sum(key[0] < MEDIAN_TYPE[position] for key in rows)
        shares = [place / below / 2 if place < below else 1 - below / place / 2 for place in range(len(rows))]
        values[position] = {
            key: round(share * MILLION) if won else round((1 - share) * 3 * MILLION)
            for key, share in zip(rows, shares, strict=True)
        }
    return values


def random_table(chance: random.Random, steps: int) -> ValueTable:
    """A table with up to `steps` different values for each position, at random places. With no steps, all are 0."""

    def values() -> TupleValues:
        found = {}
        for position in POSITIONS:
            rows = [row.tuple for row in rows_of(position)]
            levels = [chance.randrange(MILLION) for _ in range(steps)] or [0]
            found[position] = dict(zip(rows, sorted(chance.choice(levels) for _ in rows), strict=True))
        return found

    losses = {
        position: {key: 3 * (MILLION - value) for key, value in by_tuple.items()}
        for position, by_tuple in values().items()
    }
    return ValueTable(values(), losses)
