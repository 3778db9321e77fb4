"""Every hand's class and base score, against the known counts, two other classifiers and a digest."""

import hashlib
from collections import Counter

import numpy as np
import pytest

from service.engines.cards import rank_of, suit_of
from service.engines.destiny.hands import HAND_RANKS, RANK_CHOICES, classify, rank_shape
from service.engines.destiny.odds.totals import ADD_ON, HANDS, PATTERN_INDEX, PATTERNS, RANK_INDEX, ROYAL, count_hands
from service.engines.draws import HAND_COUNT, Hand, hand_at
from tests.builders.tunings import tuning_with
from tests.oracle import naive_classifier as naive
from tests.oracle.dealt_hands import ClassifiedHands, classify_every_hand
from tests.oracle.every_hand import RANK_NAMES, EveryHand

KNOWN_COUNTS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
DIGEST = "b241de586637ca9ae4a3e104bf03e92b480f168624d2fad8d31e0fb234da7100"
"""SHA-256 over all hands in the order of their numbers, seven whole numbers each, as four bytes with the lowest first:
the rank (0 is the royal flush, 9 a high card), the add-on, the spades, hearts, clubs and diamonds, and the base score
in hundredths by the shipped tuning."""


@pytest.fixture(scope="module")
def classified() -> ClassifiedHands:
    return classify_every_hand()


def _naive(hand: Hand) -> list[naive.NaiveCard]:
    return [(rank_of(card), suit_of(card)) for card in hand]


def test_classify__every_hand__gives_the_known_counts_by_rank(classified: ClassifiedHands) -> None:
    kinds, numbers = classified.classes, classified.class_of
    counts: Counter[str] = Counter()
    for kind, hands in zip(kinds, np.bincount(numbers).tolist(), strict=True):
        counts[kind.rank] += hands

    assert counts == KNOWN_COUNTS


def test_classify__every_hand__agrees_with_arrays_made_from_the_specification(
    every_hand: EveryHand, classified: ClassifiedHands
) -> None:
    kinds, numbers = classified.classes, classified.class_of
    ranks = np.array([RANK_NAMES.index(kind.rank) for kind in kinds])
    add_ons = np.array([kind.add_on for kind in kinds])
    suit_counts = np.array([kind.suit_counts for kind in kinds])

    assert (ranks[numbers] == every_hand.rank).all()
    assert (add_ons[numbers] == every_hand.add_on).all()
    assert (suit_counts[numbers] == every_hand.suit_counts).all()


def test_classify__every_fifty_third_hand__agrees_with_the_pseudocode() -> None:
    for index in range(0, HAND_COUNT, 53):
        hand = hand_at(index)
        drawn = classify(hand)
        cards = _naive(hand)
        assert (drawn.rank, drawn.add_on) == (naive.identify_hand_rank(cards), naive.add_on(cards)), hand


def test_classify__any_order_of_the_cards__is_the_same_class() -> None:
    for index in range(0, HAND_COUNT, 997):
        a, b, c, d, e = hand_at(index)
        assert classify((c, e, a, d, b)) == classify((e, d, c, b, a)) == classify((a, b, c, d, e))


def test_rank_shape__every_choice_of_ranks__agrees_with_the_pseudocode() -> None:
    assert len(RANK_CHOICES) == len(set(RANK_CHOICES)) == 6_175
    for ranks in RANK_CHOICES:
        shape = rank_shape(ranks)
        # Equal ranks are next to each other, so suits in turn never give the same card twice, nor a flush.
        mixed = [(rank, "shcd"[place % 4]) for place, rank in enumerate(ranks)]
        assert (shape.rank, shape.add_on) == (naive.identify_hand_rank(mixed), naive.add_on(mixed))
        suited = naive.identify_hand_rank([(rank, "s") for rank in ranks]) if len(set(ranks)) == 5 else None
        assert shape.in_one_suit == suited


def test_count_hands__all_classes__are_those_of_the_enumeration(classified: ClassifiedHands) -> None:
    kinds, numbers = classified.classes, classified.class_of
    enumerated = dict(zip(kinds, np.bincount(numbers).tolist(), strict=True))

    assert len(enumerated) == 2_808
    assert count_hands() == enumerated


def test_class_table__its_arrays__say_what_counting_says() -> None:
    patterns = [tuple(counts) for counts in PATTERNS[PATTERN_INDEX].tolist()]
    rows = zip(RANK_INDEX.tolist(), ADD_ON.tolist(), patterns, HANDS.tolist(), ROYAL.tolist(), strict=True)

    assert {(HAND_RANKS[rank], add_on, counts, royal): hands for rank, add_on, counts, hands, royal in rows} == {
        (kind.rank, kind.add_on, kind.suit_counts, kind.rank == "royal_flush"): hands
        for kind, hands in count_hands().items()
    }


def test_classify__every_hand__gives_the_classes_and_base_scores_of_the_digest(classified: ClassifiedHands) -> None:
    kinds, numbers = classified.classes, classified.class_of
    scores = tuning_with().hand_rank_scores
    rows = np.array(
        [
            (HAND_RANKS.index(kind.rank), kind.add_on, *kind.suit_counts, scores[kind.rank] + 100 * kind.add_on)
            for kind in kinds
        ],
        dtype="<u4",
    )

    assert hashlib.sha256(rows[numbers].tobytes()).hexdigest() == DIGEST
