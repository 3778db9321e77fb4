"""The chance of winning, estimated from random deals that are reproducible from the seed.

The deals come from the raw 64-bit stream of PCG64 with this seed, which NumPy promises never to change. If d tiles are
drawn for a deal, deal number i uses words i * d to (i + 1) * d - 1, so a larger sample begins with the same deals.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pauses import Pause, each, no_pause
from service.engines.piecepacks.hands import HAND_SIZE
from service.engines.piecepacks.odds.question import QuoteTileOddsInput, Sharers, Tally, sharers
from service.engines.piecepacks.odds.scores import Codes, OwnScores, Scores, Side, codes_of, sides_of

_AT_ONCE: Final = 4096
_CHOICE_BITS: Final = 58
"""This many of a word's highest bits, times a number of tiles below 64, still fit in 64 bits."""

Integers = npt.NDArray[np.intp]
Sums = Mapping[int, Sequence[Codes]]
"""For each number of tiles, the codes of every choice of that many."""


def sampled_tally(question: QuoteTileOddsInput, pause: Pause = no_pause) -> Tally:
    """The tally of as many random deals as are asked for. `pause` is called between steps of the work."""
    return Tally.of(question.opponents, _by_batch(question, pause))


def _by_batch(question: QuoteTileOddsInput, pause: Pause) -> Iterator[tuple[Sharers, Sharers]]:
    own, used, known = question.rules.own, question.rules.own_used, list(codes_of(question.board))
    sides = sides_of(question.rules, question.low_rule)
    own_scores = [OwnScores.of(side, question.tiles, used, pause) for side in sides]
    for drawn in _draws(question, pause):
        board = [*known, *drawn[: question.missing]]
        theirs = drawn[question.missing :].reshape(question.opponents, own, -1).swapaxes(0, 1)
        own_sums = {number: _sums(list(theirs), number, pause) for number in used}
        board_sums = {number: _sums(board, HAND_SIZE - number, pause) for number in used}
        shared = [
            _sharers(np.atleast_1d(asker.on(board, pause)), _best(side, own_sums, board_sums, pause))
            for side, asker in zip(sides, own_scores, strict=True)
        ]
        yield shared[0], shared[-1]


def _draws(question: QuoteTileOddsInput, pause: Pause) -> Iterator[Integers]:
    """Codes of tiles drawn without replacement: a row for each draw, a column for each deal."""
    generator = np.random.PCG64(question.seed)
    unknown = codes_of(question.unknown)
    number = question.missing + question.opponents * question.rules.own
    for start in range(0, question.samples, _AT_ONCE):
        deals = min(_AT_ONCE, question.samples - start)
        yield _drawn(unknown, number, generator.random_raw(deals * number).reshape(deals, number).T, pause)


def _drawn(unknown: Integers, number: int, words: npt.NDArray[np.uint64], pause: Pause) -> Integers:
    """The Fisher-Yates shuffle of many decks at once, stopped after enough draws.

    A choice by the highest 58 bits of a word is even to one part in 2**52.
    """
    decks = np.repeat(unknown[:, None], words.shape[1], axis=1)
    deals = np.arange(words.shape[1])
    shift = np.uint64(64 - _CHOICE_BITS)
    for place in each(range(number), pause):
        left = np.uint64(len(unknown) - place)
        chosen = place + ((words[place] >> shift) * left >> np.uint64(_CHOICE_BITS)).astype(np.intp)
        picked = decks[chosen, deals]
        decks[chosen, deals] = decks[place]
        decks[place] = picked
    return decks[:number]


def _sums(tiles: Sequence[Codes], number: int, pause: Pause) -> list[Codes]:
    return [sum(part) for part in each(combinations(tiles, number), pause)]


def _best(side: Side, own: Sums, board: Sums, pause: Pause) -> Scores:
    """Each opponent's best score in each deal."""
    best: Scores = np.zeros((), dtype=np.int16)
    for used, parts in own.items():
        for part, rest in each(product(parts, board[used]), pause):
            best = np.maximum(best, side.scores.take(part + rest))
    return best


def _sharers(own: Scores, theirs: Scores) -> Sharers:
    return sharers(own, theirs.max(axis=0), (theirs == own).sum(axis=0))
