"""Play or surrender: what samples add up to, and what the answer says of them."""

from collections import Counter

import numpy as np
import pytest

from service.engines.cards import Card
from service.engines.pauses import no_pause
from service.engines.pyramid.arranging.arranger import Arranger
from service.engines.pyramid.automatics.kitties import Kitties
from service.engines.pyramid.cards import DECK
from service.engines.pyramid.decision import Advice, Decision, decide
from service.engines.pyramid.declaring import Declaring
from service.engines.pyramid.estimates import Gauges
from service.engines.pyramid.futures import End, Future, Futures, Sample
from service.engines.pyramid.opponents import QUIET, Opponents
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.shipped_table import shipped_table
from service.engines.pyramid.tuning import Automatic, PyramidTuning
from tests.builders.arrangements import best_of
from tests.builders.pyramid_cards import cards

STRONG = cards("As As Ah Ah Ad W W Ks Ks Kh Kh Kd Kd")
WEAK = cards("2s 3h 4d 6c 7s 8h 9d Jc Qs 2h 3d 4c 6s")
DRAGON = cards("As Kd Qc Jh 10s 9h 8d 7h 6c 5h 4c 3d 2s")


@pytest.fixture(scope="module")
def declaring() -> Declaring:
    tuning = PyramidTuning()
    return Declaring(Arranger(tuning, shipped_table(tuning)))


def decision(futures: Futures, samples: int = 25, seed: int = 1) -> Decision:
    return decide(futures.samples(seed, samples), futures.kitties, futures.gauges, futures.tuning)


AS_IT_COMES = (0.0,) * 9


def exactly_known(held: tuple[Card, ...]) -> tuple[Kitties, Gauges]:
    kitties = Kitties(held)
    return kitties, Gauges(held, list((Counter(DECK) - Counter(held)).elements()), kitties)


def test_decision__strong_cards__plays_and_weak_cards_surrender(declaring: Declaring) -> None:
    strong, weak = (decision(Futures(held, Table(4), QUIET, declaring, no_pause)) for held in (STRONG, WEAK))
    assert strong.advice is Advice.PLAY
    assert strong.pot_equity > 0.9
    assert strong.play.mean > 60
    assert weak.advice is Advice.SURRENDER
    assert weak.play.mean < weak.surrender == -10
    assert weak.play.standard_error > 0


def test_decision__same_seed__is_the_same_answer(declaring: Declaring) -> None:
    futures = Futures(WEAK, Table(2), QUIET, declaring, no_pause)
    assert decision(futures, 10, 5) == decision(futures, 10, 5)
    assert decision(futures, 10, 5) != decision(futures, 10, 6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "net", "error"),
    [(6, 59.1, 3.5), (4, 61.2, 2.7)],
)
def test_decision__dragon_in_hand__is_to_play_and_declare(
    declaring: Declaring, players: int, net: float, error: float
) -> None:
    """The figures are those of an independent simulation, with their standard errors (C19)."""
    found = decision(Futures(DRAGON, Table(players), QUIET, declaring, no_pause), 200, 11)
    assert found.advice is Advice.PLAY
    assert found.declared
    assert found.declared.possible == 1
    assert found.declared.better > 0.9
    assert abs(found.declared.net.mean - net) < 3 * np.hypot(found.declared.net.standard_error, error)
    assert found.play.mean >= found.declared.net.mean > 0 > found.surrender > found.arranged.mean


def test_decision__no_one_else_left__takes_the_pot(declaring: Declaring) -> None:
    found = decision(Futures(WEAK, Table(4, surrendered=3), QUIET, declaring, no_pause))
    assert found.play.mean == pytest.approx(4 * 20 + 3 * 10)
    assert found.play.standard_error == pytest.approx(0)
    assert found.pot_equity == pytest.approx(1)
    assert found.arrangements == 25 * 2


def test_decision__opponents_who_surrender_always__leave_the_pot(declaring: Declaring) -> None:
    found = decision(Futures(WEAK, Table(4, surrendered=1), Opponents(surrender_rate=1), declaring, no_pause))
    assert found.play.mean == pytest.approx(4 * 20 + 3 * 10)
    assert found.play.standard_error == pytest.approx(0)


@pytest.mark.slow
def test_decision__opponents_who_declare__cost_what_they_take(declaring: Declaring) -> None:
    silent, telling = (
        decision(Futures(STRONG, Table(6), Opponents(declare=declare), declaring, no_pause), 40)
        for declare in (False, True)
    )
    assert telling.play.mean < silent.play.mean
    assert telling.arrangements == silent.arrangements


def test_decision__known_futures__is_what_one_would_reckon() -> None:
    tuning = PyramidTuning(ante=10, surrender_penalty=7, multiplier=3)
    lost = Future(End(-2, 0, 40), None)
    declared = Future(End(1, 0.5, 40), End(4, 1, 40))
    played = Future(End(5, 0, 60), End(3, 0, 60))
    samples = [
        Sample((lost, declared), 3, AS_IT_COMES),
        Sample((played, lost), 4, AS_IT_COMES),
        Sample((declared, declared), 5, AS_IT_COMES),
    ]
    found = decide(samples, *exactly_known(DRAGON), tuning)
    assert found.play.mean == pytest.approx((-6 + 52 + 15 - 6 + 52 + 52) / 6)
    assert found.play.standard_error == pytest.approx(np.std([23, 4.5, 52], ddof=1) / 3**0.5)
    assert found.arranged.mean == pytest.approx((-6 + 23 + 15 - 6 + 23 + 23) / 6)
    assert found.surrender == -7
    assert found.pot_equity == pytest.approx(3 / 6)
    assert found.pot_adds == pytest.approx(3 * 40 / 6)
    assert found.declared
    assert found.declared.net.mean == pytest.approx((52 + 9 + 52 + 52) / 4)
    assert found.declared.possible == pytest.approx(4 / 6)
    assert found.declared.better == pytest.approx(3 / 6)
    assert (found.futures, found.arrangements) == (6, 12)
    assert found.automatics[Automatic.DRAGON] == 1
    assert found.automatics[Automatic.THREE_FLUSHES] == 0


def test_decision__no_automatic_in_any_future__has_nothing_to_declare() -> None:
    sample = Sample((Future(End(1, 0, 40), None),), 1, AS_IT_COMES)
    assert decide([sample, sample], *exactly_known(STRONG), PyramidTuning()).declared is None


def test_points_between__two_placed_deals__are_those_of_their_hands(declaring: Declaring) -> None:
    arranger = declaring.arranger
    strong, weak = arranger.placed(STRONG).strengths, arranger.placed(WEAK).strengths
    points = arranger.points_between(strong, weak)
    best = best_of(arranger, STRONG)
    assert points == best.back.points + best.middle.points + best.front.points
    assert arranger.points_between(weak, strong) == -points
    assert arranger.points_between(weak, weak) == 0
    assert best.strengths == strong
