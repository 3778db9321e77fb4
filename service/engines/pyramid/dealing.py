"""Deals from the 106 cards by random words, every deal equally likely (C1, C15, C16)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeVar

from service.engines.cards import Card
from service.engines.draws import WORD_BYTES, drawn
from service.engines.pyramid.cards import DECK
from service.engines.wire_enum import WireEnum

FIRST_CARDS: Final = 13
KITTY: Final = 4
ALL_CARDS: Final = FIRST_CARDS + KITTY
PLAYERS: Final = range(2, 7)
Drawn = TypeVar("Drawn")


class Variant(WireEnum):
    """The two games of the rules."""

    NO_SURRENDER = "no_surrender"
    STANDARD = "standard"


@dataclass(frozen=True, slots=True)
class Dealt:
    """One player's cards. In the standard game the kitty lies face down until the decisions are made."""

    cards: tuple[Card, ...]
    kitty: tuple[Card, ...] = ()


def draw(cards: Sequence[Drawn], number: int, words: Iterator[int]) -> list[Drawn]:
    """Draw this many of the cards, in the order drawn."""
    return [cards[place] for place in drawn(number, len(cards), words)]


def deal(players: int, variant: Variant, words: Iterator[int]) -> tuple[Dealt, ...]:
    """Each player's cards: seventeen, or thirteen and a kitty of four."""
    cards = draw(DECK, players * ALL_CARDS, words)
    hands = [tuple(cards[start : start + ALL_CARDS]) for start in range(0, len(cards), ALL_CARDS)]
    if variant is Variant.NO_SURRENDER:
        return tuple(Dealt(hand) for hand in hands)
    return tuple(Dealt(hand[:FIRST_CARDS], hand[FIRST_CARDS:]) for hand in hands)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards dealt. The rest of the deck is never shown."""

    variant: Variant
    players: tuple[Dealt, ...]


def words_of_seed(seed: int) -> Iterator[int]:
    """The words of a seed: SHA-256 of `seed:block` for blocks 0, 1 and so on, as big-endian words of four bytes."""
    block = 0
    while True:
        digest = sha256(f"{seed}:{block}".encode()).digest()
        block += 1
        for start in range(0, len(digest), WORD_BYTES):
            yield int.from_bytes(digest[start : start + WORD_BYTES], "big")
