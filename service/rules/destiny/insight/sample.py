"""Resolutions held against their own exact odds: what those very contests should have come to."""

from typing import Final

from service.rules.destiny.actions import Action
from service.rules.destiny.contests import DuelContest
from service.rules.destiny.insight.tally import Counts, Name, row_of
from service.rules.destiny.odds.challenge import challenge_odds
from service.rules.destiny.odds.duel import PAIR_COUNT, duel_odds
from service.rules.destiny.resolution import ChallengeResolution, DuelResolution, GangWarResolution, Resolution
from service.rules.destiny.tuning import Tuning
from service.rules.draws import HAND_COUNT

SAMPLE: Final = "sample"
CONTESTS: Final = "contests"
WINS: Final = "wins"
CHANCE: Final = "chance"
VARIANCE: Final = "variance"
BILLION: Final = 1_000_000_000
"""Chances and variances are counted in billionths: whole numbers add up to the same in any order."""


def sample(action: Action, resolution: Resolution, tuning: Tuning, counts: Counts) -> bool:
    """Add the resolution and its chance to the counts, unless its odds take too long; whether it was added.

    Which resolutions are sampled may hang on anything but how they went.
    """
    if isinstance(resolution, GangWarResolution):
        return False
    row: Name = (SAMPLE, *row_of(action, resolution, tuning))
    chance, won = _chance(resolution, tuning)
    counts[*row, CONTESTS] += 1
    counts[*row, WINS] += int(won)
    counts[*row, CHANCE] += round(chance * BILLION)
    counts[*row, VARIANCE] += round(chance * (1 - chance) * BILLION)
    return True


def _chance(resolution: ChallengeResolution | DuelResolution, tuning: Tuning) -> tuple[float, bool]:
    """The exact chance that the actor had, and whether the actor won."""
    if isinstance(resolution, ChallengeResolution):
        return challenge_odds(resolution.contest, tuning).success / HAND_COUNT, resolution.outcome.success
    duel = DuelContest(resolution.actor.strength, resolution.target.strength)
    return duel_odds(duel, tuning).actor_wins / PAIR_COUNT, resolution.outcome.first_wins
