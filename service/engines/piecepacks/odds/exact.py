"""The exact chance of winning against one or two opponents, over every possible deal."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from service.engines.piecepacks.hands import HAND_SIZE
from service.engines.piecepacks.odds.question import QuoteTileOddsInput, Sharers, Tally, sharers
from service.engines.piecepacks.odds.scores import OwnScores, Scores, Side, codes_of, pair_number, sides_of, subsets

MOST_DEALS: Final = 15_000_000
"""A question with more deals than this is answered from a sample."""
MOST_BOARDS: Final = 1_000
"""Boards are processed one by one, so each of them has a cost besides its deals."""
MOST_OPPONENTS: Final = 2

Integers = npt.NDArray[np.intp]


def is_small(question: QuoteTileOddsInput) -> bool:
    """Whether the question is small enough to go through every deal."""
    few_boards = question.opponents <= MOST_OPPONENTS and question.boards <= MOST_BOARDS
    return few_boards and question.deals <= MOST_DEALS


def exact_tally(question: QuoteTileOddsInput, pause: Callable[[], None] = lambda: None) -> Tally:
    """The tally of all deals: every completion of the board, with every choice of opponents' tiles.

    `pause` is called after each board.
    """
    return Tally.of(question.opponents, _by_board(question, pause))


def _by_board(question: QuoteTileOddsInput, pause: Callable[[], None]) -> Iterator[tuple[Sharers, Sharers]]:
    unknown = codes_of(question.unknown)
    completions = subsets(question.missing, len(unknown)).T
    known = np.tile(codes_of(question.board), (len(completions), 1))
    boards = np.hstack((known, unknown.take(completions)))
    sides = sides_of(question.rules, question.low_rule)
    own = [OwnScores.of(side, question.tiles, question.rules.own_used).on(list(boards.T)) for side in sides]
    own = [np.broadcast_to(scores, len(boards)) for scores in own]
    for number, completion in enumerate(completions):
        rest = np.delete(unknown, completion)
        shared = [
            _sharers(scores[number], _holding_scores(side, question, rest, boards[number].tolist()), question)
            for side, scores in zip(sides, own, strict=True)
        ]
        yield shared[0], shared[-1]
        pause()


def _sharers(own: Any, holdings: Scores, question: QuoteTileOddsInput) -> Sharers:
    if question.opponents == 1:
        return sharers(own, holdings, holdings == own)
    tiles = len(question.unknown) - question.missing
    first, second = (holdings.take(places) for places in _disjoint_pairs(question.rules.own, tiles))
    level = (first == own).astype(np.intp) + (second == own)
    return sharers(own, np.maximum(first, second), level)


def _holding_scores(side: Side, question: QuoteTileOddsInput, rest: Integers, board: Sequence[int]) -> Scores:
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
    held: Scores = np.maximum.reduce([best.take(places) for places in _pairs_in_holdings(own, len(rest))])
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


@cache
def _disjoint_pairs(own: int, tiles: int) -> tuple[Integers, Integers]:
    """Every two holdings without a common tile, as indexes among all holdings."""
    masks = (np.int64(1) << subsets(own, tiles).astype(np.int64)).sum(axis=0)
    first, second = np.nonzero((masks[:, None] & masks[None, :]) == 0)
    ordered = first < second
    return first[ordered], second[ordered]
