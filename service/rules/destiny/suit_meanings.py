"""What each suit stands for in the game's world."""

from typing import Final

from service.rules.cards import Suit

SUIT_MEANINGS: Final = {
    Suit.SPADES: "Cunning, stealth and trickery: the outlaw's skills.",
    Suit.HEARTS: "Spirit, charisma and medicine: social and supernatural skills.",
    Suit.CLUBS: "Force, combat and violence: the fighter's skills.",
    Suit.DIAMONDS: "Wealth, craft and material: economic and crafting skills.",
}
