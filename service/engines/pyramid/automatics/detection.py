"""Which automatics some cards allow, by counting suits and ranks: exact, and without looking for the hands (C12)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from service.engines.cards import ACE, Card, rank_of
from service.engines.pyramid.arranging.grades import Int64s
from service.engines.pyramid.cards import SPADES, WILD, suit_number
from service.engines.pyramid.positions import FULL
from service.engines.pyramid.readings import runs
from service.engines.pyramid.tuning import Automatic

HANDS: Final = 3
RANK_COUNT: Final = ACE - 1


def automatics_in(cards: Sequence[Card]) -> frozenset[Automatic]:
    """The automatics that the cards allow. Each can then be placed legally: hands of one kind in order of strength."""
    wilds = sum(card == WILD for card in cards)
    natural = [card for card in cards if card != WILD]
    ranks = np.bincount([rank_of(card) - 2 for card in natural], minlength=RANK_COUNT).astype(np.int64)
    allowed = set()
    if int((ranks > 0).sum()) + wilds >= RANK_COUNT:
        allowed.add(Automatic.DRAGON)
    if len(cards) >= HANDS * FULL:
        suits = np.bincount([suit_number(card) - 1 for card in natural], minlength=SPADES).astype(np.int64)
        if _missing(flush_needs(), suits) <= wilds:
            allowed.add(Automatic.THREE_FLUSHES)
        if _missing(straight_needs(), ranks) <= wilds:
            allowed.add(Automatic.THREE_STRAIGHTS)
        if _full_houses(ranks, wilds):
            allowed.add(Automatic.THREE_FULL_HOUSES)
    return frozenset(allowed)


def _missing(needs: Int64s, held: Int64s) -> int:
    """The fewest wilds that some row of needs takes."""
    return int((needs - held).clip(min=0).sum(axis=1).min())


@lru_cache(maxsize=1)
def flush_needs() -> Int64s:
    """For each choice of three suits, how many cards of each suit its flushes take."""
    return _choices_of_three(np.eye(SPADES, dtype=np.int64) * FULL)


@lru_cache(maxsize=1)
def straight_needs() -> Int64s:
    """For each choice of three runs, how many cards of each rank they take."""
    return _choices_of_three(np.array([[int(rank in run) for rank in range(2, ACE + 1)] for run in runs(FULL)]))


@lru_cache(maxsize=1)
def _rank_choices() -> Int64s:
    """For each choice of three ranks, how often each rank is in it."""
    return _choices_of_three(np.eye(RANK_COUNT, dtype=np.int64))


def _choices_of_three(hands: Int64s) -> Int64s:
    return np.array([hands[list(chosen)].sum(axis=0) for chosen in combinations_with_replacement(range(len(hands)), 3)])


def _full_houses(held: Int64s, wilds: int) -> bool:
    """Whether three threes and three pairs are there, no three beside a pair of its own rank.

    They can be put side by side so unless one rank is wanted more than three times in all.
    """
    choices = _rank_choices()
    for threes in choices[(3 * choices - held).clip(min=0).sum(axis=1) <= wilds]:
        needs = (3 * threes + 2 * choices)[(threes + choices).max(axis=1) <= HANDS]
        if _missing(needs, held) <= wilds:
            return True
    return False
