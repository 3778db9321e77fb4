"""The spread of the sum of the three highest of several independent totals."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from service.rules.destiny.odds.spread import Floats, Spread
from service.rules.destiny.outcomes import BEST


def sum_of_best_three(spreads: Sequence[Spread]) -> Spread:
    """The spread of the sum of the three highest of at least three values that share one grid.

    The grid is halved again and again. A block of values knows, for the participants that may lie in it,
    how the sum of the best three is spread when all three lie in the block; a block of twice the width follows
    from its lower and its upper half by who of the three lies in which (docs/algorithms/best-three.md).
    """
    low, step = min(spread.low for spread in spreads), spreads[0].step
    ends = [(spread.low - low) // step + len(spread) for spread in spreads]
    size = 1 << max(1, (max(ends) - 1).bit_length())
    chances = np.zeros((len(spreads), size))
    for row, spread, end in zip(chances, spreads, ends, strict=True):
        row[end - len(spread) : end] = spread.weights
    return Spread(BEST * low, step, _Blocks(chances).merged())


class _Blocks:
    """The state of the halving: blocks of one width side by side.

    `triples[k]` is the spread of the best three's sum, all three in block k. `lower_pairs[c, k]` is that of the
    second and third best together, both in block k, with participant c the best, above them. The third best, at a
    value, with b and c above it: the highest of all the others is at that value.
    """

    def __init__(self, chances: Floats) -> None:
        self.members = range(len(chances))
        self.chances = chances
        up_to = np.cumsum(chances, axis=1)
        below = up_to - chances
        self.thirds = {
            (b, c): _product(up_to, self._but(b, c)) - _product(below, self._but(b, c))
            for b, c in combinations(self.members, 2)
        }
        # Blocks of one value: everybody counted holds that very value.
        self.lower_pairs = np.stack([_at_least(2, self._but(c), chances, up_to, below)[:, None] for c in self.members])
        self.triples = _at_least(3, list(self.members), chances, up_to, below)[:, None]

    def _but(self, *left_out: int) -> list[int]:
        return [member for member in self.members if member not in left_out]

    def merged(self) -> Floats:
        """The spread over the whole grid."""
        width = 1
        while width < self.chances.shape[1]:
            self._merge_neighbours(width)
            width *= 2
        weights: Floats = self.triples[0].clip(min=0)
        return weights

    def _merge_neighbours(self, width: int) -> None:
        """Make blocks of twice this width."""
        size = 4 * width
        upper = np.fft.rfft(self.chances.reshape(len(self.chances), -1, 2, width)[:, :, 1], size)
        pairs = np.zeros_like(upper)
        triples = np.zeros_like(upper[0])
        for (b, c), third in self.thirds.items():
            lower_third = np.fft.rfft(third.reshape(-1, 2, width)[:, 0], size)
            pairs[b] += lower_third * upper[c]
            pairs[c] += lower_third * upper[b]
            triples += lower_third * upper[b] * upper[c]
        of_upper = 2 * width
        merged = _side_by_side(self.triples, shift=3 * width, length=6 * width)
        merged[:, of_upper : of_upper + size] += np.fft.irfft(triples, size)
        for c in self.members:
            lower_pair = np.fft.rfft(self.lower_pairs[c, 0::2], size)
            merged[:, width : width + size] += np.fft.irfft(lower_pair * upper[c], size)
        self.triples = merged
        longer = [_side_by_side(self.lower_pairs[c], shift=2 * width, length=size) for c in self.members]
        for c in self.members:
            longer[c][:, width : 3 * width] += np.fft.irfft(pairs[c], size)[:, :of_upper]
        self.lower_pairs = np.stack(longer)


def _side_by_side(blocks: Floats, shift: int, length: int) -> Floats:
    """Each pair of neighbouring blocks in one: the lower at its start, the upper moved up by `shift`."""
    both = np.zeros((len(blocks) // 2, length))
    both[:, : blocks.shape[1]] = blocks[0::2]
    both[:, shift : shift + blocks.shape[1]] += blocks[1::2]
    return both


def _product(rows: Floats, members: list[int]) -> Floats:
    product: Floats = np.prod(rows[members], axis=0)
    return product


def _at_least(number: int, members: list[int], chances: Floats, up_to: Floats, below: Floats) -> Floats:
    """At each value, the chance that at least so many members hold it and none is above it."""
    chance = _product(up_to, members)
    for fewer in range(number):
        for holders in combinations(members, fewer):
            others = [member for member in members if member not in holders]
            chance = chance - _product(chances, list(holders)) * _product(below, others)
    return chance
