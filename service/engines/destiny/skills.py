"""Maps a skill's level to its bonus, by the formula or by a table, published or custom (rulings A1, A18)."""

from decimal import Decimal, localcontext
from functools import lru_cache
from itertools import pairwise
from typing import Final

from service.engines.documents import Checked, Mistakes, Record, Sequence, Whole, points
from service.engines.errors import Mistake, Path
from service.engines.points import POINT, Hundredths, as_number, divide_half_up
from service.engines.wire_enum import WireEnum

Millionths = int


class SkillCurve(WireEnum):
    """Where a level's bonus comes from."""

    FORMULA = "formula"
    PUBLISHED = "published"
    TABLE = "table"


PUBLISHED_POINTS: Final[dict[int, Hundredths]] = {
    1: 0,
    5: 331,
    10: 769,
    15: 1222,
    20: 1686,
    25: 2159,
    26: 2203,
    30: 2578,
    32: 2728,
    35: 3053,
    40: 3541,
    45: 4040,
    50: 4549,
    51: 5308,
    60: 6500,
    70: 7843,
    80: 9242,
    90: 10693,
    100: 12193,
}
"""The table as printed in the document, plus level 32, which appears only in its examples."""

PUBLISHED_MAX_LEVEL: Final = max(PUBLISHED_POINTS)
HIGHEST_LEVEL: Final = 1000
"""The highest `max_skill_level` that a tuning may set."""
NO_LEVEL: Final = 0
"""The level of a skill that has not been learnt, which adds nothing. It also replaces a given level that is none."""
_WORKING_DIGITS: Final = 60
_GUARD: Final = Decimal(1).scaleb(-20)


@lru_cache(maxsize=64)
def formula_bonuses(
    max_level: int, linear: Millionths, exponential_base: Millionths, exponential: Millionths
) -> tuple[Hundredths, ...]:
    """The formula's bonus at each level. Index 0 is not a level and is unused."""
    with localcontext() as context:
        context.prec = _WORKING_DIGITS
        a, power, b = (Decimal(value).scaleb(-6) for value in (linear, exponential_base, exponential))
        bonuses = [0]
        for steps in range(max_level):
            value = a * steps + b * (Decimal(steps) ** power if steps else 0)
            # The power may put an exact half slightly too low; rounding to the guard digits restores it.
            bonuses.append(_half_up((value * POINT).quantize(_GUARD)))
    return tuple(bonuses)


def _half_up(value: Decimal) -> int:
    return int(value.to_integral_value("ROUND_HALF_UP"))


def published_bonuses(max_level: int) -> tuple[Hundredths, ...]:
    """The printed table's bonus at each level."""
    return table_bonuses(max_level, tuple(PUBLISHED_POINTS.items()))


@lru_cache(maxsize=64)
def table_bonuses(max_level: int, points: tuple[tuple[int, Hundredths], ...]) -> tuple[Hundredths, ...]:
    """A table's bonus at each level, interpolated linearly between its levels. Its first level must be 1."""
    bonuses = [0, points[0][1]]
    for (low, low_bonus), (high, high_bonus) in pairwise(points):
        bonuses += [
            low_bonus + divide_half_up((high_bonus - low_bonus) * (level - low), high - low)
            for level in range(low + 1, high + 1)
        ]
    return tuple(bonuses[: max_level + 1])


SkillTable = tuple[tuple[int, Hundredths], ...]

_point: Final = Record(lambda level, bonus: (level, bonus), {"level": Whole(1, HIGHEST_LEVEL), "bonus": points(0)})


def _check_rising(table: SkillTable, path: Path, mistakes: Mistakes) -> None:
    """Check that the table starts at level 1, levels rise, and bonuses never fall."""
    if table[0][0] != 1:
        mistakes.append(Mistake((*path, 0, "level"), "Must be 1, where every table begins."))
    for index, ((level, bonus), (next_level, next_bonus)) in enumerate(pairwise(table), 1):
        if next_level <= level:
            mistakes.append(Mistake((*path, index, "level"), f"Must be above {level}, the level before it."))
        if next_bonus < bonus:
            message = f"Must be at least {as_number(bonus)}, the bonus before it: a higher level never gives less."
            mistakes.append(Mistake((*path, index, "bonus"), message))


skill_table: Final = Checked(Sequence(_point, 1, HIGHEST_LEVEL), _check_rising)
"""Some levels and their bonuses."""
