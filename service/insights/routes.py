"""Routes for insights."""

from flask import Blueprint, Response

from service.insights.answers import (
    by_crime_answer,
    by_day_answer,
    by_revision_answer,
    insight_answer,
    resets_answer,
)
from service.insights.read import ReadInsight
from service.insights.schemas import INSIGHTS, By, WantedInsight
from service.operators.request import current_operator, needs
from service.operators.roles import Right
from service.tuning.schemas import PAGE
from service.web.json_io import json_answer, no_content
from service.web.query import with_query


def insight_routes(read_insight: ReadInsight) -> Blueprint:
    routes = Blueprint("insights", __name__, url_prefix="/insights")

    @routes.get("")
    @needs(Right.READ)
    @with_query(INSIGHTS)
    def insights(wanted: WantedInsight) -> Response:
        days, start, size = wanted.days, wanted.start, wanted.size
        match wanted.by:
            case None:
                return json_answer(insight_answer(read_insight(days)))
            case By.DAY:
                return json_answer(by_day_answer(read_insight.by_day(days)))
            case By.REVISION:
                return json_answer(by_revision_answer(read_insight.by_revision(days, start, size)))
            case By.CRIME:
                found = read_insight.by_crime(days, start or 0, size, wanted.challenge)
                return json_answer(by_crime_answer(found))

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
