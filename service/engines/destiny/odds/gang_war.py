"""The chances of a gang war, from the spread of each side's score."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from service.engines.destiny.contests import GangWarContest
from service.engines.destiny.odds.best_three import sum_of_best_three
from service.engines.destiny.odds.sums import Spread, SumRange, compare, sum_of, summed
from service.engines.destiny.odds.totals import HANDS, Integers, class_totals
from service.engines.destiny.outcomes import BEST
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import GangMethod, Tuning
from service.engines.draws import HAND_COUNT
from service.engines.errors import InvalidInput, Mistake, Path
from service.engines.pauses import Pause, each, no_pause
from service.engines.points import as_number

ABSOLUTE_ERROR: Final = 1e-9
MOST_PARTICIPANTS: Final = {GangMethod.AVERAGE: 20, GangMethod.BEST_THREE: 5}
MOST_STEPS_OF_BEST_THREE: Final = {4: 1 << 17, 5: 3 << 15}
"""How far so many totals may spread under `best_three`, in grid steps. The work grows with the spread."""
_MOST_TRANSFORMED: Final = 7 << 20
"""The most grid places that may be transformed for the sum of a side's totals."""
_BESIDE_TRANSFORMS: Final = 3
"""The rest of the work on a sum costs as much as the transforms of this many participants."""
_WORK_OF_A_KIND: Final = 0.8
"""The work on the best three, where they spread as far as they may, for each kind of totals and once more."""


@dataclass(frozen=True, slots=True)
class GangWarOdds:
    """The probability that each gang wins, and that their scores are equal, whichever gang wins then."""

    attackers_win: float
    defenders_win: float
    tied_scores: float


def gang_war_odds(contest: GangWarContest, tuning: Tuning, pause: Pause = no_pause) -> GangWarOdds:
    """The odds of a gang war, each within `ABSOLUTE_ERROR`. Raises `InvalidInput` if they would cost too much.

    The cost is checked before the work begins. `pause` is called between steps of the work.
    """
    return GangWarCount.of(contest, tuning, pause).odds(pause)


@dataclass(frozen=True, slots=True, eq=False)
class GangWarCount:
    """The work of counting a gang war: not done yet, but known to be within the limits."""

    attackers: "_Side"
    defenders: "_Side"
    tie_favors_defender: bool

    @classmethod
    def of(cls, contest: GangWarContest, tuning: Tuning, pause: Pause = no_pause) -> Self:
        """Raises `InvalidInput` if it would cost too much."""
        _check_numbers(contest)
        attackers, defenders = (
            _Side.of(strengths, contest.method, tuning, (name,), pause)
            for name, strengths in (("attackers", contest.attackers), ("defenders", contest.defenders))
        )
        if mistakes := [mistake for side in (attackers, defenders) for mistake in side.too_wide()]:
            raise InvalidInput(mistakes)
        return cls(attackers, defenders, tuning.tie_favors_defender)

    @property
    def work(self) -> float:
        """How much work this is, where 1 is the most that the limits of averages allow."""
        return (self.attackers.work + self.defenders.work) / 2

    def odds(self, pause: Pause) -> GangWarOdds:
        attackers, defenders = (side.spread(pause) for side in (self.attackers, self.defenders))
        above, equal = compare(attackers, self.attackers.counted, defenders, self.defenders.counted, pause)
        attackers_win = min(1.0, above if self.tie_favors_defender else above + equal)
        return GangWarOdds(attackers_win, 1 - attackers_win, equal)


def most_steps_of_a_sum(participants: int) -> int:
    """How far the sum of this many totals may spread, in grid steps."""
    return _MOST_TRANSFORMED // (participants + _BESIDE_TRANSFORMS)


def _check_numbers(contest: GangWarContest) -> None:
    most = MOST_PARTICIPANTS[contest.method]
    message = f"Odds by {contest.method} take at most {most} participants a side."
    sides = {"attackers": contest.attackers, "defenders": contest.defenders}
    mistakes = [Mistake((name,), message) for name, side in sides.items() if len(side) > most]
    if mistakes:
        raise InvalidInput(mistakes)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """The totals of a gang, by hand class, and the grid that they lie on."""

    totals: Sequence[Integers]
    step: int
    within: SumRange | None
    """The range of their sum; none if only the three highest of more totals count."""
    path: Path

    @classmethod
    def of(cls, strengths: Sequence[Strength], method: GangMethod, tuning: Tuning, path: Path, pause: Pause) -> Self:
        totals = [class_totals(strength, tuning) for strength in each(strengths, pause)]
        picked = method is GangMethod.BEST_THREE and len(strengths) > BEST
        # The best three are picked by comparing totals, so all totals must then lie on one grid.
        apart = np.concatenate([values - (totals[0] if picked else values)[0] for values in totals])
        step = max(1, int(np.gcd.reduce(apart)))
        return cls(totals, step, None if picked else SumRange.of(totals, step), path)

    @property
    def counted(self) -> int:
        """How many totals the score averages."""
        return len(self.totals) if self.within else BEST

    @property
    def work(self) -> float:
        """How much work the sum is. It grows with how far the totals spread, and for the best three with each kind."""
        spread, most = self._spread_and_most()
        return spread / most * (1 if self.within else _WORK_OF_A_KIND * (1 + len({*map(bytes, self.totals)})))

    def _spread_and_most(self) -> tuple[int, int]:
        """How many grid steps the totals that are counted span, and how many they may."""
        if self.within is None:
            lowest, highest = int(np.min(self.totals)), int(np.max(self.totals))
            return (highest - lowest) // self.step, MOST_STEPS_OF_BEST_THREE[len(self.totals)]
        return self.within.places, most_steps_of_a_sum(len(self.totals))

    def too_wide(self) -> list[Mistake]:
        """The mistake if the totals spread so far that the odds would cost too much."""
        spread, most = self._spread_and_most()
        if spread <= most:
            return []
        number = len(self.totals)
        counted = f"The sum of {number} totals" if self.within else f"The totals of {number} by best_three"
        message = (
            f"Totals spread too wide for exact odds. {counted} may span {as_number(most * self.step)} points; "
            f"these span {as_number(spread * self.step)}. Fewer participants or smaller bonuses span less."
        )
        return [Mistake(self.path, message)]

    def spread(self, pause: Pause) -> Spread:
        """The spread of the sum of the totals that count."""
        if self.within is None:
            keys = [values.tobytes() for values in self.totals]
            spreads = {key: _spread(values, self.step) for key, values in zip(keys, self.totals, strict=True)}
            return sum_of_best_three([spreads[key] for key in keys], pause)
        return sum_of(self.totals, self.within, pause)


def _spread(totals: Integers, step: int) -> Spread:
    low = int(totals.min())
    return Spread(low, step, summed((totals - low) // step, HANDS / HAND_COUNT))
