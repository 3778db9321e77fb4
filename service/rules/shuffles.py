"""From random words to some of many things in random order, without bias."""

from collections.abc import Iterator
from typing import Final

from service.rules.draws import WORD_BYTES

_WORD_COUNT: Final = 1 << 8 * WORD_BYTES


def even_choice(options: int, words: Iterator[int]) -> int:
    """A number below `options`, each equally likely, from evenly distributed 32-bit words."""
    # Words from the last incomplete round on are thrown away: they would make the lowest numbers likelier.
    accepted = _WORD_COUNT - _WORD_COUNT % options
    for word in words:
        if word < accepted:
            return word % options
    raise ValueError("The source of random words ended before it gave one that could be used.")


def drawn(number: int, size: int, words: Iterator[int]) -> list[int]:
    """So many different numbers below `size`, in the order drawn; every such order is equally likely.

    This is the Fisher-Yates shuffle, ended when enough has been drawn.
    """
    deck = list(range(size))
    for place in range(number):
        chosen = place + even_choice(size - place, words)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    return deck[:number]
