"""Arranging deals whose best arrangement can be seen."""

import random

import pytest

from service.engines.pyramid.arranging.arranger import Arrangement, Arranger
from service.engines.pyramid.cards import DECK, text_of
from service.engines.pyramid.positions import Position
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.values import Objective, place_hand
from tests.builders.arrangements import best_of
from tests.builders.pyramid_cards import cards
from tests.builders.value_tables import provisional_table, random_table


@pytest.fixture(scope="module")
def arranger() -> Arranger:
    return Arranger(PyramidTuning(), provisional_table())


def shown(arrangement: Arrangement) -> list[str]:
    hands = (arrangement.back.cards, arrangement.middle.cards, arrangement.front.cards, arrangement.unused)
    return [" ".join(text_of(card) for card in hand) for hand in hands]


def tuples(arrangement: Arrangement) -> list[tuple[int, int, int]]:
    return [hand.tuple for hand in (arrangement.back, arrangement.middle, arrangement.front)]


def test_arranger__thirteen_cards_without_a_straight__places_pairs_by_rank(arranger: Arranger) -> None:
    best = best_of(arranger, cards("As Ad Kh Kc Qs Qd 9h 8c 7s 5d 4h 3c 2s"), Objective.POINTS)
    assert shown(best)[3] == ""
    assert best.back.reading.order >= best.middle.reading.order >= best.front.reading.order
    assert best.value == 3_000_000


def test_arranger__eight_of_a_kind__goes_to_the_back_with_all_its_cards(arranger: Arranger) -> None:
    deal = cards("As As Ah Ah Ad Ad Ac Ac 9s 9h 9d 9c 9s 3h 3d 3c 2s")
    best = best_of(arranger, deal, Objective.POINTS)
    assert tuples(best) == [(16, 14, 4), (10, 9, 4), (4, 3, 3)]
    assert best.value == (18 + 12 + 3) * 1_000_000
    assert shown(best)[3] == "2♠"


def test_arranger__large_straight_flushes__are_found_with_wilds(arranger: Arranger) -> None:
    deal = cards("W W Kh Qh Jh 10h 9h 8s 7s 6s 5s 4s 3s 2d 2c 2h 9c")
    best = best_of(arranger, deal, Objective.POINTS)
    assert (best.back.tuple[0], best.middle.tuple[0]) == (11, 11)
    assert best.front.tuple == (8, 2, 9)


def test_arranger__same_tuples__prefers_the_stronger_suits(arranger: Arranger) -> None:
    best = best_of(arranger, cards("As Ks Qs 10s 8s Ah Kh Jh 9h 7h 2c 2d 2s 3c 4d"), Objective.WIN_POINTS)
    assert tuples(best) == [(6, 14, 13), (6, 14, 13), (4, 2, 4)]
    assert shown(best)[0] == "A♠ K♠ Q♠ 10♠ 8♠"


@pytest.mark.parametrize("objective", list(Objective))
def test_arranger__random_deals__is_legal_and_worth_what_it_says(arranger: Arranger, objective: Objective) -> None:
    chance = random.Random(8)
    for size in (13, 14, 15, 16, 17) * 4:
        deal = chance.sample(DECK, size)
        best = best_of(arranger, deal, objective)
        hands = (best.back, best.middle, best.front)
        assert sorted([*best.unused, *(card for hand in hands for card in hand.cards)]) == sorted(deal)
        assert best.back.reading.order >= best.middle.reading.order >= best.front.reading.order
        won = sum(hand.points * hand.win_probability for hand in hands)
        lost = sum(arranger.table.expected_loss[hand.position][hand.tuple] for hand in hands)
        worth = {
            Objective.POINTS: 1_000_000 * sum(hand.points for hand in hands),
            Objective.WIN_POINTS: won,
            Objective.NET_POINTS: won - lost,
        }
        assert best.value == worth[objective]


def test_arranger__a_card_more__never_makes_the_best_worse(arranger: Arranger) -> None:
    chance = random.Random(9)
    for _ in range(25):
        deal = chance.sample(DECK, 17)
        for objective in Objective:
            values = [best_of(arranger, deal[:size], objective).value for size in range(13, 18)]
            assert values == sorted(values)


def test_arranger__next_best__differ_in_tuples_and_fall_in_value(arranger: Arranger) -> None:
    chance = random.Random(10)
    for objective in Objective:
        deal = chance.sample(DECK, 17)
        few = arranger.best_few(deal, objective, 6)
        assert few[0] == best_of(arranger, deal, objective)
        assert len({tuple(tuples(arrangement)) for arrangement in few}) == 6
        values = [arrangement.value for arrangement in few]
        assert values == sorted(values, reverse=True)


def test_arranger__two_ranks_only__has_nothing_weak_to_open(arranger: Arranger) -> None:
    best = best_of(arranger, cards("As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd"), Objective.POINTS)
    assert tuples(best) == [(10, 14, 4), (10, 13, 4), (4, 14, 4)]


def test_arranger__everything_worth_nothing__goes_by_strength_alone() -> None:
    arranger = Arranger(PyramidTuning(), random_table(random.Random(1), steps=0))
    best = best_of(arranger, cards("As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd"))
    assert tuples(best) == [(10, 14, 4), (10, 13, 4), (4, 14, 2)]


def test_arranger__fewer_arrangements_than_asked_for__gives_all(arranger: Arranger) -> None:
    few = arranger.best_few(cards("As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js"), Objective.WIN_POINTS, 1000)
    assert 1 < len(few) < 1000


def test_place_hand__cards_that_make_no_hand__is_an_error() -> None:
    with pytest.raises(ValueError, match="make no hand"):
        place_hand(cards("As Ks"), Position.FRONT, PyramidTuning(), provisional_table())
