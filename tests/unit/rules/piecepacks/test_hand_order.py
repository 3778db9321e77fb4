"""What hands are called, and which beats which (rulings D2 and D3)."""

import pytest

from service.engines.piecepacks.best_hands import any_five, best_high, best_low, classify, compare
from service.engines.piecepacks.hands import LowRule
from tests.builders.tiles import tiles

# The document's own examples, with groups where it leaves them to the print; strongest first.
EXAMPLES = {
    "suit_flush_no_pairs": "b♠2 b♠3 b♠4 b♠5 b♠N",
    "group_flush_four_of_a_kind": "b♠3 b♥3 b♦3 b♣3 b♦A",
    "no_flush_five_of_a_kind": "b♠3 b♣3 b♦3 w♣3 w♦3",
    "link_flush_two_pairs": "b♣A b♣3 w♣3 b♣4 w♣4",
    "link_flush_no_pairs": "b♣A w♣N b♣3 w♣4 b♣5",
    "group_flush_full_house": "w♠3 w♥3 w♦3 w♣5 w♦5",
    "link_flush_one_pair": "b♣A b♣3 w♣3 w♣N b♣5",
    "group_flush_three_of_a_kind": "w♠3 w♥3 w♦3 w♣4 w♦5",
    "group_flush_no_pairs": "b♠N b♥A b♦3 b♣4 b♦5",
    "no_flush_four_of_a_kind": "b♠3 b♣3 b♦3 w♣3 b♦N",
    "group_flush_two_pairs": "b♠3 b♥3 b♦A b♣5 b♦5",
    "no_flush_full_house": "b♠3 b♣3 w♦3 b♣N w♦N",
    "group_flush_one_pair": "b♠3 b♥3 b♦A b♣4 b♦5",
    "no_flush_no_pairs": "b♠N w♣A b♦3 b♣4 w♦5",
    "no_flush_three_of_a_kind": "b♠3 b♣3 w♦3 b♣A b♦N",
    "no_flush_two_pairs": "b♠3 b♣3 b♦5 w♣5 b♦N",
    "no_flush_one_pair": "b♠4 b♣4 w♦A b♣5 b♦N",
}


@pytest.mark.parametrize(("name", "text"), list(EXAMPLES.items()))
def test_hand__example_of_the_document__has_its_name(name: str, text: str) -> None:
    assert classify(tiles(text)).hand == name


def test_compare__examples_of_the_document__stand_in_the_order_of_its_table() -> None:
    hands = [tiles(text) for text in EXAMPLES.values()]
    order = tuple((place,) for place in range(len(hands)))
    assert compare(hands, LowRule.TABLE).high_order == order
    assert compare(hands, LowRule.TABLE).low_order == order[::-1]


def test_best_hand_of_all__is_the_royal_flush() -> None:
    royal, next_best = tiles("b♠N b♠A b♠5 b♠4 b♠3"), tiles("w♥N w♥A w♥5 w♥4 w♥2")
    assert classify(royal).high == (17, 7, 6, 5, 4, 3)
    assert compare([next_best, royal], LowRule.TABLE).high_order == ((1,), (0,))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("b♠N w♥5 b♣4 w♦3 b♥2", "b♠A w♥5 b♣4 w♦3 b♥2"),  # the null is above the ace
        ("b♠A w♥4 b♣3 w♦2 b♥A", "b♠5 w♥N b♣A w♦4 b♥5"),  # the pair before the others, the ace above the five
        ("b♠3 w♥3 b♣3 w♦2 b♥2", "b♠2 w♥2 b♣2 w♦N b♥N"),  # of a full house the three
        ("b♠5 w♥5 b♣2 w♦2 b♥3", "b♠4 w♥4 b♣3 w♦3 b♥N"),  # of two pairs the higher one
        ("b♠5 w♥5 b♣3 w♦3 b♥2", "w♠5 b♥5 w♣2 b♦2 w♥N"),  # then the lower one
        ("b♠5 w♥5 b♣2 w♦2 b♥N", "w♠5 b♥5 w♣2 b♦2 w♥A"),  # then the other tile
    ],
)
def test_high__one_type__goes_by_matched_ranks_then_the_others(better: str, worse: str) -> None:
    assert compare([tiles(worse), tiles(better)], LowRule.TABLE).high_order == ((1,), (0,))


def test_high__equal_ranks_in_other_suits__are_level() -> None:
    hands = [tiles("b♠N w♥5 b♣4 w♦3 b♥2"), tiles("w♠3 b♥2 w♣N b♦5 w♥4")]
    compared = compare(hands, LowRule.TABLE)
    assert compared.high_order == compared.low_order == ((0, 1),)


def test_low__by_the_table__is_a_pair_of_nulls_with_the_lowest_others() -> None:
    low = best_low(any_five(tiles("b♠N w♠N b♥A w♦2 b♣3 b♦4 w♥5")), LowRule.TABLE)
    assert low.hand_class.hand == "no_flush_one_pair"
    assert low.tiles == tiles("b♠N w♠N b♣3 w♦2 b♥A")
    assert low.strength == (1, 0, 3, 2, 1)


def test_low__ace_to_five__is_no_pair_with_the_lowest_ranks_whatever_the_flush() -> None:
    low = best_low(any_five(tiles("b♠N b♠A b♠2 b♠3 b♠4 w♥5")), LowRule.ACE_TO_FIVE)
    assert low.hand_class.hand == "suit_flush_no_pairs"
    assert low.tiles == tiles("b♠4 b♠3 b♠2 b♠A b♠N")
    assert low.strength == (1, 4, 3, 2, 1, 0)


def test_low__ace_to_five__orders_patterns_from_no_pairs_to_five_of_a_kind() -> None:
    patterns = [
        "no_pairs",
        "one_pair",
        "two_pairs",
        "three_of_a_kind",
        "full_house",
        "four_of_a_kind",
        "five_of_a_kind",
    ]
    hands = [tiles(EXAMPLES[f"no_flush_{pattern}"]) for pattern in patterns]
    assert compare(hands, LowRule.ACE_TO_FIVE).low_order == tuple((place,) for place in range(len(hands)))


def test_best_high__nine_tiles__may_be_any_five_of_them() -> None:
    high = best_high(any_five(tiles("b♠2 b♥3 b♣4 b♦5 w♠2 w♥2 w♣2 w♦2 b♥2")))
    assert high.hand_class.hand == "no_flush_five_of_a_kind"
