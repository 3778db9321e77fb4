"""Exact odds compared with a simulation of a stated precision."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from benchmarks.clock import MICRO, take_turns
from benchmarks.tables import Table
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.contests import ChallengeContest, Contest, DuelContest, GangWarContest, prepare
from service.engines.destiny.odds.challenge import challenge_odds, successes
from service.engines.destiny.odds.duel import duel_odds
from service.engines.destiny.odds.gang_war import gang_war_odds
from service.engines.destiny.odds.totals import HANDS, class_totals
from service.engines.destiny.participants import Participant, Strength
from service.engines.destiny.tuning import GangMethod, Tuning
from service.engines.draws import HAND_COUNT
from service.settings import DEFAULT_TUNING_FILE
from service.tuning.files import read_tuning_file

ROUNDS: Final = 3
SECONDS: Final = 0.4
PRECISION: Final = 1e-4
"""The standard error, in probability, that the simulation has to reach."""
SAMPLES: Final = 1 << 16

_FIGHTER: Final = Participant(skills={"gun_fighting": 45, "lockpicking": 32, "charisma": 20, "mining": 15})
_OUTLAW: Final = Participant(skills={"lockpicking": 50, "stealth": 40}, items=("lucky_ace_charm",))


def _gang(size: int, first_level: int) -> tuple[Participant, ...]:
    return tuple(
        Participant(
            skills={"gun_fighting": first_level + 2 * n, "stealth": 5 + 2 * n, "charisma": 1 + 3 * n, "mining": 9}
        )
        for n in range(size)
    )


def _contests(tuning: Tuning) -> dict[str, Contest]:
    actions: dict[str, Action] = {
        "bank robbery, unskilled": Challenge(ActionType.PVE, Participant(skills={}), "bank_robbery"),
        "bank robbery, an outlaw": Challenge(ActionType.PVE, _OUTLAW, "bank_robbery"),
        "duel of the unskilled": Duel(Participant(skills={}), Participant(skills={})),
        "duel with a veteran": Duel(_FIGHTER, Participant(npc="veteran")),
        "gang war, 3 and 3": GangWar(_gang(3, 20), _gang(3, 22)),
        "gang war, 20 and 20": GangWar(_gang(20, 20), _gang(20, 22)),
        "gang war, best three of 5 and 5": GangWar(_gang(5, 20), _gang(5, 22), GangMethod.BEST_THREE),
    }
    return {name: prepare(action, tuning) for name, action in actions.items()}


def exact_odds() -> Table:
    tuning = read_tuning_file(DEFAULT_TUNING_FILE).tuning
    rows = []
    for name, contest in _contests(tuning).items():
        exact, simulate, chance = _ways(contest, tuning)
        rows.append(_row(name, exact, simulate, chance))
        if isinstance(contest, ChallengeContest):
            rows.append(_row(f"{name}, success alone", _success(contest, tuning), simulate, chance))
    return Table(
        "Exact odds compared with simulation",
        "Time for the exact answer, and for a simulation on numpy, one chance, until its standard error is "
        f"{PRECISION:g}: timed over {SAMPLES:,} samples and scaled to the number needed. Exact answers have no error.",
        ["question", "exact µs", "simulation µs", "exact is so many times as fast"],
        rows,
    )


def _row(question: str, exact: Callable[[], object], simulate: Callable[[], object], chance: float) -> list[str]:
    times = take_turns({"exact": exact, "simulation": simulate}, ROUNDS, SECONDS)
    simulation = times["simulation"] / SAMPLES * chance * (1 - chance) / PRECISION**2
    return [
        question,
        f"{times['exact'] * MICRO:,.0f}",
        f"{simulation * MICRO:,.0f}",
        f"{simulation / times['exact']:,.0f}",
    ]


def _success(contest: ChallengeContest, tuning: Tuning) -> Callable[[], object]:
    """The chance of success alone, as it is asked for where levels are solved for: without degrees and quantiles."""
    return lambda: successes(contest.actor, contest.challenge.threshold, tuning)


def _ways(contest: Contest, tuning: Tuning) -> tuple[Callable[[], object], Callable[[], object], float]:
    generator = np.random.Generator(np.random.SFC64(7))
    match contest:
        case ChallengeContest():
            odds = challenge_odds(contest, tuning)
            draw = _sampler(contest.actor, tuning, generator)
            return (
                lambda: challenge_odds(contest, tuning),
                lambda: np.count_nonzero(draw() >= contest.challenge.threshold),
                max(odds.success, 1) / HAND_COUNT,
            )
        case DuelContest():
            duel = duel_odds(contest, tuning)
            one, other = (_sampler(strength, tuning, generator) for strength in (contest.actor, contest.target))
            chance = duel.actor_wins / HAND_COUNT**2
            return lambda: duel_odds(contest, tuning), lambda: np.count_nonzero(one() > other()), chance
        case GangWarContest():
            war = gang_war_odds(contest, tuning)
            attackers = [_sampler(strength, tuning, generator) for strength in contest.attackers]
            defenders = [_sampler(strength, tuning, generator) for strength in contest.defenders]
            best = contest.method is GangMethod.BEST_THREE
            return (
                lambda: gang_war_odds(contest, tuning),
                lambda: np.count_nonzero(_gang_scores(attackers, best=best) > _gang_scores(defenders, best=best)),
                war.attackers_win,
            )


def _sampler(strength: Strength, tuning: Tuning, generator: np.random.Generator) -> Callable[[], Any]:
    """Draws totals as a good simulation would: every hand's total is in one table, and samples are drawn in chunks."""
    totals = np.repeat(class_totals(strength, tuning), HANDS).astype(np.int32)
    return lambda: totals[generator.integers(HAND_COUNT, size=SAMPLES, dtype=np.uint32)]


def _gang_scores(samplers: list[Callable[[], Any]], *, best: bool) -> Any:
    totals = np.stack([draw() for draw in samplers])
    return np.sort(totals, axis=0)[-3:].sum(axis=0) if best else totals.sum(axis=0)
