"""Finds every reason why an arrangement is illegal, not only the first (C1, C5, C8, C9, C12, C25)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final

from service.engines.cards import Card
from service.engines.errors import listed
from service.engines.pyramid.automatics.detection import Hands, automatic_readings
from service.engines.pyramid.cards import COPIES, text_of
from service.engines.pyramid.hands import read_hand
from service.engines.pyramid.positions import BACK_TO_FRONT, FULL, SIZES, Position, may_stand
from service.engines.pyramid.readings import Reading
from service.engines.pyramid.tuning import Automatic
from service.engines.wire_enum import WireEnum

MOST_CARDS: Final = 17


class Rule(WireEnum):
    """The rules that an arrangement can break."""

    COPIES = "copies"
    NOT_DEALT = "not_dealt"
    PLACED_TWICE = "placed_twice"
    TOO_MANY_CARDS = "too_many_cards"
    HAND_SIZE = "hand_size"
    LARGE_HAND = "large_hand"
    FRONT_STRENGTH = "front_strength"
    ORDER = "order"
    NOT_THE_AUTOMATIC = "not_the_automatic"


@dataclass(frozen=True, slots=True)
class Violation:
    rule: Rule
    message: str
    position: Position | None = None
    """The hand that breaks the rule, if it is a single hand."""


def violations(
    hands: Hands, dealt: Sequence[Card] | None = None, declared: Automatic | None = None
) -> tuple[Violation, ...]:
    """What is wrong with back, middle and front; empty if they are legal."""
    placed = list(chain(*hands))
    of_cards = [*_of_copies(placed), *(_of_dealt(placed, dealt) if dealt is not None else ())]
    of_hands = _of_declared(hands, declared) if declared else _of_hands(hands)
    return (*of_cards, *of_hands)


def _of_copies(placed: Sequence[Card]) -> Iterator[Violation]:
    for card, count in Counter(placed).items():
        if count > COPIES:
            yield Violation(Rule.COPIES, f"{text_of(card)} is placed {count} times; the deck has it twice.")
    if len(placed) > MOST_CARDS:
        yield Violation(Rule.TOO_MANY_CARDS, f"{len(placed)} cards are placed; at most {MOST_CARDS} can be.")


def _of_dealt(placed: Sequence[Card], dealt: Sequence[Card]) -> Iterator[Violation]:
    held = Counter(dealt)
    for card, count in Counter(placed).items():
        if not held[card]:
            yield Violation(Rule.NOT_DEALT, f"{text_of(card)} was not dealt.")
        elif count > held[card]:
            message = f"{text_of(card)} was dealt {_times(held[card])} and is placed {_times(count)}."
            yield Violation(Rule.PLACED_TWICE, message)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _of_hands(hands: Hands) -> Iterator[Violation]:
    for position, cards in zip(BACK_TO_FRONT, hands, strict=True):
        if wrong := hand_violation(cards, position):
            yield wrong
    yield from _of_order(hands)


def _of_order(hands: Hands) -> Iterator[Violation]:
    """Hands that outrank the one behind them, including illegal ones whose cards make a hand.

    If the middle cannot be read, the front is compared with the back.
    """
    placed = zip(BACK_TO_FRONT, map(read_hand, hands), strict=True)
    readable = [(position, reading) for position, reading in placed if reading]
    for (stronger, above), (weaker, below) in pairwise(readable):
        if above.order < below.order:
            yield Violation(Rule.ORDER, f"The {weaker} ({_shown(below)}) is above the {stronger} ({_shown(above)}).")


def hand_violation(cards: Sequence[Card], position: Position) -> Violation | None:
    """Why these cards are not allowed in this position; None if they are."""
    reading = read_hand(cards)
    if len(cards) not in SIZES[position]:
        number = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        message = f"The {position} has {number}; it takes {listed(SIZES[position])}."
        return Violation(Rule.HAND_SIZE, message, position)
    if reading is None:
        message = f"The {len(cards)} cards of the {position} must be of one rank or one straight flush."
        return Violation(Rule.LARGE_HAND, message, position)
    if not may_stand(reading.type, len(cards), position):
        message = f"A front of {FULL} cards must be a straight or better; this is {_shown(reading)}."
        return Violation(Rule.FRONT_STRENGTH, message, position)
    return None


def _shown(reading: Reading) -> str:
    return reading.type.replace("_", " ")


def _of_declared(hands: Hands, declared: Automatic) -> Iterator[Violation]:
    """A declared automatic is read its own way, so only that reading can be wrong."""
    if automatic_readings(declared, hands) is None:
        message = f"The hands are not {declared.replace('_', ' ')} with back, middle and front in order."
        yield Violation(Rule.NOT_THE_AUTOMATIC, message)
