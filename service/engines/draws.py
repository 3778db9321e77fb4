"""Turns random words into cards, with every five-card hand equally likely (ruling A14)."""

import hmac
from bisect import bisect_right
from collections.abc import Iterator
from hashlib import sha256
from math import comb
from struct import Struct
from typing import Final

from service.engines.cards import DECK, DECK_SIZE, Card
from service.engines.wire_enum import WireEnum

HAND_SIZE: Final = 5
HAND_COUNT: Final = comb(DECK_SIZE, HAND_SIZE)
Hand = tuple[Card, ...]

WORD_BYTES: Final = 4
_WORD_COUNT: Final = 1 << 8 * WORD_BYTES
ACCEPTED_WORDS: Final = _WORD_COUNT - _WORD_COUNT % HAND_COUNT
"""Words from here on are discarded: they would make the lowest hands likelier than the others."""

_TOP_TWO: Final = tuple((DECK[a], DECK[b]) for a in range(4, DECK_SIZE) for b in range(3, a))
"""The two highest cards of a hand, lowest first."""
_FIRST_WITH: Final = tuple(comb(a, 5) + comb(b, 4) for a, b in _TOP_TWO)
"""The number of the first hand with each of them."""
_OTHER_THREE: Final = tuple(
    (DECK[c], DECK[d], DECK[e]) for c in range(2, DECK_SIZE) for d in range(1, c) for e in range(d)
)
"""The three lowest cards of a hand, lowest first: those below card `b` are the first C(b,3)."""


def hand_index(words: Iterator[int]) -> int:
    """Choose one of all hands, each equally likely, from evenly distributed 32-bit words."""
    for word in words:
        if word < ACCEPTED_WORDS:
            return word % HAND_COUNT
    raise ValueError("The source of random words ended before it gave one that could be used.")


def hand_at(index: int) -> Hand:
    """The hand with this number, highest card first, in the order of the combinatorial number system.

    Hand number C(a,5) + C(b,4) + C(c,3) + C(d,2) + C(e,1) is the cards a > b > c > d > e.
    """
    # One search finds the two highest cards together; the three others are then at their place in a list.
    place = bisect_right(_FIRST_WITH, index) - 1
    return _TOP_TWO[place] + _OTHER_THREE[index - _FIRST_WITH[place]]


def even_choice(options: int, words: Iterator[int]) -> int:
    """Choose a number below `options`, each equally likely, from evenly distributed 32-bit words."""
    # Words from the last, incomplete round are discarded: they would make the lowest numbers likelier.
    accepted = _WORD_COUNT - _WORD_COUNT % options
    for word in words:
        if word < accepted:
            return word % options
    raise ValueError("The source of random words ended before it gave one that could be used.")


def drawn(number: int, size: int, words: Iterator[int]) -> list[int]:
    """Draw `number` different numbers below `size`, in the order drawn. Every such order is equally likely.

    This is the Fisher-Yates shuffle, stopped after enough draws.
    """
    deck = list(range(size))
    for place in range(number):
        chosen = place + even_choice(size - place, words)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    return deck[:number]


SEED_BYTES: Final = 32

_EIGHT_WORDS: Final = Struct(">8I")
"""A digest as words, the most significant byte first."""


class DrawPurpose(WireEnum):
    """What a draw is promised for. A deal's purpose is part of the messages that its random words come from."""

    RESOLVE = "resolve"
    PYRAMID_DEAL = "pyramid_deal"
    PIECEPACKS_DEAL = "piecepacks_deal"


def seed_hash(server_seed: bytes) -> str:
    """The SHA-256 of a server seed, in lower-case hexadecimal. It is published before the draw."""
    return sha256(server_seed).hexdigest()


def seeded_words(server_seed: bytes, client_seed: str, nonce: int | DrawPurpose) -> Iterator[int]:
    """The endless stream of 32-bit words for one hand, or for a whole deal, whose purpose is its nonce."""
    block = 0
    while True:
        message = f"{client_seed}:{nonce}:{block}".encode()
        yield from _EIGHT_WORDS.unpack(hmac.digest(server_seed, message, "sha256"))
        block += 1


def seeded_hands(server_seed: bytes, client_seed: str, hands: int) -> tuple[Hand, ...]:
    """Draw this many hands: the first with nonce 0, the next with nonce 1, and so on."""
    return tuple(hand_at(hand_index(seeded_words(server_seed, client_seed, nonce))) for nonce in range(hands))
