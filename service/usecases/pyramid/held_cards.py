"""Refusing cards that nobody can hold, or that may not stand where they are said to (C1, C5)."""

from collections.abc import Sequence

from service.rules.cards import Card
from service.rules.documents import Mistakes
from service.rules.errors import InvalidInput, Mistake, Path
from service.rules.pyramid.cards import check_copies
from service.rules.pyramid.positions import Position
from service.rules.pyramid.validation import hand_violation


def require_of_one_deck(cards: Sequence[Card], path: Path) -> None:
    """`InvalidInput` where some card is there more often than the deck has it."""
    mistakes: Mistakes = []
    check_copies(cards, path, mistakes)
    if mistakes:
        raise InvalidInput(mistakes)


def require_hand(cards: Sequence[Card], position: Position, path: Path) -> None:
    """`InvalidInput` where these cards are not of one deck, or are no hand that may stand there."""
    require_of_one_deck(cards, path)
    wrong = hand_violation(cards, position)
    if wrong:
        raise InvalidInput([Mistake(path, wrong.message)])
