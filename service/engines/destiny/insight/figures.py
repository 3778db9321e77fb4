"""Nine sums that say how many resolutions ended, and how a sample of them compares with its exact odds."""

from collections import defaultdict
from typing import Final

from service.engines.destiny.tuning import Degree

Figures = list[int]
"""How often each degree came, best first; then the sum of the thresholds; then the sample: its size, its wins, and the
sums of its chances and variances in billionths. Duels and gang wars are won by a success and lost by a failure."""
Subject = tuple[str, str]
"""An action type, and the name of the challenge; the name is empty for duels and gang wars."""
Decided = defaultdict[Subject, Figures]
"""What one revision of the tuning decided."""

DEGREE_AT: Final = {degree: place for place, degree in enumerate(Degree)}
WON_AT: Final = DEGREE_AT[Degree.SUCCESS]
LOST_AT: Final = DEGREE_AT[Degree.FAILURE]
THRESHOLD_AT, CONTESTS_AT, WINS_AT, CHANCE_AT, VARIANCE_AT = range(len(Degree), len(Degree) + 5)


def no_figures() -> Figures:
    return [0] * (VARIANCE_AT + 1)


def none_decided() -> Decided:
    return defaultdict(no_figures)
