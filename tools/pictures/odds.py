"""Draws the chance of success at each shipped crime by skill level, counted over all hands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.engines.destiny.actions import ActionType, Challenge
from service.engines.destiny.contests import ChallengeContest, prepare
from service.engines.destiny.odds.challenge import challenge_odds
from service.engines.destiny.participants import Participant
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT
from service.tuning.files import SHIPPED_FILE, read_tuning_file
from tools.pictures.svg import LINE, Picture, Point

SKILLS: Final = ("lockpicking", "stealth")
"""The skills of the character in the picture, both at the same level and of the same suit."""
_WIDTH: Final = 860.0
_HEIGHT: Final = 520.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 640.0, 66.0, 450.0
_COLOURS: Final = ("green", "blue", "brown", "plum", "gold", "red", "grey")


@dataclass(frozen=True, slots=True)
class Curve:
    """A crime, and its chance of success at each level, ascending."""

    crime: str
    threshold: int
    chances: Sequence[float]


def curves(tuning: Tuning) -> Iterator[Curve]:
    """A curve for each crime of the tuning, the easiest first."""
    for name, crime in sorted(tuning.crimes.items(), key=lambda item: item[1].threshold):
        chances = [chance(tuning, name, dict.fromkeys(SKILLS, level)) for level in levels(tuning)]
        yield Curve(name, crime.threshold // 100, chances)


def levels(tuning: Tuning) -> range:
    """Every level that a character can have."""
    return range(1, tuning.max_skill_level + 1)


def chance(tuning: Tuning, crime: str, skills: Mapping[str, int]) -> float:
    """The chance of success of a character with these skills."""
    match prepare(Challenge(ActionType.PVE, Participant(skills=skills), name=crime), tuning):
        case ChallengeContest() as contest:
            return challenge_odds(contest, tuning).success / HAND_COUNT
        case other:
            raise AssertionError(other)


def odds_curves() -> str:
    """The picture for the shipped tuning."""
    tuning = read_tuning_file(SHIPPED_FILE).tuning
    found = list(curves(tuning))
    picture = Picture(
        _WIDTH,
        _HEIGHT,
        "The chance of success at each crime, by skill level",
        "; ".join(
            f"{one.crime}, threshold {one.threshold}: {100 * one.chances[0]:.1f} % at the lowest level, "
            f"{100 * one.chances[-1]:.1f} % at the highest"
            for one in found
        ),
    )
    picture.text((28, 34), f"Chance of success, with {' and '.join(SKILLS)} both at the same level", "ink title")
    _axes(picture, levels(tuning))
    for curve, colour in zip(found, _COLOURS, strict=True):
        count = len(curve.chances) - 1
        picture.line([_at(index / count, value) for index, value in enumerate(curve.chances)], f"{colour} thick")
    _names(picture, found)
    return picture.written()


def _at(along: float, up: float) -> Point:
    return _LEFT + along * (_RIGHT - _LEFT), _BOTTOM - up * (_BOTTOM - _TOP)


def _axes(picture: Picture, shown: range) -> None:
    for percent in range(0, 101, 20):
        left, right = _at(0, percent / 100), _at(1, percent / 100)
        picture.line([left, right], "line")
        picture.text((left[0] - 8, left[1] + 4), f"{percent} %", "faded small", "end")
    for level in (shown[0], *range(10, shown[-1] + 1, 10)):
        x, y = _at((level - shown[0]) / (len(shown) - 1), 0)
        picture.text((x, y + 20), str(level), "faded small", "middle")
    picture.text(
        ((_LEFT + _RIGHT) / 2, _BOTTOM + 44), "level of both skills (thresholds in brackets)", "faded small", "middle"
    )


def _names(picture: Picture, found: Sequence[Curve]) -> None:
    """Write each curve's name at its right end, and move names apart that would touch."""
    height = _TOP - LINE
    for curve, colour in sorted(zip(found, _COLOURS, strict=True), key=lambda pair: -pair[0].chances[-1]):
        end = _at(1, curve.chances[-1])
        height = max(end[1] + 4, height + LINE + 2)
        picture.line([end, (end[0] + 10, height - 4)], colour)
        words = f"{curve.crime.replace('_', ' ')} ({curve.threshold})"
        picture.text((end[0] + 15, height), words, colour)
