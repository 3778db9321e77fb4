"""What the suits stand for, as the specification's section on the deck says."""

from service.rules.cards import SUITS
from service.rules.destiny.suit_meanings import SUIT_MEANINGS


def test_suit_meanings__every_suit__has_the_specifications_words() -> None:
    words = ("Cunning, stealth", "Spirit, charisma", "Force, combat", "Wealth, craft")

    assert tuple(SUIT_MEANINGS) == SUITS
    assert all(meaning.startswith(word) for meaning, word in zip(SUIT_MEANINGS.values(), words, strict=True))
