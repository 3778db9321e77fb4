"""Challenges that a build can be counted against."""

from dataclasses import dataclass

from service.engines.destiny.contests import CUSTOM
from service.engines.destiny.naming import unknown_entry
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.errors import Path
from service.engines.points import Hundredths
from service.engines.wire_enum import WireEnum


class ChallengeKind(WireEnum):
    CRIME = "crime"
    SKILL_CHECK = "skill_check"
    THRESHOLD = "threshold"


@dataclass(frozen=True, slots=True)
class FoundChallenge:
    kind: ChallengeKind
    name: str
    threshold: Hundredths
    energy_cost: int | None = None
    reward: Hundredths | None = None


def find_crime(name: str, tuning: Tuning, path: Path, mistakes: Mistakes) -> FoundChallenge | None:
    """The crime with this name. An unknown name is added to the mistakes."""
    if crime := tuning.crimes.get(name):
        return FoundChallenge(ChallengeKind.CRIME, name, crime.threshold, crime.energy_cost, crime.reward)
    mistakes.append(unknown_entry("crimes", name, tuning, path))
    return None


def find_skill_check(name: str, tuning: Tuning, path: Path, mistakes: Mistakes) -> FoundChallenge | None:
    """The skill check with this name. An unknown name is added to the mistakes."""
    if check := tuning.skill_checks.get(name):
        return FoundChallenge(ChallengeKind.SKILL_CHECK, name, check.threshold)
    mistakes.append(unknown_entry("skill_checks", name, tuning, path))
    return None


def bare_threshold(threshold: Hundredths) -> FoundChallenge:
    return FoundChallenge(ChallengeKind.THRESHOLD, CUSTOM, threshold)
