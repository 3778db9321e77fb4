"""Every reason why an arrangement is illegal, against the rules read once more from the page (C1, C5, C8, C9, C25)."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from service.engines.cards import Card
from service.engines.pyramid.automatics.detection import Hands
from service.engines.pyramid.cards import DECK, WILD
from service.engines.pyramid.validation import violations
from tests.oracle.pyramid.naive_hands import Strength, naive_strength

Reason = tuple[str, str | None]

SIZES: Final = {"back": (5, 6, 7, 8), "middle": (5, 6, 7), "front": (3, 5)}
ARRANGEMENTS: Final = 3000
NATURALS: Final = [card for card in DECK if card != WILD]


def order_of(cards: Sequence[Card]) -> Strength | None:
    """Type and ranks of what the cards make, if they make a hand at all."""
    strength = naive_strength(cards) if len(cards) in (3, 5, 6, 7, 8) else None
    return strength[: 1 + len(cards)] if strength else None


def is_above(hand: Strength, other: Strength) -> bool:
    """By the type, then rank by rank over the ranks that both have, then by the number of cards."""
    for own, others in zip(hand, other, strict=False):
        if own != others:
            return own > others
    return len(hand) > len(other)


def reasons(hands: dict[str, Sequence[Card]], dealt: Sequence[Card] | None) -> Iterator[Reason]:
    placed = [card for hand in hands.values() for card in hand]
    for card in set(placed):
        if placed.count(card) > 2:
            yield "copies", None
        if dealt is not None and card not in dealt:
            yield "not_dealt", None
        elif dealt is not None and placed.count(card) > dealt.count(card):
            yield "placed_twice", None
    if len(placed) > 17:
        yield "too_many_cards", None
    orders = {position: order_of(hand) for position, hand in hands.items()}
    for position, hand in hands.items():
        order = orders[position]
        if len(hand) not in SIZES[position]:
            yield "hand_size", position
        elif order is None:
            yield "large_hand", position
        elif position == "front" and len(hand) == 5 and order[0] < 5:
            yield "front_strength", position
    back, middle, front = orders["back"], orders["middle"], orders["front"]
    behind = [(back, middle), (middle, front)] if middle else [(back, front)]
    yield from (("order", None) for first, second in behind if first and second and is_above(second, first))


def mixed_up(chance: random.Random) -> tuple[Hands, list[Card] | None]:
    """Three hands of many sizes, some of one rank or one run, and now and then a card that should not be there."""
    dealt = chance.sample(NATURALS, chance.choice((13, 15, 17)))
    if chance.random() < 0.3:
        dealt[0] = WILD
    left = sorted(dealt) if chance.random() < 0.3 else chance.sample(dealt, len(dealt))
    hands: list[list[Card]] = []
    for sizes in ((5, 5, 5, 5, 6, 7, 8, 4, 3), (5, 5, 5, 5, 6, 7, 8, 4, 3), (3, 3, 5, 3, 5, 2, 6)):
        size = chance.choice(sizes)
        hands.append(left[:size])
        del left[:size]
        if size > 5 and chance.random() < 0.5:
            rank = chance.choice(NATURALS) // 4
            hands[-1] = [Card(4 * rank + suit % 4) for suit in range(size)]
    for _ in range(chance.choice((0, 0, 1, 2))):
        hand = chance.choice([hand for hand in hands if hand])
        hand[chance.randrange(len(hand))] = chance.choice([*hands[0], *dealt[1:], chance.choice(NATURALS)])
    chance.shuffle(hands)
    back, middle, front = hands
    return (back, middle, front), dealt if chance.random() < 0.7 else None


@pytest.mark.parametrize("seed", range(2))
def test_violations__random_arrangements__are_every_reason_and_no_other(seed: int) -> None:
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(ARRANGEMENTS):
        hands, dealt = mixed_up(chance)
        expected = Counter(reasons(dict(zip(SIZES, hands, strict=True)), dealt))
        listed = Counter((str(wrong.rule), wrong.position) for wrong in violations(hands, dealt))
        assert listed == expected, (hands, dealt)
        rules = {rule for rule, _ in expected} or {"legal"}
        seen.update(rules)
        seen["copies with placed_twice"] += {"copies", "placed_twice"} <= rules
        illegal = {position for _, position in expected if position}
        seen["order with an illegal hand"] += "order" in rules and bool(illegal)
    assert seen["copies with placed_twice"] > 20
    assert seen["order with an illegal hand"] > 200
    every = (
        "copies",
        "not_dealt",
        "placed_twice",
        "too_many_cards",
        "hand_size",
        "large_hand",
        "front_strength",
        "order",
    )
    assert all(seen[rule] > 20 for rule in (*every, "legal")), seen
