"""Reading a skill table of the designers' own: levels and their bonuses, never falling (ruling A18)."""

from itertools import pairwise
from typing import Any, Final

from service.rules.destiny.skills import HIGHEST_LEVEL
from service.rules.documents import Mistakes, points, record, sequence, whole
from service.rules.errors import Mistake, Path
from service.rules.points import Hundredths, as_number

SkillTable = tuple[tuple[int, Hundredths], ...]

_point: Final = record(lambda level, bonus: (level, bonus), {"level": whole(1, HIGHEST_LEVEL), "bonus": points(0)})
_points: Final = sequence(_point, 1, HIGHEST_LEVEL)


def skill_table(value: Any, path: Path, mistakes: Mistakes) -> SkillTable | None:
    """Some levels and their bonuses: the first is level 1, levels rise, and bonuses do not fall."""
    found_before = len(mistakes)
    table: SkillTable = _points(value, path, mistakes)
    if len(mistakes) > found_before:
        return None
    if table[0][0] != 1:
        mistakes.append(Mistake((*path, 0, "level"), "Must be 1, where every table begins."))
    for index, ((level, bonus), (next_level, next_bonus)) in enumerate(pairwise(table), 1):
        if next_level <= level:
            mistakes.append(Mistake((*path, index, "level"), f"Must be above {level}, the level before it."))
        if next_bonus < bonus:
            message = f"Must be at least {as_number(bonus)}, the bonus before it: a higher level never gives less."
            mistakes.append(Mistake((*path, index, "bonus"), message))
    return table
