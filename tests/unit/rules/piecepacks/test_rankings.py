"""The table of hands: what is printed, what is true, and why they differ (ruling D1)."""

from service.engines.piecepacks.hands import HandType
from service.engines.piecepacks.rankings import FORMULAS, RANKINGS

DIFFERENT = {
    "link_flush_no_pairs": (768, 720),
    "group_flush_one_pair": (63_360, 46_080),
    "no_flush_no_pairs": (183_552, 183_600),
    "no_flush_one_pair": (794_880, 812_160),
}


def test_rankings__rows_that_differ_from_the_print__are_four_and_say_why() -> None:
    different = {row.hand.value: (row.printed_count, row.count) for row in RANKINGS if row.correction}
    assert different == DIFFERENT
    assert all(row.count == row.printed_count for row in RANKINGS if not row.correction)


def test_rankings__printed_percentages__are_those_of_the_printed_counts() -> None:
    for row in RANKINGS:
        share = 100 * row.printed_count / 1_712_304
        assert row.printed_percentage == ("<0.1%" if share < 0.1 else f"{share:.1f}%")


def test_rankings__probabilities__add_up_to_one() -> None:
    assert sum(row.count for row in RANKINGS) == 1_712_304
    assert abs(sum(row.probability for row in RANKINGS) - 1) < 1e-15


def test_formula__written_out__names_choices_and_what_is_taken_away() -> None:
    assert str(FORMULAS[HandType.GROUP_FLUSH_ONE_PAIR]) == (
        "C(2,1) * C(6,1) * C(4,2) * C(20,3) - 2 * #(group_flush_two_pairs) - #(group_flush_full_house)"
    )
    assert str(FORMULAS[HandType.SUIT_FLUSH_NO_PAIRS]) == "C(8,1) * C(6,5)"
