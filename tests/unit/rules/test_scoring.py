"""Scores: base, suits, modifiers, the floor and the breakdown (rulings A5 and A6)."""

import pytest
from hypothesis import given

from service.engines.destiny.hands import HandRank
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.outcomes import score_hand
from service.engines.destiny.participants import Participant, Strength, strength_of
from service.engines.draws import Hand
from tests.builders import hands
from tests.builders.hands import hand
from tests.builders.tunings import tuning_with
from tests.strategies import bounded, locations, participants, strengths
from tests.strategies import hands as any_hand

TUNING = tuning_with()
DOCUMENT = Strength((2_250, 1_500, 2_875, 1_000))
"""The character of the document's section on suit bonuses."""


@pytest.mark.parametrize(
    ("cards", "base_score"),
    [
        (hands.ROYAL_FLUSH, 50_000),
        (hands.STRAIGHT_FLUSH, 40_000),
        (hands.FOUR_OF_A_KIND, 30_900),
        (hands.FULL_HOUSE, 22_500),
        (hands.FLUSH, 17_500),
        (hands.STRAIGHT, 15_000),
        (hands.WHEEL, 15_000),
        (hands.THREE_OF_A_KIND, 11_200),
        (hands.TWO_PAIR, 7_000),
        (hands.PAIR, 4_400),
        (hands.HIGH_CARD, 3_400),
    ],
)
def test_base_score__hand_of_each_rank__is_its_points_and_its_kicker(cards: Hand, base_score: int) -> None:
    score = score_hand(cards, Strength(), TUNING)

    assert (score.base_score, score.suit_score, score.modifier_score) == (base_score, 0, 0)
    assert score.total == base_score


def test_base_score__hand_rank_tuned_otherwise__follows() -> None:
    tuning = tuning_with(hand_rank_scores={"pair": -12.5})

    assert score_hand(hands.PAIR, Strength(), tuning).base_score == -1_250 + 1_400


def test_suit_score__the_document_s_example__is_111_25() -> None:
    assert score_hand(hand("A♠ K♠ Q♠ 7♣ 3♥"), DOCUMENT, TUNING).suit_score == 11_125


def test_modifier_score__flat_and_hand_rank__count_and_suits_do_not() -> None:
    strength = Strength((0, 0, 0, 0), (TUNING.items["lucky_ace_charm"], TUNING.items["iron_horseshoe"]))

    assert score_hand(hands.PAIR, strength, TUNING).modifier_score == 1_500 + 1_000
    assert score_hand(hands.TWO_PAIR, strength, TUNING).modifier_score == 1_500 + 2_000
    assert score_hand(hands.FLUSH, strength, TUNING).modifier_score == 1_500


@pytest.mark.parametrize(("flat", "total"), [(-3_399, 1), (-3_400, 0), (-3_401, 0), (-10_000_000, 0)])
def test_total__brought_below_zero__is_zero(flat: int, total: int) -> None:
    score = score_hand(hands.HIGH_CARD, Strength(modifiers=(Modifier("effect:curse", flat),)), TUNING)

    assert score.total == total
    assert score.modifier_score == flat


def test_total__in_hundredths__is_exact_where_doubles_are_not() -> None:
    score = score_hand(hand("J♠ J♥ 3♥ 2♠ 9♥"), Strength((769, 1_686, 0, 0), (Modifier("m", 6_400),)), TUNING)

    assert score.total == 10_300 + 2 * 769 + 3 * 1_686 == 16_896
    assert 103 + 2 * 7.69 + 3 * 16.86 < 168.96


def test_breakdown__everything_there__names_each_source_once() -> None:
    modifiers = (
        Modifier("modifier:map", 1_000, (500, 0, 0, 0), {HandRank.PAIR: 100}),
        TUNING.items["iron_horseshoe"],
        TUNING.effects["poisoned"].modifier,
        TUNING.locations["frontera"],
    )
    score = score_hand(hands.PAIR, Strength((1_000, 2_000, 3_000, 0), modifiers), TUNING)

    assert list(score.breakdown()) == [
        ("hand_rank", 3_000),
        ("kicker", 1_400),
        ("suit:spades", 2_000),
        ("suit:hearts", 2_000),
        ("suit:clubs", 3_000),
        ("modifier:map", 1_100),
        ("item:iron_horseshoe", 1_000),
        ("effect:poisoned", -2_500),
    ]


def test_breakdown__high_card__names_its_high_cards() -> None:
    assert list(score_hand(hands.HIGH_CARD, Strength(), TUNING).breakdown()) == [
        ("hand_rank", 0),
        ("high_cards", 3_400),
    ]


def test_breakdown__suit_not_drawn_or_worth_nothing__is_left_out() -> None:
    score = score_hand(hands.ROYAL_FLUSH, Strength((0, 2_000, 0, 0)), TUNING)

    assert list(score.breakdown()) == [("hand_rank", 50_000)]


@bounded
@given(any_hand, strengths)
def test_breakdown__any_hand_and_strength__adds_up_to_the_total_before_the_floor(
    cards: Hand, strength: Strength
) -> None:
    score = score_hand(cards, strength, TUNING)
    sum_of_lines = sum(points for _, points in score.breakdown())

    assert sum_of_lines == score.base_score + score.suit_score + score.modifier_score
    assert score.total == max(0, sum_of_lines)


@bounded
@given(any_hand, participants, locations)
def test_breakdown__any_participant__adds_up_too(
    cards: Hand, participant: Participant, location: Modifier | None
) -> None:
    score = score_hand(cards, strength_of(participant, location, TUNING, (), []), TUNING)

    assert max(0, sum(points for _, points in score.breakdown())) == score.total
    assert all(points for source, points in score.breakdown() if source != "hand_rank")
