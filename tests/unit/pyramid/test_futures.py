"""The work that sampling takes."""

from collections.abc import Sequence

import pytest

from service.engines.cards import Card
from service.engines.pauses import Pause, no_pause
from service.engines.pyramid.arranging.arranger import Arranger, Strengths
from service.engines.pyramid.automatics.detection import RANK_COUNT, straight_needs
from service.engines.pyramid.automatics.many import NEEDS_AT_ONCE
from service.engines.pyramid.cards import PLAYERS
from service.engines.pyramid.declaring import Declaring
from service.engines.pyramid.futures import Futures, SampleDeal
from service.engines.pyramid.opponents import QUIET, Opponents
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.shipped_table import shipped_table
from service.engines.pyramid.tuning import PyramidTuning
from tests.builders.arrangements import most_arrangements
from tests.builders.pyramid_cards import cards

MIDDLING = cards("As Ah Ks Kd Qs Js 9h 9d 8c 7h 5c 3h 2h")
NEARLY_STRAIGHTS = cards("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc W")
SAMPLES = 3


class CountingArranger(Arranger):
    """An arranger that counts."""

    placings = 0

    def best_of_many(self, deals: Sequence[Sequence[Card]], pause: Pause = no_pause) -> Sequence[Strengths]:
        self.placings += len(deals)
        return super().best_of_many(deals, pause)


@pytest.fixture(scope="module")
def arranger() -> CountingArranger:
    tuning = PyramidTuning()
    return CountingArranger(tuning, shipped_table(tuning))


@pytest.mark.parametrize("surrendered", [0, 1])
@pytest.mark.parametrize("players", PLAYERS)
def test_samples__opponents_who_play__take_the_arrangements_that_they_tell(
    arranger: CountingArranger, players: int, surrendered: int
) -> None:
    table, before = Table(players, surrendered), arranger.placings
    samples = list(Futures(MIDDLING, table, QUIET, Declaring(arranger), no_pause).samples(1, SAMPLES))
    assert sum(sample.arrangements for sample in samples) == arranger.placings - before
    assert all(sample.arrangements == most_arrangements(SampleDeal.of(MIDDLING, table), QUIET) for sample in samples)


def test_samples__opponents_who_choose__take_a_look_at_each_and_arrange_who_plays(arranger: CountingArranger) -> None:
    table, model, before = Table(5), Opponents(surrender_rate=0.5, declare=True), arranger.placings
    samples = list(Futures(MIDDLING, table, model, Declaring(arranger), no_pause).samples(1, SAMPLES))
    looked_at = 5 * SAMPLES
    assert sum(sample.arrangements for sample in samples) == arranger.placings - before + looked_at
    assert all(sample.arrangements < most_arrangements(SampleDeal.of(MIDDLING, table), model) for sample in samples)


def test_kitties__of_cards_that_nearly_make_straights__are_counted_with_pauses(arranger: CountingArranger) -> None:
    pauses: list[None] = []
    Futures(NEARLY_STRAIGHTS, Table(4), QUIET, Declaring(arranger), lambda: pauses.append(None))
    assert len(pauses) > 2 * RANK_COUNT  # before each rank for full houses, and each way to make three straights


def test_automatics__of_opponents__are_found_with_pauses(arranger: CountingArranger) -> None:
    silent, telling = (pauses_of_a_sample(arranger, Opponents(declare=declare)) for declare in (False, True))
    assert telling - silent > RANK_COUNT + len(straight_needs()) // NEEDS_AT_ONCE


def pauses_of_a_sample(arranger: Arranger, opponents: Opponents) -> int:
    pauses: list[None] = []
    futures = Futures(MIDDLING, Table(4), opponents, Declaring(arranger), no_pause)
    list(futures.samples(1, 1, lambda: pauses.append(None)))
    return len(pauses)
