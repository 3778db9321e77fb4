"""The route that verifies a draw."""

from flask import Blueprint, Response

from service.verification.answers import verified_answer
from service.verification.schemas import read_draw_to_verify
from service.verification.verify import verify_draw
from service.web.json_io import json_answer, read_json


def verification_routes() -> Blueprint:
    routes = Blueprint("verification", __name__, url_prefix="/v1/draws")

    @routes.post("/verify")
    def verify() -> Response:
        return json_answer(verified_answer(verify_draw(read_draw_to_verify(read_json()))))

    return routes
