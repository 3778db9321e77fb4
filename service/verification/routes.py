"""The route that verifies a draw, and the page on which players do it themselves."""

from flask import Blueprint, Response

from service.verification.answers import verified_answer
from service.verification.schemas import read_draw_to_verify
from service.verification.verify import verify_draw
from service.verification.verify_page import verify_page
from service.web.json_io import json_answer, read_json
from service.web.resources import send_page


def verification_routes() -> Blueprint:
    routes = Blueprint("verification", __name__, url_prefix="/v1/draws")

    @routes.post("/verify")
    def verify() -> Response:
        return json_answer(verified_answer(verify_draw(read_draw_to_verify(read_json()))))

    return routes


def verify_page_routes() -> Blueprint:
    """The route. It needs neither a token nor the store."""
    routes = Blueprint("verify_page", __name__)
    made = verify_page()

    @routes.get("/verify")
    def show() -> Response:
        return send_page(made.document, made.policy)

    return routes
