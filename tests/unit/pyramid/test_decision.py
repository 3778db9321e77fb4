"""Play or surrender."""

import pytest

from service.rules.pyramid.arranging.arranger import Arranger
from service.rules.pyramid.decision import Advice, Estimate, decide
from service.rules.pyramid.tuning import Automatic, PyramidTuning
from tests.unit.pyramid.tables import provisional_table
from tests.unit.pyramid.texts import cards

STRONG = cards("As As Ah Ah Ad W W Ks Ks Kh Kh Kd Kd")
WEAK = cards("2s 3h 4d 6c 7s 8h 9d Jc Qs 2h 3d 4c 6s")


@pytest.fixture(scope="module")
def arranger() -> Arranger:
    return Arranger(PyramidTuning(), provisional_table())


def test_decision__strong_cards__plays_and_weak_cards_surrender(arranger: Arranger) -> None:
    strong, weak = (decide(held, 4, 25, 11, arranger) for held in (STRONG, WEAK))
    assert strong.advice is Advice.PLAY
    assert strong.pot_equity > 0.9
    assert strong.play.mean > 60
    assert weak.advice is Advice.SURRENDER
    assert weak.play.mean < weak.surrender == -10
    assert weak.play.standard_error > 0


def test_decision__same_seed__is_the_same_answer(arranger: Arranger) -> None:
    assert decide(WEAK, 2, 10, 5, arranger) == decide(WEAK, 2, 10, 5, arranger)
    assert decide(WEAK, 2, 10, 5, arranger) != decide(WEAK, 2, 10, 6, arranger)


def test_decision__dragon_in_hand__is_certain(arranger: Arranger) -> None:
    dragon = cards("As Kh Qd Jc 10s 9h 8h 7h 6s 5d 4c 3d 2h")
    found = decide(dragon, 2, 10, 1, arranger)
    assert found.automatics[Automatic.DRAGON] == 1
    assert all(0 <= chance < 1 for automatic, chance in found.automatics.items() if automatic is not Automatic.DRAGON)


def test_estimate__known_values__has_their_mean_and_error() -> None:
    found = Estimate.of([1, 2, 3, 4])
    assert found.mean == 2.5
    assert found.standard_error == pytest.approx((5 / 3 / 4) ** 0.5)


def test_points_between__two_placed_deals__are_those_of_their_hands(arranger: Arranger) -> None:
    strong, weak = arranger.placed(STRONG), arranger.placed(WEAK)
    points = arranger.points_between(strong, weak)
    best = arranger.best(STRONG)
    assert points == best.back.points + best.middle.points + best.front.points
    assert arranger.points_between(weak, strong) == -points
    assert arranger.points_between(weak, weak) == 0
