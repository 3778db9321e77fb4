"""What a tuning hardly should be: doubts that a change has to be forced past."""

from itertools import pairwise

import pytest

from service.engines.destiny.hands import HAND_RANKS, HandRank
from service.engines.errors import Mistake
from service.tuning.warnings import doubts, new_doubts
from tests.tunings import tuning_with

SHIPPED = tuning_with()


def doubt(stronger: HandRank, weaker: HandRank) -> Mistake:
    message = f"Would be worth less than {weaker}, a weaker hand; send force: true if that is meant."
    return Mistake(("hand_rank_scores", stronger), message)


def test_doubts__shipped_tuning__are_none() -> None:
    assert list(doubts(SHIPPED)) == []


@pytest.mark.parametrize(("stronger", "weaker"), [*pairwise(HAND_RANKS)])
def test_doubts__stronger_hand_worth_less_by_a_hundredth__are_told_at_it(stronger: HandRank, weaker: HandRank) -> None:
    score = SHIPPED.hand_rank_scores[weaker] / 100

    assert list(doubts(tuning_with(hand_rank_scores={stronger: score}))) == []
    assert doubt(stronger, weaker) in doubts(tuning_with(hand_rank_scores={stronger: score - 0.01}))


def test_doubts__royal_flush_worth_less_than_a_pair__are_told() -> None:
    assert list(doubts(tuning_with(hand_rank_scores={"royal_flush": 29}))) == [
        doubt(HandRank.ROYAL_FLUSH, HandRank.STRAIGHT_FLUSH)
    ]


def test_doubts__pair_worth_more_than_all_else__are_told_where_the_order_breaks() -> None:
    assert list(doubts(tuning_with(hand_rank_scores={"pair": 600}))) == [doubt(HandRank.TWO_PAIR, HandRank.PAIR)]


def test_new_doubts__that_were_there_before__are_not_told_again() -> None:
    before = tuning_with(hand_rank_scores={"pair": 90})
    after = tuning_with(hand_rank_scores={"pair": 90, "flush": 140}, critical_margin=80)

    assert new_doubts(before, before) == []
    assert new_doubts(after, before) == [doubt(HandRank.FLUSH, HandRank.STRAIGHT)]
    assert new_doubts(after, SHIPPED) == [*doubts(after)]
    assert new_doubts(after, None) == [*doubts(after)]
    assert new_doubts(SHIPPED, after) == []
