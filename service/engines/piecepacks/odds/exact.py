"""The exact chance of winning against one or two opponents, over every possible deal."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pauses import Pause, each, no_pause
from service.engines.piecepacks.hands import HAND_SIZE
from service.engines.piecepacks.odds.question import Counts, QuoteTileOddsInput, Sharers, Tally, sharers
from service.engines.piecepacks.odds.scores import (
    OwnScores,
    Places,
    Scores,
    Side,
    codes_of,
    pair_number,
    sides_of,
    subsets,
)

MOST_DEALS: Final = 15_000_000
"""A question with more deals than this is answered from a sample."""
MOST_BOARDS: Final = 1_000
"""Boards are processed one by one, so each of them has a cost in addition to its deals."""
MOST_OPPONENTS: Final = 2
_PAIR: Final = 2
"""Tiles of a holding in the only game whose deals to two opponents are few enough."""
_OUTCOMES: Final = 3
"""A side is lost to an opponent, won, or shared: 0, 1 or 2 share it."""

Integers = npt.NDArray[np.intp]


def is_small(question: QuoteTileOddsInput) -> bool:
    """Whether the question is small enough to go through every deal."""
    few_boards = question.opponents <= MOST_OPPONENTS and question.boards <= MOST_BOARDS
    return few_boards and question.deals <= MOST_DEALS


def exact_tally(question: QuoteTileOddsInput, pause: Pause = no_pause) -> Tally:
    """The tally of all deals: every completion of the board, with every choice of opponents' tiles.

    `pause` is called between steps of the work.
    """
    boards = _by_board(question, pause)
    if question.opponents == 1:
        return Tally.of(1, boards)
    tiles = len(question.unknown) - question.missing
    return Tally(np.sum([_against_two(high, low, subsets(_PAIR, tiles)) for high, low in boards], axis=0))


def _by_board(question: QuoteTileOddsInput, pause: Pause) -> Iterator[tuple[Sharers, Sharers]]:
    """For each board, how every holding that an opponent may have shares the high and the low with the asker."""
    unknown = codes_of(question.unknown)
    completions = subsets(question.missing, len(unknown)).T
    known = np.tile(codes_of(question.board), (len(completions), 1))
    boards = np.hstack((known, unknown.take(completions)))
    sides = sides_of(question.rules, question.low_rule)
    own = [
        OwnScores.of(side, question.tiles, question.rules.own_used, pause).on(list(boards.T), pause) for side in sides
    ]
    own = [np.broadcast_to(scores, len(boards)) for scores in own]
    for number, completion in enumerate(completions):
        rest = np.delete(unknown, completion)
        shared = []
        for side, scores in zip(sides, own, strict=True):
            holdings = _holding_scores(side, question, rest, boards[number].tolist(), pause)
            shared.append(sharers(scores[number], holdings, holdings == scores[number]))
        yield shared[0], shared[-1]
        pause()


def _against_two(high: Sharers, low: Sharers, holdings: Places) -> Counts:
    """The counts of a tally over every two holdings of two tiles that share none.

    Holdings that share both sides alike with the asker are alike. Of all pairs from two kinds, those with a common tile
    are taken away, tile by tile: different holdings have one in common at most.
    """
    kinds = high * _OUTCOMES + low
    number = _OUTCOMES**2
    size = number * (int(holdings.max()) + 1)
    held = [np.bincount(tiles * np.intp(number) + kinds, minlength=size) for tiles in holdings]
    of_tile = np.sum(held, axis=0).reshape(-1, number)
    of_kind = of_tile.sum(axis=0) // _PAIR
    counts = np.zeros((_OUTCOMES + 1, _OUTCOMES + 1), dtype=np.int64)
    for one, other in combinations_with_replacement(range(number), 2):
        if one == other:
            pairs = comb(int(of_kind[one]), 2) - int((of_tile[:, one] * (of_tile[:, one] - 1) // 2).sum())
        else:
            pairs = int(of_kind[one] * of_kind[other] - of_tile[:, one] @ of_tile[:, other])
        (high_of_one, low_of_one), (high_of_other, low_of_other) = divmod(one, _OUTCOMES), divmod(other, _OUTCOMES)
        counts[_together(high_of_one, high_of_other), _together(low_of_one, low_of_other)] += pairs
    return counts


def _together(first: int, second: int) -> int:
    """How many share a side if this many share it with each of two opponents alone."""
    return first + second - 1 if first and second else 0


def _holding_scores(
    side: Side, question: QuoteTileOddsInput, rest: Integers, board: Sequence[int], pause: Pause
) -> Scores:
    """The score on this board of every holding that an opponent may have of the remaining tiles."""
    own, used = question.rules.own, question.rules.own_used
    if not board:
        alone: Scores = side.scores.take(sum(rest.take(places) for places in subsets(own, len(rest))))
        return alone
    pairs = subsets(2, len(rest))
    best = _best(side, rest.take(pairs).sum(axis=0), board, 2)
    if 1 in used:
        # A player may also use one tile of the pair, or none.
        best = np.maximum(best, _best(side, rest, board, 1).take(pairs).max(axis=0))
        best = np.maximum(best, side.scores[sum(board)])
    held: Scores = np.zeros((), dtype=np.int16)
    for places in each(_pairs_in_holdings(own, len(rest)), pause):
        held = np.maximum(held, best.take(places))
    return held


def _best(side: Side, own: Integers, board: Sequence[int], used: int) -> Scores:
    """For each code of `used` own tiles, the best score with the rest of the hand from the board."""
    parts = np.array([sum(part) for part in combinations(board, HAND_SIZE - used)], dtype=np.intp)
    best: Scores = side.scores.take(own + parts[:, None]).max(axis=0)
    return best


@cache
def _pairs_in_holdings(own: int, tiles: int) -> tuple[Integers, ...]:
    """For each pair of tiles within a holding, its index among all pairs, for every holding."""
    holdings = subsets(own, tiles)
    return tuple(pair_number(holdings[low], holdings[high]) for low, high in combinations(range(own), 2))
