"""What the suits mean, as the specification's section on the deck says."""

from service.catalogue.routes import SUIT_MEANINGS
from service.engines.cards import SUITS


def test_suit_meanings__every_suit__has_the_specifications_words() -> None:
    words = ("Cunning, stealth", "Spirit, charisma", "Force, combat", "Wealth, craft")

    assert tuple(SUIT_MEANINGS) == SUITS
    assert all(meaning.startswith(word) for meaning, word in zip(SUIT_MEANINGS.values(), words, strict=True))
