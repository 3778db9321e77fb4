"""Everything that can be wrong with an arrangement."""

import pytest

from service.engines.pyramid.automatics.detection import Hands
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.validation import violations
from tests.builders.pyramid_cards import cards


def hands(back: str, middle: str, front: str) -> Hands:
    return cards(back), cards(middle), cards(front)


LEGAL = hands("As Ks Qs Js 10s", "9h 9d 9c 4s 4d", "8h 7h 2c")


def violated(placed: Hands, dealt: str | None = None, declared: Automatic | None = None) -> list[tuple[str, str]]:
    found = violations(placed, cards(dealt) if dealt else None, declared)
    return [(str(violation.rule), violation.message) for violation in found]


def test_violations__legal_arrangement__are_none() -> None:
    assert violated(LEGAL) == []
    assert violated(LEGAL, "As Ks Qs Js 10s 9h 9d 9c 4s 4d 8h 7h 2c 3c W W 5d") == []
    assert violated(hands("As Ah Ad Ac As", "9s 9d 9h 9c 9s 9d", "2s 3s 4s 5s W")) == [
        ("order", "The middle (six of a kind) is above the back (five of a kind)."),
    ]
    assert violated(hands("2s 3d 5h 7c 9s", "2d 3h 5c 7s 9d", "9h 7d 5s")) == []


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        (
            hands("As As As Ks Kd", "9h 9d 9c 4s 4d", "8h 7h 2c"),
            [("copies", "A♠ is placed 3 times; the deck has it twice.")],
        ),
        (
            hands("As Ah Ad W W", "9h 9d 9c 4s W", "8h 7h 2c"),
            [("copies", "W is placed 3 times; the deck has it twice.")],
        ),
        (
            hands("As Ah Ad Ac", "9h 9d 9c 4s 4d 3d 2d 2s", "8h 7h"),
            [
                ("hand_size", "The back has 4 cards; it takes 5, 6, 7 or 8."),
                ("hand_size", "The middle has 8 cards; it takes 5, 6 or 7."),
                ("hand_size", "The front has 2 cards; it takes 3 or 5."),
            ],
        ),
        (
            hands("As Ah Ad Ac Ks Kd", "9h 9d 9c 4s 4d", "8h 7h 2c"),
            [("large_hand", "The 6 cards of the back must be of one rank or one straight flush.")],
        ),
        (
            hands("As Ks Qs Js 10s", "9h 9d 9c 4s 4d", "8h 8d 8c 2c 3c"),
            [("front_strength", "A front of 5 cards must be a straight or better; this is three of a kind.")],
        ),
        (
            hands("9h 9d 9c 4s 3d", "As Ks Qs Js 10s", "8h 8d 8c"),
            [("order", "The middle (straight flush) is above the back (three of a kind).")],
        ),
        (
            hands("2s 2d 3h 5c 7c", "9h 8d 6c 4s 3d", "10h 8c 2h"),
            [("order", "The front (high card) is above the middle (high card).")],
        ),
        (
            hands("As Ah Ad Ac As Ah Ad Ac", "9h 8h 7h 6h 5h 4h 3h", "2h 2d 2c"),
            [("too_many_cards", "18 cards are placed; at most 17 can be.")],
        ),
    ],
)
def test_violations__illegal_arrangement__are_all_listed(placed: Hands, expected: list[tuple[str, str]]) -> None:
    assert violated(placed) == expected


def test_violations__cards_that_were_not_dealt__are_named() -> None:
    placed = hands("As As Ad Ac Ks", "9h 9d 9c 4s 4d", "8h 7h 2c")
    assert violated(placed, "As Ad Ac Ks 9h 9d 9c 4s 4d 8h 7h 3c 3d") == [
        ("placed_twice", "A♠ was dealt once and is placed twice."),
        ("not_dealt", "2♣ was not dealt."),
    ]


def test_violations__of_several_kinds__are_listed_together() -> None:
    placed = hands("As As As 4d 3c", "9h 9d 9c 4s 4d", "8h 7h")
    assert violated(placed, "As As 4d 3c 9h 9d 9c 4s 4d 8h 7h 2c 2d") == [
        ("copies", "A♠ is placed 3 times; the deck has it twice."),
        ("placed_twice", "A♠ was dealt twice and is placed 3 times."),
        ("hand_size", "The front has 2 cards; it takes 3 or 5."),
        ("order", "The middle (full house) is above the back (three of a kind)."),
    ]


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        # A hand that is not allowed in its place can still be above the one behind it.
        (hands("Ks Kh Kd", "9h 9d 8c 8s 2c", "Qs Qh Qd"), ["hand_size", "order"]),
        (hands("9s 9h 9d 8s 8h", "Ks Kh Kd Kc Ks Kh Kd Kc", "2s 3h 4d"), ["hand_size", "order"]),
        (hands("9s 9h 9d 8s 8h", "7s 7h 6d 6c 2s", "Qs Qh Qd 3c 4h"), ["front_strength", "order"]),
        # Four cards make no hand, so the front is compared with the back.
        (hands("2s 2h 3d 4c 5s", "9s 9h 9d 9c", "Qs Qh Qd"), ["hand_size", "order"]),
        (hands("2s 2h 3d 4c 5s", "Ks Kh Kd Kc 9s 9h", "Qs Qh Qd"), ["large_hand", "order"]),
        (hands("2s 2h 3d", "9s 9h 9d 9c 9s 9h 9d", "Qs Qh Qd"), ["hand_size", "order"]),
        # Where both pairs of neighbours are in order, the third pair is as well.
        (hands("2s 2h 3d 4c 5s", "9s 9h 9d 8c 8s", "Qs Qh Qd Qc 2h"), ["order", "order"]),
        (hands("2s 2h", "9s 9h", "Qs"), ["hand_size", "hand_size", "hand_size"]),
    ],
)
def test_violations__order__is_compared_as_far_as_hands_can_be_read(placed: Hands, expected: list[str]) -> None:
    assert [rule for rule, _ in violated(placed)] == expected


def test_violations__declared_automatic__goes_by_its_own_reading() -> None:
    placed = hands("Ks Kh Kd Qs Qh", "Js Jh Jd 10s 10h", "9s 9h 9d 8s W")
    assert violated(placed, declared=Automatic.THREE_FULL_HOUSES) == []
    assert violated(placed) == [("order", "The front (four of a kind) is above the middle (full house).")]
    assert violated(placed, declared=Automatic.THREE_FLUSHES) == [
        ("not_the_automatic", "The hands are not three flushes with back, middle and front in order."),
    ]
