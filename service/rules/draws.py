"""From random bytes to cards, every five-card hand equally likely (ruling A14)."""

from bisect import bisect_right
from collections.abc import Iterator
from math import comb
from typing import Final

from service.rules.cards import DECK_SIZE, Card

HAND_SIZE: Final = 5
HAND_COUNT: Final = comb(DECK_SIZE, HAND_SIZE)
Hand = tuple[Card, ...]

WORD_BYTES: Final = 4
_WORD_COUNT: Final = 1 << 8 * WORD_BYTES
ACCEPTED_WORDS: Final = _WORD_COUNT - _WORD_COUNT % HAND_COUNT
"""Words from here on are thrown away: they would make the lowest hands likelier than the others."""

_CHOICES: Final = tuple(tuple(comb(card, size) for card in range(DECK_SIZE)) for size in range(HAND_SIZE + 1))


def hand_index(words: Iterator[int]) -> int:
    """An even choice among all hands, from evenly distributed 32-bit words."""
    for word in words:
        if word < ACCEPTED_WORDS:
            return word % HAND_COUNT
    raise ValueError("The source of random words ended before it gave one that could be used.")


def hand_at(index: int) -> Hand:
    """The hand with this number, highest card first, in the order of the combinatorial number system.

    Hand number C(a,5) + C(b,4) + C(c,3) + C(d,2) + C(e,1) is the cards a > b > c > d > e.
    """
    fives, fours, threes, twos = _CHOICES[5], _CHOICES[4], _CHOICES[3], _CHOICES[2]
    a = bisect_right(fives, index) - 1
    index -= fives[a]
    b = bisect_right(fours, index) - 1
    index -= fours[b]
    c = bisect_right(threes, index) - 1
    index -= threes[c]
    d = bisect_right(twos, index) - 1
    return Card(a), Card(b), Card(c), Card(d), Card(index - twos[d])
