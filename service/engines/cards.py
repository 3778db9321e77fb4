"""The standard deck: suits, ranks, and cards as small integers with their text (ruling A15)."""

from typing import Final

from service.engines.wire_enum import WireEnum


class Suit(WireEnum):
    """The four suits, in the order in which every answer lists them."""

    SPADES = "spades"
    HEARTS = "hearts"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"


SUITS: Final = tuple(Suit)
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ACE: Final = 14
DECK_SIZE: Final = 52


class Card(int):
    """A card, which is 4 * (rank - 2) + suit, so that a larger number is a higher card; rank 14 is the ace."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The card as players write it."""
        return CARD_TEXT[self]


SUIT_SYMBOLS: Final = dict(zip(SUITS, "♠♥♣♦", strict=True))
PRESENTATIONS: Final = ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")
"""What may follow a symbol: keyboards and clipboards add a selector for its text or emoji form."""
_SUIT_LETTERS: Final = {
    **{symbol + shown: suit for suit, symbol in SUIT_SYMBOLS.items() for shown in PRESENTATIONS},
    **{suit.name[0]: suit for suit in SUITS},
}


def make_card(rank: int, suit: Suit) -> Card:
    """The card with this rank (2 to 14) and suit."""
    return Card(4 * (rank - 2) + SUITS.index(suit))


def rank_of(card: Card) -> int:
    """The card's rank: 2 to 10, jack 11, queen 12, king 13, ace 14."""
    return card // 4 + 2


def suit_of(card: Card) -> Suit:
    return SUITS[card % 4]


DECK: Final = tuple(make_card(rank, suit) for rank in range(2, ACE + 1) for suit in SUITS)
"""Every card, at the index of its number."""
CARD_TEXT: Final = tuple(RANKS[rank_of(card) - 2] + SUIT_SYMBOLS[suit_of(card)] for card in DECK)
"""The text of each card, in the symbol form that every answer uses."""


def accepted_texts() -> dict[str, Card]:
    """Every text that `parse_card` accepts, with its card."""
    texts: dict[str, Card] = {}
    for card in DECK:
        rank, suit = RANKS[rank_of(card) - 2], suit_of(card)
        for rank_text in {rank, rank.lower(), *(("T", "t") if rank == "10" else ())}:
            for letter in (text for text, meant in _SUIT_LETTERS.items() if meant is suit):
                texts[rank_text + letter] = texts[rank_text + letter.lower()] = card
    return texts


_CARDS_BY_TEXT: Final = accepted_texts()


class MalformedCard(ValueError):
    """The text is not a card."""

    def __init__(self, text: object) -> None:
        self.text = text
        super().__init__(f"{text!r} is not a card: write rank then suit, such as A♠, 10♥, Kd or Tc.")


def parse_card(text: str) -> Card:
    """The card that a text names: `A♠`, `10♥`, `Td` or `ks`. `A♠️`, with a variation selector, is the same as `A♠`."""
    try:
        return _CARDS_BY_TEXT[text]
    except KeyError:
        raise MalformedCard(text) from None
