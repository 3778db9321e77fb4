"""Hands and deals that follow from two seeds alone: whoever has both can redo them (docs/api/verifiable-draws.md)."""

import hmac
from collections.abc import Iterator
from hashlib import sha256
from struct import Struct
from typing import Final

from service.rules.draws import Hand, hand_at, hand_index
from service.rules.words import Word

SEED_BYTES: Final = 32

_EIGHT_WORDS: Final = Struct(">8I")
"""A digest as words, the most significant byte first."""


class DrawPurpose(Word):
    """What a draw is promised for. The word of a deal is part of the messages that its random words come from."""

    RESOLVE = "resolve"
    PYRAMID_DEAL = "pyramid_deal"
    PIECEPACKS_DEAL = "piecepacks_deal"


def seed_hash(server_seed: bytes) -> str:
    """What is told of a server seed before the draw: its SHA-256, in lower-case hexadecimal."""
    return sha256(server_seed).hexdigest()


def seeded_words(server_seed: bytes, client_seed: str, nonce: int | DrawPurpose) -> Iterator[int]:
    """The endless stream of 32-bit words that one hand is drawn from, or a whole deal: its purpose is its nonce."""
    block = 0
    while True:
        message = f"{client_seed}:{nonce}:{block}".encode()
        yield from _EIGHT_WORDS.unpack(hmac.digest(server_seed, message, "sha256"))
        block += 1


def seeded_hands(server_seed: bytes, client_seed: str, hands: int) -> tuple[Hand, ...]:
    """So many hands: the first has nonce 0, the next nonce 1, and so on."""
    return tuple(hand_at(hand_index(seeded_words(server_seed, client_seed, nonce))) for nonce in range(hands))
