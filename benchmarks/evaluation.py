"""Classifying and drawing five cards, compared with well-known alternatives."""

import secrets
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final

import treys
from phevaluator import Card as PhCard
from phevaluator.evaluator import evaluate_cards

from benchmarks.clock import MICRO, take_turns
from benchmarks.tables import Table
from service.engines.cards import CARD_TEXT, DECK, Card
from service.engines.destiny.hands import classify
from service.engines.draws import HAND_COUNT, hand_at
from service.system.entropy import SystemDealer

HANDS: Final = 2000
ROUNDS: Final = 5
SECONDS: Final = 0.5
_LETTERS: Final = dict(zip("♠♥♣♦", "shcd", strict=True))


def _plain(card: Card) -> str:
    text = CARD_TEXT[card]
    return text[:-1].replace("10", "T") + _LETTERS[text[-1]]


def evaluation() -> Table:
    """Hands classified per second."""
    random = Random(5)
    ours = [hand_at(random.randrange(HAND_COUNT)) for _ in range(HANDS)]
    texts = [[_plain(card) for card in hand] for hand in ours]
    by_treys = [[treys.Card.new(text) for text in hand] for hand in texts]
    by_phevaluator = [[PhCard(text).id_ for text in hand] for hand in texts]
    evaluator = treys.Evaluator()
    evaluate: dict[str, tuple[Callable[..., Any], list[Any]]] = {
        "ours": (classify, ours),
        "phevaluator": (lambda hand: evaluate_cards(*hand), by_phevaluator),
        "treys, five cards": (evaluator._five, by_treys),  # noqa: SLF001  its public call adds an empty board
        "treys": (lambda hand: evaluator.evaluate([], hand), by_treys),
    }
    turns = {name: partial(_all, function, hands) for name, (function, hands) in evaluate.items()}
    times = take_turns(turns, ROUNDS, SECONDS)
    return Table(
        "Classifying five cards",
        f"{HANDS:,} random hands, each library's own cards made beforehand, called from Python one hand at a time.",
        ["evaluator", "hands a second", "ours is so many times as fast"],
        [[name, f"{HANDS / time:,.0f}", f"{time / times['ours']:.1f}"] for name, time in times.items()],
    )


def _all(function: Callable[..., Any], hands: list[Any]) -> None:
    for hand in hands:
        function(hand)


def drawing() -> Table:
    """Time to draw a hand and classify it."""
    dealer = SystemDealer()
    system = SystemRandom()
    variants: dict[str, Callable[[], object]] = {
        "ours, from a pool": lambda: classify(dealer.deal(1)[0]),
        "`secrets.randbelow` five times": lambda: classify(_five_choices()),
        "`SystemRandom.sample` of five": lambda: classify(tuple(system.sample(DECK, 5))),
        "`SystemRandom.shuffle` of the deck": lambda: classify(_shuffled(system)),
    }
    times = take_turns(variants, ROUNDS, SECONDS)
    return Table(
        "Drawing a hand and classifying it",
        "The same cryptographic source behind all of them, and no bias in any.",
        ["draw", "µs a hand", "ours is so many times as fast"],
        [[name, f"{time * MICRO:.2f}", f"{time / times['ours, from a pool']:.1f}"] for name, time in times.items()],
    )


def _five_choices() -> tuple[Card, ...]:
    deck = list(DECK)
    return tuple(deck.pop(secrets.randbelow(len(deck))) for _ in range(5))


def _shuffled(system: SystemRandom) -> tuple[Card, ...]:
    deck = list(DECK)
    system.shuffle(deck)
    return tuple(deck[:5])
