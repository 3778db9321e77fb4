"""Which rows of a comparison are shown, and in which order: what the change does most to comes first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from service.engines.destiny.odds.totals import Integers
from service.engines.destiny.preview.sides import Sides

Row = TypeVar("Row")
Flags = npt.NDArray[np.bool_]

MOST_ROWS: Final = 1000
_BEYOND_ANY_MOVE: Final = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class View:
    """How much of a comparison is wanted."""

    only_changed: bool = False
    limit: int = MOST_ROWS


@dataclass(frozen=True, slots=True)
class Comparison(Generic[Row]):
    """The rows that are shown, and what all of them come to, whether shown or not."""

    rows: Sequence[Row]
    compared: int
    moved: int
    added: int
    removed: int
    largest_move: int
    """The largest difference of any chance, in hands or in pairs of hands."""

    @property
    def left_out(self) -> int:
        """The number of rows that were compared and are not shown."""
        return self.compared - len(self.rows)


def ranked(moves: Integers, there: Sides[Flags], view: View, row_at: Callable[[int], Row]) -> Comparison[Row]:
    """The comparison of rows by how far each one moves.

    A row that is there on one side alone has no move, and comes before those that have; one that is there on neither
    is none. Rows that move alike stay in their order.
    """
    both, either = there.before & there.after, there.before | there.after
    rank = np.where(both, moves, _BEYOND_ANY_MOVE)
    wanted = either & (rank > 0) if view.only_changed else either
    order = np.argsort(-rank, kind="stable")
    return Comparison(
        rows=[row_at(place) for place in order[wanted[order]][: view.limit].tolist()],
        compared=int(either.sum()),
        moved=int((both & (moves > 0)).sum()),
        added=int((there.after & ~there.before).sum()),
        removed=int((there.before & ~there.after).sum()),
        largest_move=int(moves.max(where=both, initial=0)),
    )
