"""Counts the odds of a build at many levels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from service.characters.lookup import CharacterLookup
from service.engines.destiny.growth import GrowingStrength
from service.engines.destiny.odds.duel import DuelSide, odds_between
from service.engines.destiny.odds.levels import LevelTotals
from service.engines.destiny.odds.rewards import expected_rewards
from service.engines.destiny.participants import Participant, Strength
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, Mistake, Path
from service.engines.pauses import Pause, each
from service.engines.points import Hundredths
from service.odds.build import Build
from service.odds.challenges import FoundChallenge, bare_threshold, find_crime, find_skill_check
from service.odds.growing import grow
from service.system.ports import TakeTurn
from service.system.prices import price
from service.tuning.overlay import Hypothetical, choose_tuning
from service.tuning.ports import TuningStore

MOST_LEVELS: Final = 1_001
MOST_CHALLENGES: Final = 50
MOST_OPPONENTS: Final = 5
OPPONENT_COST: Final = 25
"""What a level against an opponent costs; a level against a challenge costs 1."""
MOST_COST: Final = 16_000
AT_A_TIME: Final = 100
"""How many levels are counted between two pauses."""


@dataclass(frozen=True, slots=True)
class Against:
    """What a build is counted against."""

    crimes: tuple[str, ...] = ()
    skill_checks: tuple[str, ...] = ()
    thresholds: tuple[Hundredths, ...] = ()
    opponents: tuple[Participant, ...] = ()


@dataclass(frozen=True, slots=True)
class Curve:
    """The levels to count at, and what is counted there."""

    build: Build
    start: int = 0
    to: int | None = None
    """None: the highest level of the tuning."""
    step: int = 1
    against: Against | None = None
    """None: every crime of the catalogue."""


@dataclass(frozen=True, slots=True)
class CountedChallenge:
    """A challenge, and by level the hands in each degree, in the order of `Degree`."""

    challenge: FoundChallenge
    degrees: tuple[list[int], ...] = field(default_factory=lambda: ([], [], [], []))
    expected_reward: list[float] = field(default_factory=list)
    """By level; empty where the challenge has no reward."""


@dataclass(frozen=True, slots=True)
class CountedDuel:
    """The duel against an opponent, and by level the pairs of hands."""

    actor_wins: list[int] = field(default_factory=list)
    tied_totals: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CountedCurve:
    tuning_revision: int
    participants: Sequence[Participant]
    """With their characters filled in, the build's first."""
    levels: Sequence[int]
    challenges: Sequence[CountedChallenge]
    duels: Sequence[CountedDuel]
    points_of_all: list[Hundredths]
    """By level: the sum of all hands' totals."""


@dataclass(frozen=True, slots=True)
class CountCurve:
    """Counts over all hands, level by level. It pauses now and then, so that other requests get a turn."""

    tunings: TuningStore
    characters: CharacterLookup
    pause: Pause
    take_turn: TakeTurn

    def __call__(self, hypothetical: Hypothetical[Curve]) -> CountedCurve:
        revision = choose_tuning(self.tunings, hypothetical, self.pause)
        curve, tuning = hypothetical.subject, revision.tuning
        mistakes: Mistakes = []
        against = Against(crimes=tuple(tuning.crimes)) if curve.against is None else curve.against
        challenges = [CountedChallenge(found) for found in _challenges(against, tuning, mistakes)]
        levels = _levels(curve, tuning, mistakes)
        if not mistakes:
            _check_cost(levels, len(challenges), len(against.opponents))
        others: dict[Path, Participant] = {
            ("against", "opponents", index): one for index, one in enumerate(against.opponents)
        }
        grown = grow(curve.build, others, self.characters, tuning, mistakes)
        with self.take_turn(price(len(levels) * _cost_of_a_level(len(challenges), len(grown.others)) / MOST_COST)):
            points = self._count_challenges(grown.growing, levels, challenges, tuning)
            duels = [self._count_duels(grown.growing, levels, strength, tuning) for strength in grown.others.values()]
        return CountedCurve(revision.number, list(grown.participants.values()), levels, challenges, duels, points)

    def _count_challenges(
        self, growing: GrowingStrength, levels: range, challenges: Sequence[CountedChallenge], tuning: Tuning
    ) -> list[Hundredths]:
        points: list[Hundredths] = []
        totals = LevelTotals(growing, levels, tuning)
        for some in each(_pieces(len(levels)), self.pause):
            points += totals.points_of_all(some)
            for counted in each(challenges, self.pause):
                challenge, by_degree = counted.challenge, totals.degrees_against(counted.challenge.threshold, some)
                for column, hands in zip(counted.degrees, by_degree, strict=True):
                    column.extend(hands)
                if challenge.reward is not None:
                    counted.expected_reward.extend(expected_rewards(by_degree, challenge.reward, tuning))
        return points

    def _count_duels(self, growing: GrowingStrength, levels: range, opponent: Strength, tuning: Tuning) -> CountedDuel:
        counted, target = CountedDuel(), DuelSide.of(opponent, tuning)
        for level in each(levels, self.pause):
            odds = odds_between(DuelSide.of(growing.at(level), tuning), target, tuning)
            counted.actor_wins.append(odds.actor_wins)
            counted.tied_totals.append(odds.tied_totals)
        return counted


def _challenges(against: Against, tuning: Tuning, mistakes: Mistakes) -> Iterator[FoundChallenge]:
    for index, name in enumerate(against.crimes):
        if crime := find_crime(name, tuning, ("against", "crimes", index), mistakes):
            yield crime
    for index, name in enumerate(against.skill_checks):
        if check := find_skill_check(name, tuning, ("against", "skill_checks", index), mistakes):
            yield check
    yield from map(bare_threshold, against.thresholds)


def _levels(curve: Curve, tuning: Tuning, mistakes: Mistakes) -> range:
    highest = tuning.max_skill_level
    to = highest if curve.to is None else curve.to
    if to > highest:
        mistakes.append(Mistake(("to",), f"Must be at most {highest}, the highest level of this tuning."))
    if curve.start > min(to, highest):
        mistakes.append(Mistake(("from",), f"Must be at most {min(to, highest)}, the last level."))
    return range(curve.start, to + 1, curve.step)


def _cost_of_a_level(challenges: int, opponents: int) -> int:
    return 1 + challenges + OPPONENT_COST * opponents


def _check_cost(levels: range, challenges: int, opponents: int) -> None:
    """Refuse what would take too long. Raises `InvalidInput` with what would fit."""
    if challenges > MOST_CHALLENGES:
        path: Path = ("against",)
        raise InvalidInput([Mistake(path, f"Must name at most {MOST_CHALLENGES} challenges; has {challenges}.")])
    most = min(MOST_LEVELS, MOST_COST // _cost_of_a_level(challenges, opponents))
    if len(levels) > most:
        span = levels[-1] - levels[0]
        fits = -(-span // (most - 1))
        text = (
            f"Asks for {len(levels)} levels; at most {most} fit (challenges: {challenges}, opponents: {opponents}). "
            f"A step of {fits} fits."
        )
        raise InvalidInput([Mistake(("step",), text)])


def _pieces(levels: int) -> Iterator[slice]:
    return (slice(start, start + AT_A_TIME) for start in range(0, levels, AT_A_TIME))
