"""Detects automatics in many deals at once, all in the same array operations."""

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.cards import Card
from service.engines.pauses import Pause, each, no_pause
from service.engines.pyramid.arranging.grades import Int64s
from service.engines.pyramid.automatics.detection import HANDS, RANK_COUNT, flush_needs, straight_needs
from service.engines.pyramid.cards import ALL_CARDS, SPADES, WILD, suit_number
from service.engines.pyramid.tuning import Automatic

Bools = npt.NDArray[np.bool_]
_PLENTY: Final = 2 * ALL_CARDS
"""More wilds than any hands could lack."""
NEEDS_AT_ONCE: Final = 55
"""How many rows of needs are compared with all deals between two pauses."""
_SUIT: Final = np.array([suit_number(Card(card)) - 1 for card in range(WILD + 1)])


def automatics_in_many(deals: Sequence[Sequence[Card]], pause: Pause = no_pause) -> list[frozenset[Automatic]]:
    """What `automatics_in` finds in each of these deals of fifteen to seventeen cards.

    `pause` is called between steps of the work.
    """
    if not deals:
        return []
    cards = np.array(deals)
    wild = cards == WILD
    wilds = wild.sum(axis=1)
    ranks = _counted(np.where(wild, RANK_COUNT, cards // SPADES), RANK_COUNT)
    suits = _counted(np.where(wild, SPADES, _SUIT.take(cards)), SPADES)
    allowed = {
        Automatic.DRAGON: (ranks > 0).sum(axis=1) + wilds >= RANK_COUNT,
        Automatic.THREE_FLUSHES: _fewest_missing(flush_needs(), suits, pause) <= wilds,
        Automatic.THREE_STRAIGHTS: _fewest_missing(straight_needs(), ranks, pause) <= wilds,
        Automatic.THREE_FULL_HOUSES: full_houses_in(ranks, wilds, pause),
    }
    return [
        frozenset(automatic for automatic, has in zip(allowed, row, strict=True) if has)
        for row in zip(*(has.tolist() for has in allowed.values()), strict=True)
    ]


def _counted(classes: Int64s, number: int) -> Int64s:
    """For each deal, the number of cards of each class; those of the class after the last are wild."""
    deals = np.arange(len(classes))[:, None] * (number + 1)
    counts = np.bincount((deals + classes).ravel(), minlength=len(classes) * (number + 1))
    return counts.reshape(-1, number + 1)[:, :number]


def _fewest_missing(needs: Int64s, held: Int64s, pause: Pause) -> Int64s:
    """For each deal, the fewest wilds that any row of needs takes."""
    # Numbers of cards are short, and short numbers are added up several times as fast.
    needed, has = needs.T.astype(np.int8)[:, :, None], held.T.astype(np.int8)[:, None]
    fewest = np.full(len(held), _PLENTY, dtype=np.int8)
    for start in each(range(0, len(needs), NEEDS_AT_ONCE), pause):
        missing = (needed[:, start : start + NEEDS_AT_ONCE] - has).clip(min=0)
        np.minimum(fewest, missing.sum(axis=0, dtype=np.int8).min(axis=0), out=fewest)
    return fewest.astype(np.int64)


def full_houses_in(held: Int64s, wilds: Int64s, pause: Pause = no_pause) -> Bools:
    """Whether cards with so many of each rank, a row for each case, allow three full houses.

    Find, rank by rank, the fewest wilds for each number of threes and pairs so far. Each rank gives some of the three
    threes and the three pairs, and no more than three in all: only then can every three be combined with a pair of
    another rank.
    """
    fewest = np.full((HANDS + 1, HANDS + 1, len(held)), _PLENTY, dtype=np.int8)
    fewest[0, 0] = 0
    for count in each(held.T.astype(np.int8), pause):
        best = fewest.copy()
        for threes, pairs in product(range(HANDS + 1), repeat=2):
            if 0 < threes + pairs <= HANDS:
                lacking = (3 * threes + 2 * pairs - count).clip(min=0)
                before = fewest[: HANDS + 1 - threes, : HANDS + 1 - pairs] + lacking
                after = best[threes:, pairs:]
                np.minimum(after, before, out=after)
        fewest = best
    allowed: Bools = fewest[HANDS, HANDS] <= wilds
    return allowed
