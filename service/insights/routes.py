"""Routes for insights."""

from typing import Any, Final

from flask import Blueprint, Response
from marshmallow import post_load

from service.insights.answers import insight_answer, resets_answer
from service.insights.ports import MOST_DAYS
from service.insights.read import ReadInsight
from service.operators.request import current_operator, needs
from service.operators.roles import Right
from service.tuning.schemas import PAGE
from service.web.json_io import json_answer, no_content
from service.web.query import IntegerText, with_query
from service.web.schema import RequestSchema

USUAL_DAYS: Final = 7


class InsightsSchema(RequestSchema):
    """The window, which ends today."""

    days = IntegerText(minimum=1, maximum=MOST_DAYS, load_default=USUAL_DAYS)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> int:
        days: int = values["days"]
        return days


INSIGHTS: Final = InsightsSchema()


def insight_routes(read_insight: ReadInsight) -> Blueprint:
    routes = Blueprint("insights", __name__, url_prefix="/insights")

    @routes.get("")
    @needs(Right.READ)
    @with_query(INSIGHTS)
    def insights(days: int) -> Response:
        return json_answer(insight_answer(read_insight(days)))

    @routes.delete("")
    @needs(Right.RESET_INSIGHTS)
    def reset() -> Response:
        read_insight.reset(current_operator().name)
        return no_content()

    @routes.get("/resets")
    @needs(Right.READ)
    @with_query(PAGE)
    def resets(wanted: tuple[int | None, int]) -> Response:
        return json_answer(resets_answer(read_insight.resets(*wanted)))

    return routes
