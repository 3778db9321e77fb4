"""The route that shows what a change of the tuning would do."""

from flask import Blueprint, Response

from service.usecases.preview_tuning import PreviewTuning
from service.web.answers.preview import previewed_answer
from service.web.json_answer import json_answer
from service.web.json_body import read_json
from service.web.schemas.preview import PREVIEW


def preview_routes(preview_tuning: PreviewTuning) -> Blueprint:
    """The route, over this use case."""
    routes = Blueprint("preview", __name__)

    @routes.post("/tuning/preview")
    def preview() -> Response:
        return json_answer(previewed_answer(preview_tuning(PREVIEW.load(read_json()))))

    return routes
