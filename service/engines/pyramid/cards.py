"""Pyramid Poker's 106 cards, every kind twice with two wilds, and dealing them with equal chances (C1, C15, C16)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeVar, cast

from service.engines import cards
from service.engines.cards import CARD_TEXT, DECK_SIZE, Card, Suit, suit_of
from service.engines.documents import Mistakes
from service.engines.draws import WORD_BYTES, drawn
from service.engines.errors import Mistake, Path
from service.engines.wire_enum import WireEnum

# Plain numbers, not cards that print themselves: searches look hands up by the ten thousand, and arranging took a tenth
# longer with those.
KINDS: Final = tuple(cast(Card, number) for number in range(DECK_SIZE + 1))
WILD: Final = KINDS[-1]
COPIES: Final = 2
DECK: Final = tuple(card for card in KINDS for _ in range(COPIES))
"""All 106 cards; the two copies of a kind are adjacent."""

SPADES: Final = 4
"""Clubs are 1, diamonds 2, hearts 3 (C3)."""
_NUMBERS: Final = {Suit.CLUBS: 1, Suit.DIAMONDS: 2, Suit.HEARTS: 3, Suit.SPADES: SPADES}
_NUMBER_BY_CARD: Final = (*(_NUMBERS[suit_of(card)] for card in cards.DECK), SPADES)
_TEXTS: Final = (*CARD_TEXT, "W")


def suit_number(card: Card) -> int:
    """The suit from 1 to 4; a wild counts as a spade wherever no flush claims it (C2)."""
    return _NUMBER_BY_CARD[card]


def text_of(card: Card) -> str:
    """The card's text: rank then suit symbol, or W."""
    return _TEXTS[card]


def parse_card(text: str) -> Card:
    """The card that a text names: `W`, or rank then suit."""
    return WILD if text in ("W", "w") else KINDS[cards.parse_card(text)]


def check_copies(held: Iterable[Card], path: Path, mistakes: Mistakes) -> None:
    """Add a mistake for every kind of card that occurs more often than in the deck."""
    mistakes += [
        Mistake(path, f"{text_of(card)} occurs {count} times; the deck has it twice.")
        for card, count in Counter(held).items()
        if count > COPIES
    ]


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
