"""Every choice of k things of n, as arrays of places."""

from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.uint8]


@lru_cache(maxsize=32)
def subsets(size: int, of: int) -> Places:
    """The choices as columns, each ascending from top to bottom, ordered by the largest place, then the next.

    So the choices among the first m things are the first C(m, size) columns.
    """
    if not size:
        return np.zeros((0, 1), dtype=np.uint8)
    below = subsets(size - 1, of - 1)
    columns = [
        np.vstack((below[:, : comb(top, size - 1)], np.full((1, comb(top, size - 1)), top, dtype=np.uint8)))
        for top in range(size - 1, of)
    ]
    joined = np.concatenate(columns, axis=1)
    joined.flags.writeable = False
    return joined


def pair_number(low: Places, high: Places) -> npt.NDArray[np.intp]:
    """The column at which `subsets` lists the choice of these two places."""
    top = high.astype(np.intp)
    return top * (top - 1) // 2 + low
