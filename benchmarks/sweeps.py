"""Odds at many levels, and their inverse, compared with one call for each point."""

from collections.abc import Callable
from typing import Final

from benchmarks.clock import MICRO, take_turns
from benchmarks.tables import Table
from service.engines.cards import SUITS
from service.engines.destiny.growth import GrowingStrength, Growth
from service.engines.destiny.odds.challenge import ChallengeSide
from service.engines.destiny.odds.duel import DuelSide, odds_between
from service.engines.destiny.odds.levels import LevelTotals
from service.engines.destiny.odds.solve import flat_against, level_for, successes, threshold_for
from service.engines.destiny.odds.totals import Totals, class_totals
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT
from service.settings import DEFAULT_TUNING_FILE
from service.tuning.files import read_tuning_file

ROUNDS: Final = 7
SECONDS: Final = 0.05
LEVELS: Final = range(101)
HALF: Final = HAND_COUNT // 2


def sweeps() -> Table:
    tuning = read_tuning_file(DEFAULT_TUNING_FILE).tuning
    growing = GrowingStrength.of(Strength(), Growth(suits=SUITS[:1]).skills_in(tuning, (), []), tuning)
    times = take_turns(_works(growing, tuning), ROUNDS, SECONDS)
    one_by_one = times["101 levels against every crime, one after the other"]
    return Table(
        "Odds at many levels, and their inverse",
        "In the rules, without HTTP. A sweep sorts the hands once and moves them level by level; a solution is a "
        "bisection.",
        ["question", "µs", "of the first"],
        [[name, f"{seconds * MICRO:,.0f}", f"{seconds / one_by_one:.3f}"] for name, seconds in times.items()],
    )


def _works(growing: GrowingStrength, tuning: Tuning) -> dict[str, Callable[[], object]]:
    crimes = [crime.threshold for crime in tuning.crimes.values()]
    at_30 = growing.at(30)
    target = DuelSide.of(growing.at(60), tuning)
    threshold = tuning.crimes["bank_robbery"].threshold
    measure = successes(threshold, tuning, critical=False)

    def one_by_one() -> None:
        for level in LEVELS:
            side = ChallengeSide.of(growing.at(level), tuning)
            for crime in crimes:
                side.degrees_against(crime)

    def sweep() -> None:
        totals = LevelTotals(growing, LEVELS, tuning)
        for crime in crimes:
            totals.degrees_against(crime)

    return {
        "101 levels against every crime, one after the other": one_by_one,
        "101 levels against every crime, in one sweep": sweep,
        "one level against an opponent": lambda: odds_between(DuelSide.of(at_30, tuning), target, tuning),
        "the distribution of totals": lambda: Totals.of(class_totals(at_30, tuning)).distinct(),
        "solve: a threshold": lambda: threshold_for(at_30, tuning, HALF, critical=False),
        "solve: a level": lambda: level_for(growing, measure, HALF),
        "solve: a flat modifier": lambda: flat_against(at_30, threshold, tuning, HALF, critical=False),
    }
