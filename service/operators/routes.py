"""The route that tells operators who they are, and where."""

from flask import Blueprint, Response

from service import VERSION
from service.operators.answers import operator_answer
from service.operators.request import current_operator, needs
from service.operators.roles import Right
from service.web.json_io import json_answer


def operator_routes(environment: str) -> Blueprint:
    routes = Blueprint("operators", __name__)

    @routes.get("/whoami")
    @needs(Right.READ)
    def whoami() -> Response:
        where = {"environment": environment, "version": VERSION}
        return json_answer(operator_answer(current_operator()) | where)

    return routes
