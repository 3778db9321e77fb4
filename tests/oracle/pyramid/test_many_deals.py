"""Deals arranged together against the same deals one by one, and automatics likewise."""

import random

import pytest

from service.engines.cards import Card
from service.engines.pyramid.arranging.dealt import DealtCards
from service.engines.pyramid.arranging.many import best_arrangements_of_many, which_are_worth
from service.engines.pyramid.arranging.search import best_arrangement
from service.engines.pyramid.arranging.worths import Worths, worths_of
from service.engines.pyramid.automatics.detection import automatics_in
from service.engines.pyramid.automatics.many import automatics_in_many
from service.engines.pyramid.cards import DECK, WILD
from service.engines.pyramid.opponents import shipped_worths
from service.engines.pyramid.tuning import AUTOMATICS, PyramidTuning
from service.engines.pyramid.values import Objective
from tests.builders.pyramid_cards import cards
from tests.builders.value_tables import random_table

NATURALS = [card for card in DECK if card != WILD]


def deal(chance: random.Random, size: int) -> list[Card]:
    """Cards of few ranks or suits, or nearly all there twice, now and then, so that rare hands turn up."""
    wilds, kind, pool = chance.choice((0, 0, 1, 2)), chance.random(), NATURALS
    if kind < 0.2:
        ranks = chance.sample(range(13), chance.choice((3, 4, 6)))
        pool = [card for card in NATURALS if card // 4 in ranks]
    elif kind < 0.35:
        suits = chance.sample(range(4), chance.choice((1, 2)))
        pool = [card for card in NATURALS if card % 4 in suits]
    elif kind < 0.5:
        pool = [card for card in chance.sample(sorted(set(NATURALS)), 10) for _ in range(2)]
    return [*chance.sample(pool, size - wilds), *[WILD] * wilds]


def agree(deals: list[list[Card]], worths: Worths) -> None:
    found = best_arrangements_of_many(deals, worths)
    for held, worth, strengths in zip(deals, found.worths.tolist(), found.strengths.tolist(), strict=True):
        placed = best_arrangement(DealtCards(held), worths)
        assert (worth, tuple(strengths)) == (placed.worth, placed.strengths), held


@pytest.mark.parametrize("size", [13, 14, 15, 16, 17])
def test_many_deals__of_one_size__are_arranged_as_each_by_itself(size: int) -> None:
    chance = random.Random(size)
    agree([deal(chance, size) for _ in range(60)], shipped_worths())
    agree([deal(chance, size)], shipped_worths())


@pytest.mark.parametrize("values", [1, 3, 30, 1000])
def test_many_deals__any_table__are_arranged_as_each_by_itself(values: int) -> None:
    chance, tuning = random.Random(values), PyramidTuning()
    worths = worths_of(tuning, random_table(chance, values), Objective.WIN_POINTS)
    agree([deal(chance, 17) for _ in range(30)], worths)


def test_many_deals__without_a_straight_or_better__are_arranged_as_each_by_itself() -> None:
    low = list(cards("Ah Qd Kd 7d 3h 9s Qc 10s 3c 4c 10h 8h 9d"))
    agree([low], shipped_worths())
    agree([low, low], shipped_worths())


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.5, 0.9, 0.999])
def test_which_are_worth__any_threshold__agrees_with_the_worths(rate: float) -> None:
    chance = random.Random(7)
    deals = [chance.sample(DECK, 13) for _ in range(120)]
    worths = [best_arrangement(DealtCards(held), shipped_worths()).worth for held in deals]
    least = sorted(worths)[int(rate * len(worths))]
    assert which_are_worth(least, deals, shipped_worths()).tolist() == [worth >= least for worth in worths]
    assert which_are_worth(least + 1, deals, shipped_worths()).tolist() == [worth > least for worth in worths]


@pytest.mark.parametrize("size", [15, 16, 17])
def test_automatics__of_many_deals__are_those_of_each_by_itself(size: int) -> None:
    chance = random.Random(size)
    deals = [deal(chance, size) for _ in range(300)]
    found = automatics_in_many(deals)
    assert found == [automatics_in(held) for held in deals]
    assert set().union(*found) == set(AUTOMATICS)
