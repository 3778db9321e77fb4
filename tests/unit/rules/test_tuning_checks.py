"""Warnings about a tuning in which a weaker hand is worth more than a stronger one."""

import re
from itertools import combinations

import pytest

from service.engines.destiny.hands import HAND_RANKS, HandRank
from service.engines.destiny.tuning import Tuning
from service.engines.errors import Mistake
from service.tuning.warnings import weaker_hands
from tests.builders.tunings import tuning_with

SHIPPED = tuning_with()


def new_warnings(tuning: Tuning, before: Tuning | None) -> list[Mistake]:
    return list(weaker_hands(tuning, before))


def warning(stronger: HandRank, weaker: str, hands: str = "a weaker hand") -> Mistake:
    return Mistake(("hand_rank_scores", stronger), f"Would be worth less than {weaker}, {hands}.")


def test_warnings__shipped_tuning__are_none() -> None:
    assert new_warnings(SHIPPED, None) == []


@pytest.mark.parametrize(("stronger", "weaker"), [*combinations(HAND_RANKS, 2)])
def test_warnings__any_stronger_hand_worth_less_by_a_hundredth__are_at_it(stronger: HandRank, weaker: HandRank) -> None:
    score = SHIPPED.hand_rank_scores[weaker] / 100

    as_much = new_warnings(tuning_with(hand_rank_scores={stronger: score}), None)
    less = new_warnings(tuning_with(hand_rank_scores={stronger: score - 0.01}), None)

    def warned_about(warnings: list[Mistake]) -> bool:
        named = [re.findall(r"\w+", one.message) for one in warnings if one.path[-1] == stronger]
        return any(weaker in words for words in named)

    assert not warned_about(as_much)
    assert warned_about(less)


def test_warnings__royal_flush_worth_less_than_some__name_them_all() -> None:
    assert new_warnings(tuning_with(hand_rank_scores={"royal_flush": 174}), None) == [
        warning(HandRank.ROYAL_FLUSH, "straight_flush, four_of_a_kind, full_house or flush", "weaker hands")
    ]


def test_warnings__pair_worth_more_than_some__are_at_each_of_them() -> None:
    assert new_warnings(tuning_with(hand_rank_scores={"pair": 160}), None) == [
        warning(HandRank.STRAIGHT, "pair"),
        warning(HandRank.THREE_OF_A_KIND, "pair"),
        warning(HandRank.TWO_PAIR, "pair"),
    ]


def test_warnings__forced_before__are_not_repeated() -> None:
    before = tuning_with(hand_rank_scores={"pair": 90})
    after = tuning_with(hand_rank_scores={"pair": 90, "flush": 140}, critical_margin=80)

    assert new_warnings(before, before) == []
    assert new_warnings(after, before) == [warning(HandRank.FLUSH, "straight")]
    assert new_warnings(SHIPPED, after) == []


def test_warnings__hand_that_was_forced_past_some__are_there_when_it_passes_others() -> None:
    forced = tuning_with(hand_rank_scores={"pair": 200})
    further = tuning_with(hand_rank_scores={"pair": 450})

    assert new_warnings(further, forced) == [
        warning(HandRank.STRAIGHT_FLUSH, "pair"),
        warning(HandRank.FOUR_OF_A_KIND, "pair"),
        warning(HandRank.FULL_HOUSE, "pair"),
    ]
