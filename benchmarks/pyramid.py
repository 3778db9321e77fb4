"""Pyramid Poker: the best arrangement compared with brute force, self-play, and the precision of decisions."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from time import process_time
from typing import Final

import numpy as np

from benchmarks.clock import MICRO
from benchmarks.every_split import best_value
from benchmarks.tables import Table
from service.engines.cards import Card
from service.engines.pauses import no_pause
from service.engines.pyramid.arranging.arranger import Arranger
from service.engines.pyramid.arranging.worths import worths_of
from service.engines.pyramid.cards import DECK, WILD, parse_card
from service.engines.pyramid.decision import Decision, decide
from service.engines.pyramid.declaring import Declaring
from service.engines.pyramid.futures import Futures
from service.engines.pyramid.opponents import QUIET
from service.engines.pyramid.self_play import play_deals
from service.engines.pyramid.settlement import Table as PlayersAt
from service.engines.pyramid.shipped_table import shipped_table
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.values import Objective

DEALS: Final = 1000
SPLIT_DEALS: Final = 3
"""How many deals of each kind are done by brute force, which takes seconds for one."""
SAMPLES: Final = 400
DECISIONS: Final = {
    "a dragon": "As Kd Qc Jh 10s 9h 8d 7h 6c 5h 4c 3d 2s",
    "high pairs": "As Ah Ks Kd Qs Js 9h 9d 8c 7h 5c 3h 2h",
    "three suits": "As Ks 10s 8s 7s Kh Jh 9h 6h 3h Qd 8d 4d",
    "a dragon but for one": "As Jh 10c 9d 8h 7c 6s 5d 4h 3c 3s 2d Kc",
}
"""Cards to decide on."""
_NATURAL: Final = [card for card in DECK if card != WILD]
_TUNING: Final = PyramidTuning()


def arrangements() -> Table:
    """The time of one arrangement, for random deals and for each number of wilds."""
    random, arranger = Random(17), Arranger(_TUNING, shipped_table(_TUNING))
    kinds = {"as dealt": [random.sample(DECK, 17) for _ in range(DEALS)]} | {
        str(wilds): [[*random.sample(_NATURAL, 17 - wilds), *[WILD] * wilds] for _ in range(DEALS)]
        for wilds in range(3)
    }
    return Table(
        "The best arrangement of seventeen cards",
        f"{DEALS:,} random deals of each kind by `win_points`, CPU time in microseconds. Brute force reads every hand "
        f"and goes through every legal split, {SPLIT_DEALS} deals of each kind, and finds the same values. "
        "The method of the game's author is described in `docs/developers/algorithms/best-arrangement.md`.",
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
    """Deals of self-play per second, including dealing and counting."""
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
    """The precision of an answer after a second of sampling, compared with the plainest way of sampling."""
    arranger = Arranger(_TUNING, shipped_table(_TUNING))
    declaring = Declaring(arranger)
    rows = []
    for name, text in DECISIONS.items():
        cards = [parse_card(word) for word in text.split()]
        for players in (2, 4, 6):
            spent, error, found = _decided(Futures(cards, PlayersAt(players), QUIET, declaring, no_pause))
            plain = _plain_error(cards, players, arranger)
            rows.append(
                [
                    name,
                    str(players),
                    f"{spent / found.arrangements * MICRO:,.0f}",
                    f"{found.arrangements / SAMPLES:g}",
                    f"{error:.2f}",
                    f"{error / plain:.2f}",
                ]
            )
    return Table(
        "Play or surrender with thirteen cards",
        f"{SAMPLES} samples. The standard error is that of the expected chips; it falls with the square root of the "
        "time. Plain samples have one kitty and as many opponents as there are, and declare nothing: what is estimated "
        "is less there, and spreads less where a declared automatic wins the pot now and then. Below 1 is better.",
        [
            "cards",
            "players",
            "µs an arrangement",
            "arrangements a sample",
            "error of one second",
            "next to plain samples",
        ],
        rows,
    )


def _decided(futures: Futures) -> tuple[float, float, Decision]:
    start = process_time()
    found = decide(futures.samples(1, SAMPLES), futures.kitties, futures.gauges, _TUNING)
    spent = process_time() - start
    return spent, found.play.standard_error * sqrt(spent), found


def _plain_error(cards: Sequence[Card], players: int, arranger: Arranger) -> float:
    """The standard error after a second of plain sampling."""
    random, rest = Random(1), list((Counter(DECK) - Counter(cards)).elements())
    start, chips = process_time(), []
    for _ in range(SAMPLES):
        dealt = random.sample(rest, 4 + 17 * (players - 1))
        hands = [[*cards, *dealt[:4]], *(dealt[at : at + 17] for at in range(4, len(dealt), 17))]
        placed = [arranger.placed(hand) for hand in hands]
        nets = [sum(arranger.points_between(one.strengths, other.strengths) for other in placed) for one in placed]
        share = (nets[0] == max(nets)) / nets.count(max(nets))
        chips.append(_TUNING.multiplier * nets[0] + share * players * _TUNING.ante)
    return float(np.std(chips, ddof=1)) * sqrt((process_time() - start) / SAMPLES)
