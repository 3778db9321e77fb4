"""The kinds of field: what each takes, what it refuses, and what it says then."""

from typing import Any

import pytest

from service.engines.cards import Suit
from service.engines.documents import (
    ID_RULE,
    Choice,
    Entries,
    Kind,
    Record,
    Sequence,
    Text,
    Whole,
    coefficient,
    flag,
    identifier,
    mapping_of,
    points,
)
from service.engines.errors import Mistake
from service.engines.points import LIMIT

NOT_A_NUMBER: list[Any] = [True, False, None, "5", [], {}, float("nan"), float("inf"), float("-inf")]


def read(kind: Kind, value: Any) -> tuple[Any, list[str]]:
    """What the kind makes of a value, and what it finds wrong, with places."""
    mistakes: list[Mistake] = []
    return kind(value, ("here",), mistakes), [f"{mistake.pointer} {mistake.message}" for mistake in mistakes]


def refusal(kind: Kind, value: Any) -> str:
    """The one thing that is wrong with a value."""
    result, mistakes = read(kind, value)
    assert result is None
    (mistake,) = mistakes
    return mistake


@pytest.mark.parametrize(
    ("value", "hundredths"),
    [(0, 0), (-0.0, 0), (2.5, 250), (-7.69, -769), (100_000, LIMIT), (-100_000.0, -LIMIT), (99_999.99, LIMIT - 1)],
)
def test_points__within_bounds__are_hundredths(value: float, hundredths: int) -> None:
    assert read(points(), value) == (hundredths, [])


@pytest.mark.parametrize("value", NOT_A_NUMBER)
def test_points__no_number__are_refused(value: Any) -> None:
    assert refusal(points(), value) == "/here Must be a number from -100000 to 100000."


@pytest.mark.parametrize("value", [2.345, 1e-9, -0.001])
def test_points__three_decimals__are_refused(value: float) -> None:
    assert refusal(points(), value) == "/here Must have at most 2 decimals."


@pytest.mark.parametrize("value", [100_000.01, -100_000.01, 10**30, 1e300, -1e308, 1e308])
def test_points__too_far_from_zero__are_refused(value: float) -> None:
    assert refusal(points(), value) == "/here Must lie within -100000 to 100000."


def test_points__bounds_of_their_own__hold() -> None:
    assert refusal(points(0), -0.01) == "/here Must lie within 0 to 100000."
    assert refusal(points(high=0), 0.01) == "/here Must lie within -100000 to 0."
    assert refusal(points(-150, 250), 2.51) == "/here Must lie within -1.5 to 2.5."


@pytest.mark.parametrize(("value", "millionths"), [(0.75, 750_000), (5, 5_000_000), (0.000001, 1), (0, 0)])
def test_coefficient__six_decimals__is_millionths(value: float, millionths: int) -> None:
    assert read(coefficient(0, 5), value) == (millionths, [])


def test_coefficient__seven_decimals__is_refused() -> None:
    assert refusal(coefficient(0, 5), 0.0000001) == "/here Must have at most 6 decimals."


def test_coefficient__out_of_bounds__is_refused() -> None:
    assert refusal(coefficient(0, 5), 5.000001) == "/here Must lie within 0 to 5."
    assert refusal(coefficient(0, 5), -0.000001) == "/here Must lie within 0 to 5."


@pytest.mark.parametrize(("value", "number"), [(1, 1), (12.0, 12), (100, 100)])
def test_whole__whole_number__is_taken_even_with_a_point(value: float, number: int) -> None:
    result, mistakes = read(Whole(1, 100), value)

    assert (result, type(result), mistakes) == (number, int, [])


@pytest.mark.parametrize("value", [0, 101, 12.5, 0.99, -1, 1e300, 10**40, *NOT_A_NUMBER])
def test_whole__anything_else__is_refused(value: Any) -> None:
    assert refusal(Whole(1, 100), value) == "/here Must be a whole number from 1 to 100."


@pytest.mark.parametrize("value", [True, False])
def test_flag__true_or_false__is_taken(value: bool) -> None:  # noqa: FBT001
    assert read(flag, value) == (value, [])


@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_flag__anything_else__is_refused(value: Any) -> None:
    assert refusal(flag, value) == "/here Must be true or false."


@pytest.mark.parametrize("value", ["x", "é" * 5])
def test_text__short_enough__is_taken(value: str) -> None:
    assert read(Text(5), value) == (value, [])


@pytest.mark.parametrize("value", ["", "123456", 5, None, True, ["x"]])
def test_text__empty_long_or_no_string__is_refused(value: Any) -> None:
    assert refusal(Text(5), value) == "/here Must be a string of 1 to 5 characters."


@pytest.mark.parametrize("value", ["a", "very_hard", "a1_", "z" * 64])
def test_identifier__snake_case__is_taken(value: str) -> None:
    assert read(identifier, value) == (value, [])


@pytest.mark.parametrize("value", ["", "A", "1a", "_a", "a-b", "a b", "ä", "a\n", "z" * 65, 5, None])
def test_identifier__anything_else__is_refused(value: Any) -> None:
    assert refusal(identifier, value) == (
        "/here Must be an id: lower-case letters, digits and _, beginning with a letter, 64 characters at most."
    )


def test_choice__one_of_the_words__is_that_word() -> None:
    assert read(Choice(Suit), "clubs") == (Suit.CLUBS, [])


@pytest.mark.parametrize("value", ["Clubs", "", 5, None, ["clubs"]])
def test_choice__anything_else__lists_the_words(value: Any) -> None:
    assert refusal(Choice(Suit), value) == "/here Must be spades, hearts, clubs or diamonds."


def test_several__different_items__keep_their_order() -> None:
    assert read(Sequence(Choice(Suit), 1, 2, unique=True), ["hearts", "clubs"]) == ((Suit.HEARTS, Suit.CLUBS), [])


@pytest.mark.parametrize("value", [[], ["hearts", "clubs", "spades"], "hearts", None, {"0": "hearts"}])
def test_several__too_few_too_many_or_no_array__are_refused(value: Any) -> None:
    assert refusal(Sequence(Choice(Suit), 1, 2, unique=True), value) == "/here Must be an array of 1 to 2 items."


def test_several__something_twice__is_refused() -> None:
    assert read(Sequence(Choice(Suit), 1, 3, unique=True), ["clubs", "hearts", "clubs"])[1] == [
        "/here Must not name anything twice."
    ]


def test_several__two_bad_items__are_no_repeat_of_each_other() -> None:
    mistakes = read(Sequence(Choice(Suit), 1, 3, unique=True), ["stars", "clubs", "moons"])[1]

    assert mistakes == [f"/here/{index} Must be spades, hearts, clubs or diamonds." for index in (0, 2)]


RECORD = Record(dict, {"level": Whole(1, 9)}, {"open": flag})


def test_record__required_and_optional_fields__are_built() -> None:
    assert read(RECORD, {"level": 3}) == ({"level": 3}, [])
    assert read(RECORD, {"open": True, "level": 3}) == ({"level": 3, "open": True}, [])


def test_record__every_mistake__is_found_at_once() -> None:
    assert read(RECORD, {"opne": True, "open": 1}) == (
        None,
        [
            "/here/opne Unknown field. Allowed: level or open.",
            "/here/level Required.",
            "/here/open Must be true or false.",
        ],
    )


@pytest.mark.parametrize("value", [None, [], "x", 5])
def test_record__no_object__is_refused(value: Any) -> None:
    assert refusal(RECORD, value) == "/here Must be an object."


def test_record__mistake_elsewhere__does_not_keep_it_from_being_built() -> None:
    mistakes = [Mistake(("there",), "Required.")]

    assert RECORD({"level": 1}, ("here",), mistakes) == {"level": 1}


def test_mapping__some_words__are_in_the_order_of_the_words() -> None:
    result, mistakes = read(mapping_of(Suit, points()), {"clubs": 1, "spades": 2.5})

    assert list(result.items()) == [(Suit.SPADES, 250), (Suit.CLUBS, 100)]
    assert mistakes == []


def test_mapping__strange_word__is_refused() -> None:
    assert refusal(mapping_of(Suit, points()), {"stars": 1}) == (
        "/here/stars Unknown field. Allowed: spades, hearts, clubs or diamonds."
    )


def test_mapping__to_be_complete__misses_every_word_left_out() -> None:
    _, mistakes = read(mapping_of(Suit, points(), complete=True), {"clubs": 1, "hearts": 2})

    assert mistakes == ["/here/spades Required.", "/here/diamonds Required."]


def test_entries__good_ones__are_read_knowing_their_names() -> None:
    kind = Entries(Record(dict, {"level": Whole(1, 9)}), lambda name, read: (name, read["level"]))

    assert read(kind, {"rope": {"level": 2}, "axe": {"level": 3}}) == ({"rope": ("rope", 2), "axe": ("axe", 3)}, [])


def test_entries__bad_name_and_bad_entry__are_both_found() -> None:
    _, mistakes = read(Entries(flag), {"Rope/1": True, "axe": 1})

    assert mistakes == [
        f"/here/Rope~11 Must be {ID_RULE}.",
        "/here/axe Must be true or false.",
    ]


def test_entries__too_many__are_refused() -> None:
    kind = Entries(flag, most=2)

    assert read(kind, {"a": True, "b": False}) == ({"a": True, "b": False}, [])
    assert refusal(kind, {"a": True, "b": False, "c": True}) == "/here Must have at most 2 entries."


@pytest.mark.parametrize("value", [None, [], "x"])
def test_entries__no_object__are_refused(value: Any) -> None:
    assert refusal(Entries(flag), value) == "/here Must be an object."


def test_entries__that_were_read_before__are_not_read_again() -> None:
    """Only those written alike: true is equal to 1, and is no number."""
    rope, axe, saw = {"level": 1}, {"level": 2}, {"level": 1}
    known = {"rope": rope, "axe": axe, "saw": saw}, {"rope": "R", "axe": "A", "saw": "S"}
    kind = Entries(Record(dict, {"level": Whole(1, 9)}), known=known)

    assert read(kind, {"rope": rope, "axe": {"level": 2}, "saw": {"level": 3}, "hoe": rope}) == (
        {"rope": "R", "axe": "A", "saw": {"level": 3}, "hoe": {"level": 1}},
        [],
    )
    assert read(kind, {"saw": {"level": True}})[1] == ["/here/saw/level Must be a whole number from 1 to 9."]
