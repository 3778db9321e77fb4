"""Automatics: read, counted and found."""

from itertools import pairwise

import pytest

from service.engines.cards import Card
from service.engines.pyramid.automatics.detection import (
    Hands,
    ace_suit,
    as_full_house,
    automatic_readings,
    automatics_in,
)
from service.engines.pyramid.automatics.finding import find_automatic
from service.engines.pyramid.cards import text_of
from service.engines.pyramid.tuning import Automatic
from tests.builders.pyramid_cards import cards


def hands(back: str, middle: str, front: str) -> Hands:
    return cards(back), cards(middle), cards(front)


def orders(automatic: Automatic, placed: Hands) -> list[tuple[int, ...]] | None:
    readings = automatic_readings(automatic, placed)
    return [reading.order for reading in readings] if readings else None


def shown(placed: Hands | None) -> list[str]:
    assert placed
    return [" ".join(text_of(card) for card in hand) for hand in placed]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Js Jh Jd Qs W", (7, 11, 11, 11, 12, 12)),
        ("Js Jh Qd Qs W", (7, 12, 12, 12, 11, 11)),
        ("Js Jh Qd W W", (7, 12, 12, 12, 11, 11)),
        ("Js Qh Qd W W", (7, 12, 12, 12, 11, 11)),
        ("Js Jh Jd W W", (7, 11, 11, 11, 14, 14)),
        ("As Ah Ad W W", (7, 14, 14, 14, 13, 13)),
        ("Js Jh Jd Qs Qd", (7, 11, 11, 11, 12, 12)),
        ("Js Jh Jd Jc Qd", None),
        ("Js Jh Jd Jc W", None),
        ("Js Jh Qd Kc W", None),
        ("Js Qd Kc W W", None),
    ],
)
def test_full_house__with_wilds__is_exactly_three_and_two(text: str, order: tuple[int, ...] | None) -> None:
    reading = as_full_house(cards(text))
    assert (reading.order if reading else None) == order


def test_three_flushes__a_straight_flush__counts_as_a_flush() -> None:
    placed = hands("As 9s 7s 5s 2s", "9h 8h 7h 6h 5h", "8d 7d 6d 4d 2d")
    assert orders(Automatic.THREE_FLUSHES, placed) == [(6, 14, 9, 7, 5, 2), (6, 9, 8, 7, 6, 5), (6, 8, 7, 6, 4, 2)]


def test_three_straights__with_wilds__are_read_as_straights() -> None:
    placed = hands("As Kh Qd Jc W", "9h 8h 7h 6h 5h", "W 2d 3d 4c 5d")
    assert orders(Automatic.THREE_STRAIGHTS, placed) is None
    placed = hands("As Kh Qd Jc W", "W 2d 3d 4c 5d", "9h 8h 7h 6h 5h")
    assert orders(Automatic.THREE_STRAIGHTS, placed) == [
        (5, 14, 13, 12, 11, 10),
        (5, 14, 5, 4, 3, 2),
        (5, 9, 8, 7, 6, 5),
    ]


def test_three_alike__a_hand_of_another_kind_or_size__is_none() -> None:
    assert orders(Automatic.THREE_FLUSHES, hands("As 9s 7s 5s 2s", "9h 8h 7h 6h 5d", "8d 7d 6d 4d 2d")) is None
    assert orders(Automatic.THREE_FLUSHES, hands("As 9s 7s 5s 2s", "9h 8h 7h 6h 5h", "8d 7d 6d")) is None


@pytest.mark.parametrize(
    ("back", "middle", "front", "legal"),
    [
        ("As Kh Qd Jc 10s", "9h 8h 7h 6s 5d", "4c 3d 2h", True),
        ("As Kh Qd W 10s", "9h W 7h 6s 5d", "4c 3d 2h", True),
        ("As Kh Qd W 10s", "9h W 7h 6h 5h", "4c 3d 2h", False),
        ("Ks Qh Jd 9s 8d", "As Kh 7h 6h 5h", "4c 3d 2h", False),
        ("9h 8h 7h 6s 5d", "As Kh Qd Jc 10s", "4c 3d 2h", False),
        ("As Kh Qd Jc 10s", "9h 8h 7h 6s 5d", "4c 3d 3h", False),
        ("As Kh Qd Jc 10s", "9h 8h 7h 6s", "5d 4c 3d 2h", False),
    ],
)
def test_dragon__one_of_each_rank__is_legal_as_its_hands_are(
    back: str, middle: str, front: str, *, legal: bool
) -> None:
    assert (orders(Automatic.DRAGON, hands(back, middle, front)) is not None) is legal


def test_dragon__ace__decides_by_suit_and_a_wild_is_a_spade() -> None:
    assert ace_suit(hands("Ah Kh Qd Jc 10s", "9h 8h 7h 6s 5d", "4c 3d 2h")) == 3
    assert ace_suit(hands("W Kh Qd Jc 10s", "9h 8h 7h 6s 5d", "4c 3d 2h")) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Kh Qd Jc 10s 9h 8h 7h 6s 5d 4c 3d 2h", {"dragon"}),
        ("As Kh Qd Jc 10s 9h 8h 7h 6s 5d 4c 3d 3h", set()),
        ("As Kh Qd Jc 10s 9h 8h 7h 6s 5d W W 3d", {"dragon"}),
        ("As Kh Qd Jc 10s 9h 8h 7h 6s W 4c 3d 3h", set()),
        ("Ks Kh Kd Qs Qh Qd Js Jh Jd 2s 2c 3h 3c 4d 4c", {"three_full_houses"}),
        ("Ks Kh Kd Ks Kh Kd Kc Kc Qh Qh Qd Qd 2s 2s 2d", {"three_full_houses"}),
        ("Ks Kh Kd Ks Kh Kd Kc Kc Qh Qh Qd Qd 2s 2s 3d", set()),
        ("Ks Kh Kd Ks Kh Kd 2s 2d Qh Qh Qd Qd 3c 3c W", {"three_full_houses"}),
        ("As Ks 9s 8s 7s Ah Kh 9h 8h 7h Qd Jd 6d 4d W 2c 2c", {"three_flushes"}),
        ("As Ks 9s 8s 7s As Ks 9s 8s 7s Qd Jd 6d 4d W 2c 2c", {"three_flushes"}),
        ("As Kh Qd Jc 10s As Kh Qd Jc 10s 5h 4h 3c 2d W 7d 9s", {"three_straights"}),
        ("As Ks Qs Js 10s As Ks Qs Js 10s 5h 4h 3h W W 7d 9s", {"three_straights", "three_flushes"}),
    ],
)
def test_detection__by_counting__finds_what_is_there_and_finding_places_it(text: str, expected: set[str]) -> None:
    held = cards(text)
    assert {str(automatic) for automatic in automatics_in(held)} == expected
    for automatic in Automatic:
        placed = find_automatic(held, automatic)
        assert (placed is not None) is (automatic in expected)
        if placed:
            check(automatic, placed, held)


def check(automatic: Automatic, placed: Hands, held: tuple[Card, ...]) -> None:
    readings = automatic_readings(automatic, placed)
    assert readings
    assert all(a.order >= b.order for a, b in pairwise(readings))
    left = list(held)
    for card in (card for hand in placed for card in hand):
        left.remove(card)


def test_finding__three_flushes__gives_the_strongest_back_first() -> None:
    held = cards("As Ks 9s 8s 7s 6s 5h 4h 3h 2h Kh Qd 9d 8d 7d 2d 2c")
    assert shown(find_automatic(held, Automatic.THREE_FLUSHES)) == [
        "A♠ K♠ 9♠ 8♠ 7♠",
        "K♥ 5♥ 4♥ 3♥ 2♥",
        "Q♦ 9♦ 8♦ 7♦ 2♦",
    ]


@pytest.mark.parametrize(
    ("text", "split"),
    [
        # Nothing better than a straight: the plain split.
        ("As Kh Qd Jc 10s 9h 8d 7c 6s 5h 4d 3c 2s", ["A♠ K♥ Q♦ J♣ 10♠", "9♥ 8♦ 7♣ 6♠ 5♥", "4♦ 3♣ 2♠"]),
        # A flush is stronger, and what is left need not be a straight.
        ("As Kh Qd Jc 10s 9h 8s 7c 6s 5h 4d 3c 2s", ["A♠ 10♠ 8♠ 6♠ 2♠", "K♥ Q♦ J♣ 9♥ 7♣", "5♥ 4♦ 3♣"]),
        # All of one suit but the ace: straight flushes as far as they go.
        ("Ac Ks Qs Js 10s 9s 8s 7s 6s 5s 4s 3s 2s", ["K♠ Q♠ J♠ 10♠ 9♠", "8♠ 7♠ 6♠ 5♠ 4♠", "A♣ 3♠ 2♠"]),
        ("Ac Ks Qs Js 10s 9s 8s W 6s 5s 4s W 2s", ["K♠ Q♠ J♠ 10♠ 9♠", "8♠ W 6♠ 5♠ 4♠", "A♣ W 2♠"]),
        # Of two cards of a rank, the one that makes the flush; else the one of higher suit.
        ("As Ah Kh Qd Jc 10h 9h 8h 7s 7c 6s 5d 4c 3d 2c", ["A♥ K♥ 10♥ 9♥ 8♥", "7♠ 6♠ 5♦ 4♣ 3♦", "Q♦ J♣ 2♣"]),
        # A wild to spare is put where it makes the back the strongest.
        ("As Ks Qs Js 10h 9h 8d 7c 6d 5h 4d 3c 2h W", ["A♠ K♠ Q♠ J♠ W", "9♥ 8♦ 7♣ 6♦ 5♥", "4♦ 3♣ 2♥"]),
    ],
)
def test_finding__dragon__has_the_strongest_back_then_middle_then_front(text: str, split: list[str]) -> None:
    placed = find_automatic(cards(text), Automatic.DRAGON)
    assert placed
    assert shown(placed) == split
    check(Automatic.DRAGON, placed, cards(text))


def test_dragon__wilds_that_could_be_two_ranks__are_read_as_the_strongest_hands() -> None:
    placed = hands("9h 8h 7h 6h W", "As Qd Jc 10s W", "4c 3d 2h")
    assert orders(Automatic.DRAGON, placed) == [(9, 9, 8, 7, 6, 5), (5, 14, 13, 12, 11, 10), (1, 4, 3, 2)]


def test_dragon__wild_in_the_front__is_a_spade() -> None:
    readings = automatic_readings(Automatic.DRAGON, hands("As Kh Qd Jc 10s", "9h 8h 7h 6s 5d", "4c W 2c"))
    assert readings
    assert readings[2].suits == (1, 4, 1)
