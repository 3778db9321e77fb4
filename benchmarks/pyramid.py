"""Pyramid Poker: the best arrangement beside brute force, self-play, and how sharp a decision a second buys."""

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from time import process_time
from typing import Final

import numpy as np

from benchmarks.clock import MICRO
from benchmarks.every_split import best_value
from benchmarks.tables import Table
from service.rules.cards import Card
from service.rules.pyramid.arranging.arranger import Arranger
from service.rules.pyramid.arranging.worths import worths_of
from service.rules.pyramid.cards import DECK, WILD
from service.rules.pyramid.decision import decide, futures
from service.rules.pyramid.self_play import play_deals
from service.rules.pyramid.shipped_table import shipped_table
from service.rules.pyramid.tuning import PyramidTuning
from service.rules.pyramid.values import Objective

DEALS: Final = 1000
SPLIT_DEALS: Final = 3
"""So many deals of each kind are done by brute force; it takes seconds for one."""
SAMPLES: Final = 200
_NATURAL: Final = [card for card in DECK if card != WILD]
_TUNING: Final = PyramidTuning()


def arrangements() -> Table:
    """The time of one arrangement, for deals as they come and for each number of wilds."""
    random, arranger = Random(17), Arranger(_TUNING, shipped_table(_TUNING))
    kinds = {"as dealt": [random.sample(DECK, 17) for _ in range(DEALS)]} | {
        str(wilds): [[*random.sample(_NATURAL, 17 - wilds), *[WILD] * wilds] for _ in range(DEALS)]
        for wilds in range(3)
    }
    return Table(
        "The best arrangement of seventeen cards",
        f"{DEALS:,} random deals of each kind by `win_points`, CPU time in microseconds. Brute force reads every hand "
        f"and goes through every legal split, {SPLIT_DEALS} deals of each kind, and finds the same values.",
        ["wilds", "median", "mean", "p99", "brute force, mean", "ours is so many times as fast, in the mean"],
        [[kind, *_figures(deals, arranger)] for kind, deals in kinds.items()],
    )


def _figures(deals: Sequence[list[Card]], arranger: Arranger) -> list[str]:
    for deal in deals[: DEALS // 20]:
        arranger.placed(deal)
    times, values = _timed(deals, lambda deal: arranger.placed(deal).worth)
    slow, found = _timed(deals[:SPLIT_DEALS], lambda deal: best_value(deal, _TUNING, arranger.table))
    if values[:SPLIT_DEALS] != found:
        raise AssertionError("The search and brute force disagree.")
    figures = [np.median(times), np.mean(times), np.percentile(times, 99), np.mean(slow)]
    return [*(f"{figure * MICRO:,.0f}" for figure in figures), f"{np.mean(slow) / np.mean(times):,.0f}"]


def _timed(deals: Sequence[list[Card]], value: Callable[[list[Card]], int]) -> tuple[list[float], list[int]]:
    times, values = [], []
    for deal in deals:
        start = process_time()
        values.append(value(deal))
        times.append(process_time() - start)
    return times, values


def self_play() -> Table:
    """Deals of self-play a second, dealing and counting included."""
    worths = worths_of(_TUNING, shipped_table(_TUNING), Objective.WIN_POINTS)
    start = process_time()
    play_deals(1, range(2 * DEALS), worths)
    rate = 2 * DEALS / (process_time() - start)
    return Table(
        "Self-play",
        "One process: deal seventeen cards, arrange them, count the tuples.",
        ["deals a second", "seconds for a million"],
        [[f"{rate:,.0f}", f"{1e6 / rate:,.0f}"]],
    )


def decisions() -> Table:
    """How sharp the answer is that a second of sampling buys."""
    random, arranger = Random(13), Arranger(_TUNING, shipped_table(_TUNING))
    rows = []
    for players in (2, 4, 6):
        cards = random.sample(DECK, 13)
        start = process_time()
        decision = decide(islice(futures(cards, players, 1, arranger), SAMPLES), players, _TUNING)
        spent = process_time() - start
        error = decision.play.standard_error
        rows.append([str(players), f"{spent / SAMPLES * MICRO:,.0f}", f"{error:.2f}", f"{error * spent**0.5:.2f}"])
    return Table(
        "Play or surrender with thirteen cards",
        f"{SAMPLES} samples of kitty and opponents. The standard error is that of the expected chips; it falls with "
        "the square root of the time.",
        ["players", "µs a sample", f"standard error of {SAMPLES} samples", "standard error of one second"],
        rows,
    )
