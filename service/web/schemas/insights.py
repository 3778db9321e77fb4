"""Which days a query asks for."""

from typing import Any, Final

from service.usecases.insight import MOST_DAYS
from service.web.query import whole_text
from service.web.schemas.fields import Strict
from service.web.schemas.schema import RequestSchema

USUAL_DAYS: Final = 7


class InsightsSchema(RequestSchema):
    """A window of days that ends today."""

    days = Strict(whole_text(1, MOST_DAYS))

    def build(self, values: dict[str, Any]) -> int:
        """The number of days."""
        days: int = values.get("days", USUAL_DAYS)
        return days


INSIGHTS: Final = InsightsSchema()
