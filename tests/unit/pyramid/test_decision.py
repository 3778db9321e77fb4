"""Play or surrender."""

from itertools import islice

import pytest

from service.rules.cards import Card
from service.rules.pyramid.arranging.arranger import Arranger
from service.rules.pyramid.decision import Advice, Decision, Estimate, Future, decide, futures
from service.rules.pyramid.tuning import Automatic, PyramidTuning
from tests.unit.pyramid.tables import provisional_table
from tests.unit.pyramid.texts import cards

STRONG = cards("As As Ah Ah Ad W W Ks Ks Kh Kh Kd Kd")
WEAK = cards("2s 3h 4d 6c 7s 8h 9d Jc Qs 2h 3d 4c 6s")


@pytest.fixture(scope="module")
def arranger() -> Arranger:
    return Arranger(PyramidTuning(), provisional_table())


def decision(held: tuple[Card, ...], players: int, samples: int, seed: int, arranger: Arranger) -> Decision:
    return decide(islice(futures(held, players, seed, arranger), samples), players, arranger.tuning)


def test_decision__strong_cards__plays_and_weak_cards_surrender(arranger: Arranger) -> None:
    strong, weak = (decision(held, 4, 25, 11, arranger) for held in (STRONG, WEAK))
    assert strong.advice is Advice.PLAY
    assert strong.pot_equity > 0.9
    assert strong.play.mean > 60
    assert weak.advice is Advice.SURRENDER
    assert weak.play.mean < weak.surrender == -10
    assert weak.play.standard_error > 0


def test_decision__same_seed__is_the_same_answer(arranger: Arranger) -> None:
    assert decision(WEAK, 2, 10, 5, arranger) == decision(WEAK, 2, 10, 5, arranger)
    assert decision(WEAK, 2, 10, 5, arranger) != decision(WEAK, 2, 10, 6, arranger)


def test_decision__dragon_in_hand__is_certain(arranger: Arranger) -> None:
    dragon = cards("As Kh Qd Jc 10s 9h 8h 7h 6s 5d 4c 3d 2h")
    found = decision(dragon, 2, 10, 1, arranger)
    assert found.automatics[Automatic.DRAGON] == 1
    assert all(0 <= chance < 1 for automatic, chance in found.automatics.items() if automatic is not Automatic.DRAGON)


def test_decision__known_futures__is_what_one_would_reckon() -> None:
    tuning = PyramidTuning(ante=10, surrender_penalty=7, multiplier=3)
    dragon = frozenset({Automatic.DRAGON})
    found = decide([Future(4, 1.0, dragon), Future(-2, 0.0, frozenset()), Future(1, 0.5, dragon)], 4, tuning)
    assert found.play.mean == pytest.approx((12 + 40 - 6 + 3 + 20) / 3)
    assert found.surrender == -7
    assert found.pot_equity == 0.5
    assert found.automatics[Automatic.DRAGON] == pytest.approx(2 / 3)
    assert found.automatics[Automatic.THREE_FLUSHES] == 0


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
