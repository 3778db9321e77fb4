"""What a tuning hardly should be: warnings_about that a change has to be forced past."""

from itertools import pairwise

import pytest

from service.engines.destiny.hands import HAND_RANKS, HandRank
from service.engines.errors import Mistake
from service.tuning.change import new_warnings, warnings_about
from tests.builders.tunings import tuning_with

SHIPPED = tuning_with()


def warning(stronger: HandRank, weaker: HandRank) -> Mistake:
    message = f"Would be worth less than {weaker}, a weaker hand; send force: true if that is intended."
    return Mistake(("hand_rank_scores", stronger), message)


def test_warnings__shipped_tuning__are_none() -> None:
    assert list(warnings_about(SHIPPED)) == []


@pytest.mark.parametrize(("stronger", "weaker"), [*pairwise(HAND_RANKS)])
def test_warnings__stronger_hand_worth_less_by_a_hundredth__are_told_at_it(
    stronger: HandRank, weaker: HandRank
) -> None:
    score = SHIPPED.hand_rank_scores[weaker] / 100

    assert list(warnings_about(tuning_with(hand_rank_scores={stronger: score}))) == []
    assert warning(stronger, weaker) in warnings_about(tuning_with(hand_rank_scores={stronger: score - 0.01}))


def test_warnings__royal_flush_worth_less_than_a_pair__are_told() -> None:
    assert list(warnings_about(tuning_with(hand_rank_scores={"royal_flush": 29}))) == [
        warning(HandRank.ROYAL_FLUSH, HandRank.STRAIGHT_FLUSH)
    ]


def test_warnings__pair_worth_more_than_all_else__are_told_where_the_order_breaks() -> None:
    assert list(warnings_about(tuning_with(hand_rank_scores={"pair": 600}))) == [
        warning(HandRank.TWO_PAIR, HandRank.PAIR)
    ]


def test_new_doubts__that_were_there_before__are_not_told_again() -> None:
    before = tuning_with(hand_rank_scores={"pair": 90})
    after = tuning_with(hand_rank_scores={"pair": 90, "flush": 140}, critical_margin=80)

    assert new_warnings(before, before) == []
    assert new_warnings(after, before) == [warning(HandRank.FLUSH, HandRank.STRAIGHT)]
    assert new_warnings(after, SHIPPED) == [*warnings_about(after)]
    assert new_warnings(after, None) == [*warnings_about(after)]
    assert new_warnings(SHIPPED, after) == []
