"""Hands for tests, as people write them."""

from service.engines.cards import parse_card
from service.engines.draws import Hand


def hand(text: str) -> Hand:
    """The hand with these cards, in this order."""
    return tuple(parse_card(card) for card in text.split())


ROYAL_FLUSH = hand("A♠ K♠ Q♠ J♠ 10♠")
ROYAL_HEARTS = hand("A♥ K♥ Q♥ J♥ 10♥")
STRAIGHT_FLUSH = hand("9♣ 8♣ 7♣ 6♣ 5♣")
FOUR_OF_A_KIND = hand("2♠ 2♥ 2♣ 2♦ 9♦")
FULL_HOUSE = hand("3♠ 3♥ 3♣ K♦ K♠")
FLUSH = hand("K♥ J♥ 9♥ 7♥ 4♥")
STRAIGHT = hand("9♣ 8♠ 7♦ 6♥ 5♣")
WHEEL = hand("A♣ 2♠ 3♦ 4♥ 5♣")
THREE_OF_A_KIND = hand("8♠ 8♥ 8♣ Q♦ 4♣")
TWO_PAIR = hand("J♠ J♦ 4♥ 4♣ 10♠")
PAIR = hand("K♠ K♦ A♣ 7♥ 3♠")
HIGH_CARD = hand("A♠ K♦ 7♣ 5♥ 2♠")
