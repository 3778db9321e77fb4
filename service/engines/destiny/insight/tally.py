"""Adds a resolution to the counts. docs/designers/insights.md explains each count."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from service.engines.cards import SUITS
from service.engines.destiny.actions import Action, ActionType, Duel, participants
from service.engines.destiny.contests import DuelContest
from service.engines.destiny.hands import HandRank
from service.engines.destiny.insight.figures import (
    CHANCE_AT,
    CONTESTS_AT,
    DEGREE_AT,
    LOST_AT,
    THRESHOLD_AT,
    VARIANCE_AT,
    WINS_AT,
    WON_AT,
    Decided,
    Subject,
)
from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.odds.challenge import successes
from service.engines.destiny.odds.duel import PAIR_COUNT, duel_odds
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import (
    ChallengeResolution,
    DuelResolution,
    GangWarResolution,
    Resolution,
    scores,
)
from service.engines.destiny.tuning import Degree, Tuning
from service.engines.draws import HAND_COUNT
from service.engines.points import POINT, Hundredths

Name = tuple[str, ...]
"""The name of a count, such as ("difficulty", "pve", "hard", "success")."""
Counts = defaultdict[Name, int]
"""Numbers of times, or sums. The counts of many processes and days can be added up."""

DIFFICULTY: Final = "difficulty"
DIFFERENCE: Final = "difference"
GANG_WAR: Final = "gang_war"
HAND_RANK: Final = "hand_rank"
SUIT: Final = "suit"
SUIT_POINTS: Final = "suit_points"
THRESHOLD: Final = "threshold"
WON: Final = "won"
LOST: Final = "lost"

UNKNOWN: Final = "unknown"
"""The level difference when one of the levels is unknown."""
LEVELS: Final = 10
"""How many level differences are grouped into one row."""
BELOW_ZERO: Final = "below_0"
BONUS_STEPS: Final[tuple[Hundredths, ...]] = (0, 1, *(points * POINT for points in (10, 20, 40, 80, 160)))
"""Where the bars of a suit's histogram begin. Zero has its own bar, and so do negative bonuses."""
_BARS: Final = (BELOW_ZERO, *map(str, BONUS_STEPS))


def level_of(participant: Participant, tuning: Tuning) -> int | None:
    """The highest skill level, 0 without skills; an NPC's average level; None if only bonuses are known."""
    if participant.skills is not None:
        return max(participant.skills.values(), default=0)
    if participant.npc is not None:
        return tuning.npcs[participant.npc].avg_skill_level
    return None


def row_of(action: Action, resolution: Resolution, tuning: Tuning) -> Name:
    """The row that counts the outcome: a difficulty, a level difference, or gang wars."""
    if isinstance(action, Duel):
        return DIFFERENCE, _difference(action, tuning)
    if isinstance(resolution, ChallengeResolution):
        return DIFFICULTY, action.action_type, resolution.contest.challenge.difficulty
    return (GANG_WAR,)


def _difference(duel: Duel, tuning: Tuning) -> str:
    actor, target = level_of(duel.actor, tuning), level_of(duel.target, tuning)
    return UNKNOWN if actor is None or target is None else str((actor - target) // LEVELS * LEVELS)


def subject_of(action: Action, resolution: Resolution) -> Subject:
    """The challenge by its name, or duels, or gang wars."""
    if isinstance(resolution, ChallengeResolution):
        return action.action_type, resolution.contest.challenge.name
    return action.action_type, ""


class ChallengeKind(NamedTuple):
    """What is counted of a challenge. Many have the same, so they can be tallied together."""

    action_type: ActionType
    name: str
    difficulty: str
    threshold: Hundredths
    degree: Degree
    rank: HandRank
    bonuses: SuitBonuses | None
    """None for an NPC."""
    outcome: str


def kind_of(action: Action, resolution: ChallengeResolution) -> ChallengeKind:
    contest, score, outcome = resolution
    challenge = contest.challenge
    return ChallengeKind(
        action.action_type,
        challenge.name,
        challenge.difficulty,
        challenge.threshold,
        outcome.degree,
        score.hand_class.rank,
        score.strength.suit_bonuses if participants(action)[0].npc is None else None,
        WON if outcome.success else LOST,
    )


def tally_kind(kind: ChallengeKind, times: int, counts: Counts, decided: Decided) -> None:
    """Add that many challenges of this kind, as `tally` adds one."""
    row: Name = (DIFFICULTY, kind.action_type, kind.difficulty)
    counts[*row, kind.degree] += times
    counts[THRESHOLD, *row] += times * kind.threshold
    counts[HAND_RANK, kind.action_type, kind.rank, kind.outcome] += times
    if kind.bonuses is not None:
        _tally_bonuses(kind.bonuses, times, counts)
    figures = decided[kind.action_type, kind.name]
    figures[DEGREE_AT[kind.degree]] += times
    figures[THRESHOLD_AT] += times * kind.threshold


def tally(action: Action, resolution: Resolution, tuning: Tuning, counts: Counts, decided: Decided) -> None:
    """Add the resolution of this action to the counts, and to what its revision of the tuning decided."""
    if isinstance(resolution, ChallengeResolution):
        tally_kind(kind_of(action, resolution), 1, counts, decided)
        return
    won = resolution.outcome.first_wins
    counts[*row_of(action, resolution, tuning), WON if won else LOST] += 1
    decided[subject_of(action, resolution)][WON_AT if won else LOST_AT] += 1
    sides = _outcomes(resolution)
    for participant, score, outcome in zip(participants(action), scores(resolution), sides, strict=True):
        counts[HAND_RANK, action.action_type, score.hand_class.rank, outcome] += 1
        if participant.npc is None:
            _tally_bonuses(score.strength.suit_bonuses, 1, counts)


def _outcomes(resolution: DuelResolution | GangWarResolution) -> Sequence[str]:
    """`WON` or `LOST` for each participant, in the order in which hands are dealt."""
    first, second = (WON, LOST) if resolution.outcome.first_wins else (LOST, WON)
    if isinstance(resolution, DuelResolution):
        return first, second
    return [first] * len(resolution.attackers.participants) + [second] * len(resolution.defenders.participants)


def _tally_bonuses(bonuses: SuitBonuses, times: int, counts: Counts) -> None:
    for suit, bonus in zip(SUITS, bonuses, strict=True):
        counts[SUIT, suit, _BARS[bisect_right(BONUS_STEPS, bonus)]] += times
        if bonus:
            counts[SUIT_POINTS, suit] += times * bonus


SAMPLE: Final = "sample"
CONTESTS: Final = "contests"
WINS: Final = "wins"
CHANCE: Final = "chance"
VARIANCE: Final = "variance"
BILLION: Final = 1_000_000_000
"""Chances and variances are counted in billionths: whole numbers have the same sum in any order."""


def sample(action: Action, resolution: Resolution, tuning: Tuning, counts: Counts, decided: Decided) -> bool:
    """Add the resolution and its chance to both, as `tally` does; return whether it was added.

    Gang wars are skipped, since their odds take too long. The choice of resolutions to sample must not depend on
    their outcomes.
    """
    if isinstance(resolution, GangWarResolution):
        return False
    row: Name = (SAMPLE, *row_of(action, resolution, tuning))
    chance, won = _chance(resolution, tuning)
    likely, varies = round(chance * BILLION), round(chance * (1 - chance) * BILLION)
    counts[*row, CONTESTS] += 1
    counts[*row, WINS] += int(won)
    counts[*row, CHANCE] += likely
    counts[*row, VARIANCE] += varies
    figures = decided[subject_of(action, resolution)]
    figures[CONTESTS_AT] += 1
    figures[WINS_AT] += int(won)
    figures[CHANCE_AT] += likely
    figures[VARIANCE_AT] += varies
    return True


def _chance(resolution: ChallengeResolution | DuelResolution, tuning: Tuning) -> tuple[float, bool]:
    """The actor's exact chance to win, and whether the actor won."""
    if isinstance(resolution, ChallengeResolution):
        contest = resolution.contest
        return successes(contest.actor, contest.challenge.threshold, tuning) / HAND_COUNT, resolution.outcome.success
    duel = DuelContest(resolution.actor.strength, resolution.target.strength)
    return duel_odds(duel, tuning).actor_wins / PAIR_COUNT, resolution.outcome.first_wins
