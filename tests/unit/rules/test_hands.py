"""Hand classes by example; tests/oracle goes over all hands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.cards import Card
from service.engines.destiny.hands import HAND_RANKS, SUIT_PATTERNS, HandClass, HandRank, classify
from service.engines.draws import Hand
from tests.builders import hands
from tests.builders.hands import hand
from tests.strategies import bounded


@pytest.mark.parametrize(
    ("cards", "rank", "add_on"),
    [
        (hands.ROYAL_FLUSH, HandRank.ROYAL_FLUSH, 0),
        (hands.STRAIGHT_FLUSH, HandRank.STRAIGHT_FLUSH, 0),
        (hands.FOUR_OF_A_KIND, HandRank.FOUR_OF_A_KIND, 9),
        (hands.FULL_HOUSE, HandRank.FULL_HOUSE, 0),
        (hands.FLUSH, HandRank.FLUSH, 0),
        (hands.STRAIGHT, HandRank.STRAIGHT, 0),
        (hands.THREE_OF_A_KIND, HandRank.THREE_OF_A_KIND, 12),
        (hands.TWO_PAIR, HandRank.TWO_PAIR, 10),
        (hands.PAIR, HandRank.PAIR, 14),
        (hands.HIGH_CARD, HandRank.HIGH_CARD, 34),
    ],
)
def test_classify__hand_of_each_rank__has_the_add_on_of_its_rank(cards: Hand, rank: HandRank, add_on: int) -> None:
    assert (classify(cards).rank, classify(cards).add_on) == (rank, add_on)


@pytest.mark.parametrize(
    ("cards", "rank", "add_on"),
    [
        ("A♠ A♥ A♣ A♦ 2♠", HandRank.FOUR_OF_A_KIND, 2),
        ("5♠ 5♥ 5♣ 3♦ 4♠", HandRank.THREE_OF_A_KIND, 4),
        ("A♠ A♥ K♣ K♦ 2♠", HandRank.TWO_PAIR, 2),
        ("2♠ 2♥ 3♣ 4♦ 5♠", HandRank.PAIR, 5),
        ("7♠ 5♥ 4♣ 3♦ 2♠", HandRank.HIGH_CARD, 16),
        ("A♠ 6♥ 4♣ 3♦ 2♠", HandRank.HIGH_CARD, 24),
    ],
)
def test_classify__kicker_below_the_set__is_still_the_kicker(cards: str, rank: HandRank, add_on: int) -> None:
    assert (classify(hand(cards)).rank, classify(hand(cards)).add_on) == (rank, add_on)


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("A♣ 2♠ 3♦ 4♥ 5♣", HandRank.STRAIGHT),
        ("A♣ 2♣ 3♣ 4♣ 5♣", HandRank.STRAIGHT_FLUSH),
        ("A♠ K♠ Q♣ J♥ 10♦", HandRank.STRAIGHT),
        ("K♥ Q♥ J♥ 10♥ 9♥", HandRank.STRAIGHT_FLUSH),
        ("2♥ 3♥ 4♥ 5♥ 6♥", HandRank.STRAIGHT_FLUSH),
        ("K♠ A♥ 2♣ 3♦ 4♠", HandRank.HIGH_CARD),
        ("Q♠ K♠ A♠ 2♠ 3♠", HandRank.FLUSH),
        ("2♥ 3♥ 4♥ 5♥ 7♥", HandRank.FLUSH),
    ],
)
def test_classify__ace__is_low_only_in_the_wheel(cards: str, rank: HandRank) -> None:
    assert classify(hand(cards)).rank is rank


def test_classify__wheel__adds_nothing_for_its_ace() -> None:
    assert classify(hands.WHEEL) == HandClass(HandRank.STRAIGHT, 0, (1, 1, 2, 1))


def test_classify__suits__are_counted_in_the_order_of_answers() -> None:
    assert classify(hand("A♠ K♠ Q♠ 7♣ 3♥")).suit_counts == (3, 1, 1, 0)


@bounded
@given(st.permutations(hands.TWO_PAIR))
def test_classify__cards_in_any_order__are_the_same_class(cards: list[Card]) -> None:
    assert classify(tuple(cards)) == classify(hands.TWO_PAIR)


def test_hand_ranks__in_order__fall_from_royal_flush_to_high_card() -> None:
    assert [rank.value for rank in HAND_RANKS] == [
        "royal_flush",
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
        "two_pair",
        "pair",
        "high_card",
    ]


def test_suit_patterns__all__are_the_56_ways_to_share_five_cards() -> None:
    assert len(set(SUIT_PATTERNS)) == len(SUIT_PATTERNS) == 56
    assert {sum(counts) for counts in SUIT_PATTERNS} == {5}
