"""The route that previews a change of the tuning."""

from flask import Blueprint, Response

from service.operators.request import needs
from service.operators.roles import Right
from service.preview.answers import previewed_answer
from service.preview.preview import PreviewTuning
from service.preview.schemas import read_preview
from service.web.json_io import json_answer, read_json


def preview_routes(preview_tuning: PreviewTuning) -> Blueprint:
    routes = Blueprint("preview", __name__)

    @routes.post("/tuning/preview")
    @needs(Right.READ)
    def preview() -> Response:
        previewed = preview_tuning(read_preview(read_json()))
        return json_answer(previewed_answer(previewed, preview_tuning.pause))

    return routes
