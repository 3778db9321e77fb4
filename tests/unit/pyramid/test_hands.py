"""Readings, 3-tuples and how hands compare."""

import pytest

from service.engines.pyramid.hands import read_hand, tuple_of
from service.engines.pyramid.positions import HandType, Position, may_stand, types_of
from service.engines.pyramid.readings import Reading, as_straight_flush, runs
from tests.builders.pyramid_cards import cards


def reading(text: str) -> Reading:
    found = read_hand(cards(text))
    assert found
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ks 9h 4d 3c 2c", (1, 13, 9)),
        ("Ks Kh 4d 3c 2c", (2, 13, 4)),
        ("Ks 9h 4d 3c W", (2, 13, 9)),
        ("4s 4h Kd Kc 2c", (3, 13, 4)),
        ("10s 10h 10d Ac 2c", (4, 10, 14)),
        ("10s 9h 4d W W", (4, 10, 9)),
        ("As 2h 3d 4c 5c", (5, 14, 5)),
        ("2h 3d 4c 5c W", (5, 14, 5)),
        ("As Kh Qd Jc W", (5, 14, 13)),
        ("6h 7d W W 9s", (5, 10, 9)),
        ("As As 9s 9s 2s", (6, 14, 14)),
        ("As 9s 7s 2s W", (6, 14, 14)),
        ("Qs 9s 7s 2s W", (6, 14, 12)),
        ("As 8s 7s W W", (6, 14, 14)),
        ("As As 9s 9s 9h", (7, 9, 14)),
        ("As As 9s 9s W", (7, 14, 9)),
        ("As As As 9s W", (8, 14, 9)),
        ("9s 9s W W As", (8, 9, 14)),
        ("2h 3h 4h 5h W", (9, 14, 5)),
        ("Ah Kh Qh W W", (9, 14, 13)),
        ("6c 6c 6d 6d 6h", (10, 6, 3)),
        ("6c 6c 6d 6d W", (10, 6, 4)),
        ("Ah 2h 3h 4h 5h 6h", (11, 14, 6)),
        ("7h 8h W W 5h 6h", (11, 10, 9)),
        ("6c 6c 6d 6d 6h 6h", (12, 6, 3)),
        ("Ah 2h 3h 4h 5h 6h 7h", (13, 14, 7)),
        ("6c 6c 6d 6d 6h 6h W", (14, 6, 4)),
        ("Ah 2h 3h 4h 5h 6h 7h 8h", (15, 14, 8)),
        ("6c 6c 6d 6d 6h 6h 6s 6s", (16, 6, 4)),
    ],
)
def test_back__each_type__has_its_tuple(text: str, expected: tuple[int, int, int]) -> None:
    assert tuple_of(reading(text), Position.BACK) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4s 3h 2d", (1, 4, 3)),
        ("As Ks Qs", (1, 14, 13)),
        ("Ks 9h W", (2, 13, 9)),
        ("10s 10h 10d", (4, 10, 4)),
        ("10d 10h 10d", (4, 10, 3)),
        ("10d 10d W", (4, 10, 4)),
        ("10d W W", (4, 10, 4)),
        ("As 2h 3d 4c 5c", (5, 14, 5)),
        ("6c 6c 6d 6d 6h", (10, 6, 3)),
    ],
)
def test_front__each_type__has_its_tuple(text: str, expected: tuple[int, int, int]) -> None:
    assert tuple_of(reading(text), Position.FRONT) == expected


@pytest.mark.parametrize(
    "text", ["As", "As Ks", "As As Kd Kd", "As Ks Qs Js 10s 8s", "As As As Ad Ad Kh", "2s 3s 4s 5s 6s 7s 8s 9s 10s"]
)
def test_cards__no_hand_of_that_size__have_no_reading(text: str) -> None:
    assert read_hand(cards(text)) is None


def test_strength__ranks_in_order_of_importance__then_suits_in_that_order() -> None:
    assert reading("4s 4h Kd Kc 2c").strength == (3, 13, 13, 4, 4, 2, 2, 1, 4, 3, 1)
    assert reading("As 2h 3d 4c W").strength == (5, 14, 5, 4, 3, 2, 4, 4, 1, 2, 3)
    assert reading("Ah 9h 9h 2h W").strength == (6, 14, 14, 9, 9, 2, 3, 3, 3, 3, 3)
    assert reading("9h W W 8h 7h").strength == (9, 11, 10, 9, 8, 7, 3, 3, 3, 3, 3)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("Ks Kh 4d 3c 2c", "Kd Kh 4d 3c 2c"),
        ("Ks Kh 4d 3c 2d", "Kh Kh 4s 3s 2s"),
        ("As Kh Qd Jc 10c", "As 2h 3d 4c 5c"),
        ("As 2h 3d 4c 5c", "Ks Qh Jd 10c 9c"),
        ("Ac 2c 3c 4c 5c 6c", "Ks Qs Js 10s 9s 8s"),
    ],
)
def test_strength__within_a_position__puts_the_stronger_first(stronger: str, weaker: str) -> None:
    assert reading(stronger).strength > reading(weaker).strength


def test_strength__same_cards_but_for_copies__is_a_push() -> None:
    assert reading("Ks Kh 4d 3c W").strength == reading("W Kh 4d 3c Ks").strength


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("Kc Kd 4d 3c 2c", "Ks Kh 4s"),
        ("Ks Kh 5s", "Kc Kd 4d 3c 2c"),
        ("Kc Kd Kd 3c 2c", "Ks Kh Ks"),
        ("Ac 9d 8d 7c 5c", "As 9s 8s"),
        ("2c 2d 3d 4c 5c", "As Ks Qs"),
    ],
)
def test_order__across_positions__goes_by_common_ranks_and_then_by_size(stronger: str, weaker: str) -> None:
    assert reading(stronger).order > reading(weaker).order


def test_order__equal_ranks_and_sizes__ignores_suits() -> None:
    assert reading("Ks Kh 4d 3c 2c").order == reading("Kc Kd 4s 3h 2h").order


def test_runs__of_any_size__have_the_wheel_second() -> None:
    for size, number in ((5, 10), (6, 9), (7, 8), (8, 7)):
        assert len(runs(size)) == number
        assert runs(size)[1][:2] == (14, size)


def test_straight_flush__not_of_one_suit__is_none() -> None:
    assert as_straight_flush(cards("2s 3s 4s 5s 6h")) is None


@pytest.mark.parametrize(
    ("kind", "size", "position", "expected"),
    [
        (HandType.HIGH_CARD, 3, Position.FRONT, True),
        (HandType.HIGH_CARD, 3, Position.MIDDLE, False),
        (HandType.THREE_OF_A_KIND, 5, Position.FRONT, False),
        (HandType.STRAIGHT, 5, Position.FRONT, True),
        (HandType.SIX_OF_A_KIND, 6, Position.FRONT, False),
        (HandType.SEVEN_OF_A_KIND, 7, Position.MIDDLE, True),
        (HandType.EIGHT_OF_A_KIND, 8, Position.MIDDLE, False),
        (HandType.EIGHT_OF_A_KIND, 8, Position.BACK, True),
    ],
)
def test_may_stand__type_and_size__go_by_position(
    kind: HandType, size: int, position: Position, *, expected: bool
) -> None:
    assert may_stand(kind, size, position) is expected


def test_types__by_position__are_those_of_the_rules() -> None:
    assert [len(types_of(position)) for position in Position] == [9, 14, 16]
    assert HandType.EIGHT_OF_A_KIND.number == 16
