"""Finds the threshold, level or flat modifier that gives what a designer wants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.characters.lookup import CharacterLookup
from service.engines.destiny.odds.solve import (
    Find,
    Measure,
    Solution,
    Want,
    expected_total,
    flat_against,
    flat_for,
    flat_for_total,
    level_for,
    successes,
    threshold_for,
    wins,
)
from service.engines.destiny.participants import Participant, Strength
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.errors import Mistake, Path
from service.engines.pauses import Pause
from service.engines.points import Hundredths
from service.odds.build import Build
from service.odds.challenges import FoundChallenge, bare_threshold, find_crime, find_skill_check
from service.odds.growing import Grown, grow
from service.tuning.overlay import Hypothetical, choose_tuning
from service.tuning.ports import TuningStore

MOST_QUESTIONS: Final = 50
MOST_OPPONENT_QUESTIONS: Final = 5
"""A question about an opponent costs as much as all others together."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What must be reached: so many hands, pairs of hands, or points of all hands."""

    want: Want
    at_least: int


@dataclass(frozen=True, slots=True)
class Target:
    """At most one of these."""

    crime: str | None = None
    skill_check: str | None = None
    threshold: Hundredths | None = None
    opponent: Participant | None = None


@dataclass(frozen=True, slots=True)
class Question:
    find: Find
    want: Wanted
    level: int | None = None
    """None: the levels that the participant has of its own."""
    against: Target | None = None


@dataclass(frozen=True, slots=True)
class Questions:
    build: Build
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    question: Question
    solution: Solution


@dataclass(frozen=True, slots=True)
class AnsweredQuestions:
    tuning_revision: int
    participants: Sequence[Participant]
    """With their characters filled in, the build's first."""
    answers: Sequence[Answered]


@dataclass(frozen=True, slots=True)
class SolveOdds:
    """Answers questions one by one. It pauses after each, so that other requests get a turn."""

    tunings: TuningStore
    characters: CharacterLookup
    pause: Pause

    def __call__(self, hypothetical: Hypothetical[Questions]) -> AnsweredQuestions:
        revision = choose_tuning(self.tunings, hypothetical, self.pause)
        asked, tuning = hypothetical.subject, revision.tuning
        mistakes: Mistakes = []
        thresholds = _thresholds(asked, tuning, mistakes)
        others: dict[Path, Participant] = {
            _opponent_path(index): question.against.opponent
            for index, question in enumerate(asked.questions)
            if question.against and question.against.opponent
        }
        grown = grow(asked.build, others, self.characters, tuning, mistakes)
        answers = []
        for index, question in enumerate(asked.questions):
            target = grown.others.get(_opponent_path(index), thresholds.get(index))
            answers.append(Answered(question, _solution(question, grown, target, tuning)))
            self.pause()
        return AnsweredQuestions(revision.number, list(grown.participants.values()), answers)


def _opponent_path(index: int) -> Path:
    return ("questions", index, "against", "opponent")


def _solution(question: Question, grown: Grown, target: Strength | Hundredths | None, tuning: Tuning) -> Solution:
    want = question.want
    strength = grown.own if question.level is None else grown.growing.at(question.level)
    critical = want.want is Want.CRITICAL_SUCCESS
    if question.find is Find.THRESHOLD:
        return threshold_for(strength, tuning, want.at_least, critical=critical)
    if question.find is Find.LEVEL:
        return level_for(grown.growing, _measure(target, tuning, critical=critical), want.at_least)
    match target:
        case Strength():
            return flat_for(strength, wins(target, tuning), want.at_least)
        case None:
            return flat_for_total(strength, tuning, want.at_least)
        case threshold:
            return flat_against(strength, threshold, tuning, want.at_least, critical=critical)


def _measure(target: Strength | Hundredths | None, tuning: Tuning, *, critical: bool) -> Measure:
    match target:
        case Strength():
            return wins(target, tuning)
        case None:
            return expected_total(tuning)
        case threshold:
            return successes(threshold, tuning, critical=critical)


def _thresholds(asked: Questions, tuning: Tuning, mistakes: Mistakes) -> dict[int, Hundredths]:
    """The thresholds of the challenges, by question. What is wrong with a question is added to the mistakes."""
    thresholds: dict[int, Hundredths] = {}
    highest = tuning.max_skill_level
    for index, question in enumerate(asked.questions):
        path: Path = ("questions", index)
        if asked.build.growth is None and (question.find is Find.LEVEL or question.level is not None):
            mistakes.append(Mistake(path, "Needs grow, which says what rises with the level."))
        if question.level is not None and question.level > highest:
            text = f"Must be at most {highest}, the highest level of this tuning."
            mistakes.append(Mistake((*path, "level"), text))
        if question.find is not Find.THRESHOLD:
            challenge = _challenge(question, tuning, (*path, "against"), mistakes)
            if challenge:
                thresholds[index] = challenge.threshold
    opponents = sum(bool(question.against and question.against.opponent) for question in asked.questions)
    if opponents > MOST_OPPONENT_QUESTIONS:
        text = f"Must have at most {MOST_OPPONENT_QUESTIONS} questions about opponents; has {opponents}."
        mistakes.append(Mistake(("questions",), text))
    return thresholds


def _challenge(question: Question, tuning: Tuning, path: Path, mistakes: Mistakes) -> FoundChallenge | None:
    """What the question is about; None for an opponent or nothing. What does not fit is added to the mistakes."""
    want, target = question.want.want, question.against or Target()
    match want:
        case Want.EXPECTED_TOTAL:
            if question.against:
                text = "Must not come with expected_total, which depends on no challenge and no opponent."
                mistakes.append(Mistake(path, text))
        case Want.WIN:
            if target.opponent is None:
                mistakes.append(Mistake(path, "Must be an opponent where a win is wanted."))
        case Want.SUCCESS | Want.CRITICAL_SUCCESS:
            if target.crime is not None:
                return find_crime(target.crime, tuning, (*path, "crime"), mistakes)
            if target.skill_check is not None:
                return find_skill_check(target.skill_check, tuning, (*path, "skill_check"), mistakes)
            if target.threshold is not None:
                return bare_threshold(target.threshold)
            mistakes.append(Mistake(path, f"Must be a crime, a skill_check or a threshold where {want} is wanted."))
    return None
