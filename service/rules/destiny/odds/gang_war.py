"""The chances of a gang war, by convolution of the totals of its participants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from service.rules.destiny.contests import GangWarContest
from service.rules.destiny.odds.best_three import sum_of_best_three
from service.rules.destiny.odds.class_table import HANDS, Integers
from service.rules.destiny.odds.spread import Spread, compare, sum_of
from service.rules.destiny.odds.totals import class_totals
from service.rules.destiny.outcomes import BEST
from service.rules.destiny.participants import Strength
from service.rules.destiny.tuning import GangMethod, Tuning
from service.rules.draws import HAND_COUNT
from service.rules.errors import InvalidInput, Mistake, Path
from service.rules.points import as_number

ABSOLUTE_ERROR: Final = 1e-9
MOST_PARTICIPANTS: Final = {GangMethod.AVERAGE: 20, GangMethod.BEST_THREE: 5}
MOST_STEPS: Final = {GangMethod.AVERAGE: 1 << 22, GangMethod.BEST_THREE: 1 << 19}
"""How wide a side's totals may spread, in steps of their grid, so that the work stays bounded: the sum over
its participants by `average`, the widest of them by `best_three`."""


@dataclass(frozen=True, slots=True)
class GangWarOdds:
    """The probability that either gang wins, and that their scores are equal, whoever wins then."""

    attackers_win: float
    defenders_win: float
    tied_scores: float


def gang_war_odds(contest: GangWarContest, tuning: Tuning) -> GangWarOdds:
    """The odds of a gang war, each within `ABSOLUTE_ERROR`; `InvalidInput` where it is too large to convolve."""
    _check_numbers(contest)
    attackers, attackers_counted = _side(contest.attackers, contest.method, tuning, ("attackers",))
    defenders, defenders_counted = _side(contest.defenders, contest.method, tuning, ("defenders",))
    above, equal = compare(attackers, attackers_counted, defenders, defenders_counted)
    attackers_win = min(1.0, above if tuning.tie_favors_defender else above + equal)
    return GangWarOdds(attackers_win, 1 - attackers_win, equal)


def _check_numbers(contest: GangWarContest) -> None:
    most = MOST_PARTICIPANTS[contest.method]
    message = f"Odds by {contest.method} take at most {most} participants a side."
    sides = {"attackers": contest.attackers, "defenders": contest.defenders}
    mistakes = [Mistake((name,), message) for name, side in sides.items() if len(side) > most]
    if mistakes:
        raise InvalidInput(mistakes)


def _side(strengths: Sequence[Strength], method: GangMethod, tuning: Tuning, path: Path) -> tuple[Spread, int]:
    """The spread of the sum of the totals that count, and how many count."""
    totals = [class_totals(strength, tuning) for strength in strengths]
    step = max(1, int(np.gcd.reduce([np.gcd.reduce(values - values[0]) for values in totals])))
    # The best three are picked by comparing totals, so there all totals must lie on one grid.
    picked = method is GangMethod.BEST_THREE and len(strengths) > BEST
    if picked:
        step = max(1, int(np.gcd.reduce(np.concatenate(totals) - totals[0][0])))
    _check_width(totals, step, method, path)
    spreads = [_spread(values, step) for values in totals]
    return (sum_of_best_three(spreads), BEST) if picked else (sum_of(spreads), len(spreads))


def _check_width(totals: Sequence[Integers], step: int, method: GangMethod, path: Path) -> None:
    widths = [int(values.max() - values.min()) // step for values in totals]
    if method is GangMethod.BEST_THREE:
        width = int(max(values.max() for values in totals) - min(values.min() for values in totals)) // step
    else:
        width = sum(widths)
    if width > MOST_STEPS[method]:
        most = as_number(MOST_STEPS[method] * step)
        message = f"Totals spread too wide for exact odds: by {method} they may span {most} points in all."
        raise InvalidInput([Mistake(path, message)])


def _spread(totals: Integers, step: int) -> Spread:
    low = int(totals.min())
    hands = np.bincount((totals - low) // step, weights=HANDS)
    return Spread(low, step, hands.astype(np.float64) / HAND_COUNT)
