"""Computes the spread of the sum of the three highest of four or more independent totals.

The grid is cut into blocks. Each block stores the spread of the best three for the case that all of them lie in it. A
block of twice the width is computed from its two halves, by which of the three lie in which half
(docs/developers/algorithms/best-three.md). Narrow blocks hold few totals, so every three of them are tried; wide blocks
are joined by Fourier transforms.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Self

import numpy as np

from service.engines.destiny.odds.sums import Floats, Spread, summed
from service.engines.destiny.odds.totals import Integers
from service.engines.destiny.outcomes import BEST

NEGLIGIBLE: Final = 1e-12
"""The chance that three totals lie in the part of the grid where pairs and triples are left out."""
MOST_TRIED: Final = 100_000
"""How many threes are tried within the narrowest blocks: about as much work as one more halving."""
_CHUNK: Final = 1 << 13
"""How many places are transformed at once: few enough to stay in the processor's cache."""


def sum_of_best_three(
    spreads: Sequence[Spread], pause: Callable[[], None] = lambda: None, *, most_tried: int = MOST_TRIED
) -> Spread:
    """The spread of the sum of the three highest of at least three values that share one grid."""
    low, step = min(spread.low for spread in spreads), spreads[0].step
    ends = [(spread.low - low) // step + len(spread) for spread in spreads]
    chances = np.zeros((len(spreads), max(ends)))
    for row, spread, end in zip(chances, spreads, ends, strict=True):
        row[end - len(spread) : end] = spread.weights
    blocks = _Blocks.narrowest(chances, most_tried)
    while blocks.number > 1:
        pause()
        blocks = blocks.joined()
    weights = blocks.triples[0].clip(min=0)
    return Spread(BEST * low, step, weights)


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """Every value that a participant can hold, ascending; equal values in the order of their holders."""

    holder: Integers
    place: Integers
    chance: Floats
    below: Floats
    """`below[d, i]` is the chance that participant d holds something that comes before value i."""

    @classmethod
    def of(cls, chances: Floats) -> Self:
        place, holder = np.nonzero(chances.T)
        chance = chances[holder, place]
        own = np.zeros((len(chances), len(place)))
        own[holder, np.arange(len(place))] = chance
        return cls(holder, place, chance, np.cumsum(own, axis=1) - own)

    def before(self, place: int) -> Self:
        """The values at lower places."""
        kept = slice(int(self.place.searchsorted(place)))
        return type(self)(self.holder[kept], self.place[kept], self.chance[kept], self.below[:, kept])


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """Adjacent blocks of one width, from the lowest place up.

    `triples[k]` is the spread of the sum of the best three, with all three in block k and no participant above it.
    `lower_pairs[c, k]` is the spread of the sum of the second and third best, both in block k, with participant c, the
    best, above them. `thirds[b, c]` is, place by place, the chance that the third best is there, with b and c above.
    """

    width: int
    reach: int
    """The third best hardly ever lies at this place or above, so pairs and triples there are left out."""
    chances: Floats
    thirds: dict[tuple[int, int], Floats]
    lower_pairs: Floats
    triples: Floats

    @property
    def number(self) -> int:
        return len(self.triples)

    @classmethod
    def narrowest(cls, chances: Floats, most_tried: int) -> Self:
        """Blocks so narrow that all threes of values in one block can be tried."""
        places, reach, values = chances.shape[1], _reach(chances), _Values.of(chances)
        number, width = 1, places
        while width > 1 and _threes(values.before(reach).place // width) > most_tried:
            number *= 2
            width = -(-places // number)
        width = _smooth(width)
        padded = np.zeros((len(chances), number * width))
        padded[:, :places] = chances
        reached = values.before(-(-reach // width) * width)
        return cls(width, reach, padded, _thirds(padded), *_tried(reached, number, width))

    def joined(self) -> "_Blocks":
        """Blocks of twice this width."""
        width, number = self.width, self.number // 2
        members = range(len(self.chances))
        triples = np.zeros((number, 6 * width))
        triples[:, : 3 * width] = self.triples[0::2]
        triples[:, 3 * width :] += self.triples[1::2]
        lower_pairs = np.zeros((len(members), number, 4 * width))
        lower_pairs[..., : 2 * width] = self.lower_pairs[:, 0::2]
        lower_pairs[..., 2 * width :] = self.lower_pairs[:, 1::2]
        in_halves = (number, 2, width)
        uppers = self.chances.reshape(len(members), *in_halves)[:, :, 1]
        thirds = {pair: third.reshape(in_halves)[:, 0] for pair, third in self.thirds.items()}
        size = 3 * width
        at_once = max(1, _CHUNK // size)
        reached = -(-self.reach // (2 * width))
        for first in range(0, reached, at_once):
            some = slice(first, min(first + at_once, reached))
            upper = np.fft.rfft(uppers[:, some], size)
            one_above = np.zeros_like(upper[0])
            pairs = np.zeros_like(upper)
            for c in members:
                one_above += np.fft.rfft(self.lower_pairs[c, 0::2][some], size) * upper[c]
            for (b, c), third in thirds.items():
                lower_third = np.fft.rfft(third[some], size)
                pairs[b] += lower_third * upper[c]
                pairs[c] += lower_third * upper[b]
            triples[some, width : width + size] += np.fft.irfft(one_above, size)
            # Every pair above is counted once from each of its members.
            two_above = np.einsum("c...,c...->...", pairs, upper) / 2
            triples[some, 2 * width : 2 * width + size] += np.fft.irfft(two_above, size)
            if number > 1:  # no participant is above the last block
                lower_pairs[:, some, width:size] += np.fft.irfft(pairs, size)[..., : 2 * width]
        return _Blocks(2 * width, self.reach, self.chances, self.thirds, lower_pairs, triples)


def _reach(chances: Floats) -> int:
    """The lowest place at or above which three participants lie with a chance of at most `NEGLIGIBLE`."""
    at_least = np.cumsum(chances[:, ::-1], axis=1)[:, ::-1]
    three = sum(np.prod(at_least[list(some)], axis=0) for some in combinations(range(len(chances)), BEST))
    return int(np.count_nonzero(three > NEGLIGIBLE))


def _thirds(chances: Floats) -> dict[tuple[int, int], Floats]:
    """For each pair, place by place, the chance that the highest of all others is there."""
    up_to = np.cumsum(chances, axis=1)
    below = up_to - chances
    members = range(len(chances))
    return {
        pair: np.prod(up_to[rest], axis=0) - np.prod(below[rest], axis=0)
        for pair in combinations(members, 2)
        if (rest := [member for member in members if member not in pair])
    }


def _threes(block: Integers) -> int:
    """How many threes of values lie in the same block."""
    held = np.bincount(block)
    return int((held * (held - 1) * (held - 2) // 6).sum())


def _tried(values: _Values, number: int, width: int) -> tuple[Floats, Floats]:
    """The lower pairs and the triples of narrow blocks, from every two and every three values in a block."""
    block = values.place // width
    place = values.place - block * width
    ends = block.searchsorted(block, side="right")
    third, second = _later(np.arange(len(block)), ends)
    apart = values.holder[third] != values.holder[second]
    third, second = third[apart], second[apart]
    pair_at = block[third] * 2 * width + place[third] + place[second]
    chances = np.zeros((len(values.below), len(third)))
    pairs = np.empty((len(chances), number, 2 * width))
    for best, row in enumerate(chances):
        row[:] = _beneath(values, third, second, best)
        pairs[best] = summed(pair_at, row, number * 2 * width).reshape(number, -1)
    pair, first = _later(second, ends)
    chance = chances[values.holder[first], pair] * values.chance[first]
    triple_at = (pair_at + block[third] * width)[pair] + place[first]
    return pairs, summed(triple_at, chance, number * 3 * width).reshape(number, -1)


def _beneath(values: _Values, third: Integers, second: Integers, best: int) -> Floats:
    """The chance of each second and third with this participant the best and all others below them; otherwise 0."""
    chance: Floats = values.chance[third] * values.chance[second]
    for member, below in enumerate(values.below):
        holds = (values.holder[third] == member) | (values.holder[second] == member)
        if member == best:
            chance[holds] = 0
        else:
            chance *= np.where(holds, 1.0, below[third])
    return chance


def _later(indices: Integers, ends: Integers) -> tuple[Integers, Integers]:
    """For each position in `indices`, every index after its entry and before its end."""
    number = ends[indices] - indices - 1
    position = np.repeat(np.arange(len(indices)), number)
    offset = np.arange(len(position)) - np.repeat(np.cumsum(number) - number, number)
    return position, indices[position] + 1 + offset


def _smooth(width: int) -> int:
    """The smallest width, from this one up, without a prime factor above five: such widths transform fast."""
    while True:
        rest = width
        for prime in (2, 3, 5):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return width
        width += 1
