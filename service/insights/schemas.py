"""Reads the query for insights."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from marshmallow import ValidationError, post_load, validates_schema

from service.engines.destiny.actions import ActionType
from service.engines.errors import listed
from service.engines.wire_enum import WireEnum
from service.insights.ports import MOST_DAYS
from service.insights.window import DaysBetween, LastDays, WantedDays
from service.tuning.schemas import LARGEST_PAGE, USUAL_PAGE
from service.web.fields import HIGHEST_REVISION, Enum, Name, Text, invalid
from service.web.query import Cursor, IntegerText
from service.web.schema import NotTogether, OnlyWith, QuerySchema

USUAL_DAYS: Final = 7
_NO_DAY: Final = "Must be a day, written as 2026-01-31."


class By(WireEnum):
    """How to split the counts."""

    DAY = "day"
    REVISION = "revision"
    CRIME = "crime"


ONLY_BY: Final = {
    "limit": (By.REVISION, By.CRIME),
    "cursor": (By.REVISION, By.CRIME),
    "crime": (By.CRIME,),
    "difficulty": (By.CRIME,),
}
"""The parameters that mean something only for some splits."""


class Day(Text):
    """A day of the calendar."""

    default_error_messages = invalid(_NO_DAY)

    def __init__(self, **options: Any) -> None:
        super().__init__(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", **options)
        text = self.read

        def day(value: Any) -> Any:
            try:
                return date.fromisoformat(text(value))
            except ValueError:
                raise ValidationError(_NO_DAY) from None

        self.read = day


@dataclass(frozen=True, slots=True)
class WantedInsight:
    """Which days, split how, and which part of the split."""

    days: WantedDays
    by: By | None = None
    size: int = USUAL_PAGE
    start: int | None = None
    challenge: tuple[ActionType, str] | None = None
    """Only this crime or skill check; None: all."""


class InsightsSchema(QuerySchema):
    """The days, by default the last week, and how to split them."""

    rules = (
        NotTogether("days", "from"),
        NotTogether("days", "to"),
        OnlyWith("to", "from"),
        NotTogether("crime", "difficulty"),
    )

    days = IntegerText(minimum=1, maximum=MOST_DAYS, load_default=USUAL_DAYS)
    first = Day(data_key="from")
    last = Day(data_key="to")
    by = Enum(By)
    limit = IntegerText(minimum=1, maximum=LARGEST_PAGE, load_default=USUAL_PAGE)
    cursor = Cursor(IntegerText(minimum=0, maximum=HIGHEST_REVISION))
    """The revision or the number of the crime with which the page begins."""
    crime = Name()
    difficulty = Name()

    @validates_schema(pass_original=True)
    def keep_to_the_split(self, values: dict[str, Any], given: dict[str, Any], **_: Any) -> None:
        """Refuse what would be ignored."""
        wrong = dict(_ignored(values.get("by"), given))
        if wrong:
            raise ValidationError(wrong)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> WantedInsight:
        days = DaysBetween(values["first"], values.get("last")) if "first" in values else LastDays(values["days"])
        challenge = None
        if "crime" in values:
            challenge = ActionType.PVE, values["crime"]
        elif "difficulty" in values:
            challenge = ActionType.SKILL_CHECK, values["difficulty"]
        return WantedInsight(days, values.get("by"), values["limit"], values.get("cursor"), challenge)


def _ignored(by: By | None, given: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    for name, splits in ONLY_BY.items():
        if name in given and by not in splits:
            yield name, [f"Needs {listed([f'by={one}' for one in splits])}."]


INSIGHTS: Final = InsightsSchema()
