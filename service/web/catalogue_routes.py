"""The route that shows the catalogue."""

from flask import Blueprint, Response

from service.usecases.ports import TuningStore
from service.web.answers.catalogue import catalogue_answer
from service.web.json_answer import json_answer


def catalogue_routes(tunings: TuningStore) -> Blueprint:
    """The route, over this store."""
    routes = Blueprint("catalogue", __name__, url_prefix="/v1")

    @routes.get("/catalogue")
    def catalogue() -> Response:
        return json_answer(catalogue_answer(tunings.current()))

    return routes
