"""Computes the spread of the sum of the three highest of four or more independent totals.

The grid is halved into blocks until a block holds so few totals that all threes of them can be tried. Then halves are
joined by Fourier transforms, according to which of the three highest lie in which half
(docs/developers/algorithms/best-three.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any, Final, Self

import numpy as np

from service.engines.destiny.odds.sums import Spread
from service.engines.destiny.odds.totals import Integers
from service.engines.destiny.odds.transforms import Complexes, Floats
from service.engines.destiny.outcomes import BEST
from service.engines.pauses import Pause, each, no_pause

NEGLIGIBLE: Final = 1e-12
"""The chance that three totals lie in the part of the grid where pairs and triples are left out."""
NARROWEST: Final = 8
"""No block is halved below this many places: shorter transforms are slow for what they do."""
MOST_TRIED: Final = 10
"""How many threes are tried in a block, for each of its places: about as much work as joining it from two halves."""
_ROWS: Final = 2
"""How many rows are transformed at once. Two take little longer than one, and more take more memory."""
_CHUNK: Final = 1 << 13
"""How many places are transformed at once, without a pause. Four times as many would take a tenth less time in all,
and keep other requests waiting for longer."""


def sum_of_best_three(
    spreads: Sequence[Spread],
    pause: Pause = no_pause,
    *,
    narrowest: int = NARROWEST,
    most_tried: int = MOST_TRIED,
) -> Spread:
    """The spread of the sum of the three highest of at least three values that share one grid.

    Values of equal spread take less work if they are given as the same object.
    """
    low, step = min(spread.low for spread in spreads), spreads[0].step
    ends = [(spread.low - low) // step + len(spread) for spread in spreads]
    number = 1 << max(0, (max(ends) // narrowest).bit_length() - 1)
    width = _smooth(-(-max(ends) // number))
    kinds = dict(zip(spreads, ends, strict=True))
    chances = np.zeros((len(kinds), number * width))
    for row, (spread, end) in zip(chances, kinds.items(), strict=True):
        row[end - len(spread) : end] = spread.weights
    pause()
    grid = _Grid.of(chances, [spreads.count(spread) for spread in kinds])
    pause()
    tree = grid.tree(width, most_tried)
    grid.try_threes(tree, pause)
    for half, blocks in reversed(tree.joined):
        pause()
        grid.join(half, blocks, pause)
    # A transform leaves rounding noise of either sign where the weight is zero.
    return Spread(BEST * low, step, np.maximum(grid.sums, 0, out=grid.sums))


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """Which blocks are tried, and which are joined from two halves."""

    tried: Integers
    """Where the blocks begin whose threes are tried, ascending."""
    ends: Integers
    joined: Sequence[tuple[int, Integers]]
    """From the whole grid down: the width of a half, and the numbers of the blocks of that level."""

    @classmethod
    def of(cls, held: Integers, narrowest: int, reach: int, most_tried: int) -> Self:
        """The tree for a grid, from how many values each participant holds in each of its narrowest blocks."""
        tried, ends, joined = [], [], []
        number, blocks = 1, np.zeros(1, dtype=np.int64)
        while len(blocks):
            width = held.shape[1] // number * narrowest
            threes = _threes(held.reshape(len(held), number, -1).sum(axis=2)[:, blocks])
            few = (threes <= most_tried * width) | (width == narrowest)
            tried.append(blocks[few] * width)
            ends.append(tried[-1] + width)
            blocks = blocks[~few]
            if len(blocks):
                joined.append((width // 2, blocks))
            halves = np.add.outer(2 * blocks, [0, 1]).ravel()
            number, blocks = 2 * number, halves[halves * (width // 2) < reach]
        order = np.argsort(starts := np.concatenate(tried))
        return cls(starts[order], np.concatenate(ends)[order], joined)


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """The values in some blocks that a participant can hold, ascending."""

    place: Integers
    chance: Floats
    block: Integers
    first: Integers
    """By block: the index of its first value."""
    number: Integers
    """By block: how many values it has."""

    @classmethod
    def of(cls, chances: Floats, tree: _Tree) -> Self:
        place = np.flatnonzero(chances)
        block = tree.tried.searchsorted(place, side="right") - 1
        inside = place < tree.ends[block]
        place, block = place[inside], block[inside]
        number = np.bincount(block, minlength=len(tree.tried))
        return cls(place, chances[place], block, np.cumsum(number) - number, number)

    def in_blocks(self, block: Integers) -> tuple[Integers, Integers]:
        """How many values lie in each of these blocks, and the indices of all of them, block by block."""
        number = self.number[block]
        last = np.cumsum(number)
        return number, np.arange(number.sum()) - np.repeat(last - number - self.first[block], number)


@dataclass(frozen=True, slots=True, eq=False)
class _Grid:
    """What is known of the blocks so far. All places count from the start of the grid, and so do sums of them."""

    kinds: Sequence[int]
    """By participant, in order: equal participants are of one kind."""
    pairs: Mapping[tuple[int, int], tuple[int, int]]
    """The pairs of kinds that occur, each with the first two participants of these kinds."""
    chances: Floats
    """By kind and place."""
    below: Floats
    """By kind and place: the chance of a lower place."""
    thirds: Floats
    """By pair and place: the chance that the highest of all others is there, with the pair above it."""
    lower_pairs: Floats
    """By kind and sum: the chance that the two best of all but one of this kind, in one block, add up to it."""
    sums: Floats
    """The chance that the three best, in one block, add up to each sum."""

    @classmethod
    def of(cls, chances: Floats, numbers: Sequence[int]) -> Self:
        """Nothing but the chances of each kind, and the number of participants of it."""
        kinds = [kind for kind, number in enumerate(numbers) for _ in range(number)]
        pairs: dict[tuple[int, int], tuple[int, int]] = {}
        for a, b in combinations(range(len(kinds)), 2):
            pairs.setdefault((kinds[a], kinds[b]), (a, b))
        rows, places = chances.shape
        below = np.zeros((rows, places + 1))
        np.cumsum(chances, axis=1, out=below[:, 1:])
        thirds, lower_pairs = np.zeros((len(pairs), places)), np.zeros((rows, 2 * places))
        return cls(kinds, pairs, chances, below, thirds, lower_pairs, np.zeros(BEST * places))

    def tree(self, narrowest: int, most_tried: int) -> _Tree:
        """How this grid is divided."""
        number = self.chances.shape[1] // narrowest
        held = np.array([np.bincount(np.flatnonzero(row) // narrowest, minlength=number) for row in self.chances])
        at_least = 1 - self.below[self.kinds, :-1:narrowest]
        reach = int(np.count_nonzero(_threes(at_least) > NEGLIGIBLE)) * narrowest
        return _Tree.of(held[self.kinds], narrowest, reach, most_tried)

    def try_threes(self, tree: _Tree, pause: Pause) -> None:
        """Count the blocks that are tried, and find the thirds."""
        members = range(len(self.kinds))
        thirds = dict(zip(self.pairs.values(), self.thirds, strict=True))
        lower_pairs = {self.kinds.index(kind): row for kind, row in enumerate(self.lower_pairs)}
        of_kinds = [_Values.of(row, tree) for row in each(self.chances, pause)]
        values = [of_kinds[kind] for kind in self.kinds]
        for three in combinations(members, BEST):
            # The chance that all others come before a value; of equal values, that of the earlier participant does.
            before = {a: np.ones(len(values[a].place)) for a in three}
            for a, b in product(three, set(members).difference(three)):
                before[a] *= self.below[self.kinds[b]][values[a].place + (b < a)]
            for above in reversed(three):
                pause()
                a, b = (member for member in three if member != above)
                if (a, b) in thirds:
                    thirds[a, b][values[above].place] += values[above].chance * before[above]
                if above not in {three[-1], *lower_pairs}:
                    continue
                number, other = values[b].in_blocks(values[a].block)
                place = np.repeat(values[a].place, number) + values[b].place[other]
                chance = np.repeat(values[a].chance, number) * values[b].chance[other]
                # The others come before both where they come before the lower one, the chance of which is smaller.
                both = np.minimum(np.repeat(before[a], number), before[b][other])
                if above in lower_pairs:
                    _add(lower_pairs[above], place, chance * both)
                if above == three[-1]:
                    pause()
                    number, other = values[above].in_blocks(np.repeat(values[a].block, number))
                    place = np.repeat(place, number) + values[above].place[other]
                    chance = np.repeat(chance, number) * values[above].chance[other]
                    pause()
                    _add(self.sums, place, chance * np.minimum(np.repeat(both, number), before[above][other]))
        for row, (b, c) in enumerate(self.pairs):
            if b == c:
                # Such a pair is met twice where pairs are joined, with all of the kind instead of all others of it.
                alike = self.kinds.count(b)
                self.thirds[row] *= (alike - 1) / (2 * alike)

    def join(self, half: int, blocks: Integers, pause: Pause) -> None:
        """Count these blocks from their halves of this width."""
        kinds, size = len(self.chances), BEST * half
        number = np.bincount(self.kinds)
        uppers = self.chances.reshape(kinds, -1, 2, half)[:, :, 1]
        thirds = self.thirds.reshape(len(self.pairs), -1, 2, half)[:, :, 0]
        pairs = list(self.pairs)
        lower_pairs = self.lower_pairs.reshape(kinds, -1, 4 * half)
        sums = self.sums.reshape(-1, 6 * half)
        # The widest come last, so that the others are filled up with zeros.
        rows = [*uppers, *thirds, *lower_pairs[:, :, : 2 * half]]
        at_once = max(1, _CHUNK // size)
        for first in range(0, len(blocks), at_once):
            some = blocks[first : first + at_once]
            spectra = _spectra(size, rows, some, pause)
            upper = np.empty((kinds, len(some), size // 2 + 1), dtype=np.complex128)
            for one, members in zip(upper, number, strict=True):
                np.multiply(next(spectra), members, out=one)
            joined, term = np.zeros_like(upper), np.empty_like(upper[0])
            one_above, two_above = np.zeros_like(term), np.zeros_like(term)
            for (b, c), third in zip(pairs, islice(spectra, len(pairs)), strict=True):
                joined[b] += np.multiply(third, upper[c], out=term)
                joined[c] += np.multiply(third, upper[b], out=term)
            for one, lower in zip(upper, spectra, strict=True):
                one_above += np.multiply(lower, one, out=term)
            # Every pair above is counted once from each of its members.
            for one, other in each(zip(upper, joined, strict=True), pause):
                two_above += np.multiply(other, one, out=term)
            two_above /= 2
            pause()
            one, two = np.fft.irfft((one_above, two_above), size)
            sums[some, half : half + size] += one
            sums[some, 2 * half : 2 * half + size] += two
            if lower_pairs.shape[1] > 1:  # no participant is above the whole grid
                for begin in each(range(0, kinds, _ROWS), pause):
                    group = slice(begin, begin + _ROWS)
                    lower_pairs[group, some, half : 3 * half] += np.fft.irfft(joined[group], size)[..., : 2 * half]


def _spectra(size: int, rows: Sequence[Floats], blocks: Integers, pause: Pause) -> Iterator[Complexes]:
    """The transform of these blocks of each row, filled up to a size.

    Ask for the next when one is used: they share their memory.
    """
    filled = np.zeros((_ROWS, len(blocks), size))
    spectra = np.empty((_ROWS, len(blocks), size // 2 + 1), dtype=np.complex128)
    for first in each(range(0, len(rows), _ROWS), pause):
        some = rows[first : first + _ROWS]
        for place, row in zip(filled, some, strict=False):
            place[:, : row.shape[1]] = row[blocks]
        yield from np.fft.rfft(filled[: len(some)], out=spectra[: len(some)])


def _add(sums: Floats, places: Integers, chances: Floats) -> None:
    if len(places):
        low = int(places.min())
        counted = np.bincount(places - low, chances)
        sums[low : low + len(counted)] += counted


def _threes(held: Any) -> Any:
    """By column: the sum of the products of three different rows."""
    ones, twos, threes = (np.zeros_like(held[0]) for _ in range(3))
    for values in held:
        threes += twos * values
        twos += ones * values
        ones += values
    return threes


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
