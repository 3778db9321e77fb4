"""Which days a query asks for."""

from typing import Any, Final

from flask import Blueprint, Response

from service.insights.answers import insight_answer
from service.insights.ports import MOST_DAYS
from service.insights.read import ReadInsight
from service.web.fields import Strict
from service.web.json_io import json_answer, no_content
from service.web.query import whole_text, with_query
from service.web.schema import RequestSchema

USUAL_DAYS: Final = 7


class InsightsSchema(RequestSchema):
    """A window of days that ends today."""

    days = Strict(whole_text(1, MOST_DAYS))

    def build(self, values: dict[str, Any]) -> int:
        """The number of days."""
        days: int = values.get("days", USUAL_DAYS)
        return days


INSIGHTS: Final = InsightsSchema()


def insight_routes(read_insight: ReadInsight) -> Blueprint:
    """The routes, over this use case."""
    routes = Blueprint("insights", __name__, url_prefix="/insights")

    @routes.get("")
    @with_query(INSIGHTS)
    def insights(days: int) -> Response:
        return json_answer(insight_answer(read_insight(days)))

    @routes.delete("")
    def reset() -> Response:
        read_insight.reset()
        return no_content()

    return routes
