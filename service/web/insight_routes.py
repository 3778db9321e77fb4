"""Routes for designers: what all resolutions together come to."""

from flask import Blueprint, Response

from service.usecases.read_insight import ReadInsight
from service.web.answers.insights import insight_answer
from service.web.json_answer import json_answer, no_content
from service.web.query import with_query
from service.web.schemas.insights import INSIGHTS


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
