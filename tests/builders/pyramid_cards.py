"""Cards written as people write them."""

from service.engines.cards import Card
from service.engines.pyramid.cards import parse_card


def cards(text: str) -> tuple[Card, ...]:
    """The cards that a line of texts names: `As 10h W`."""
    return tuple(parse_card(word) for word in text.split())
