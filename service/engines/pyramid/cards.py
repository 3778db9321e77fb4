"""Pyramid Poker's cards: two decks and two wilds, every kind of card twice (C1)."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, cast

from service.engines import cards
from service.engines.cards import CARD_TEXT, DECK_SIZE, Card, Suit, suit_of
from service.engines.documents import Mistakes
from service.engines.errors import Mistake, Path

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
