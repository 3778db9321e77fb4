"""Routes for those who run the service: is it alive, is it ready, which version is it."""

from http import HTTPStatus

from flask import Blueprint, Response

from service import VERSION
from service.usecases.ports import Store, TuningStore
from service.web.json_answer import json_answer
from service.web.problems import RETRY_AFTER_S


def operation_routes(store: Store, tunings: TuningStore) -> Blueprint:
    """The routes, over these ports."""
    routes = Blueprint("operations", __name__)

    @routes.get("/health/live")
    def live() -> Response:
        return json_answer({"status": "live"})

    @routes.get("/health/ready")
    def ready() -> Response:
        if store.reachable():
            return json_answer({"status": "ready", "checks": {"store": "up"}})
        answer = {"status": "not_ready", "checks": {"store": "down"}}
        response = json_answer(answer, HTTPStatus.SERVICE_UNAVAILABLE)
        response.headers["Retry-After"] = str(RETRY_AFTER_S)
        return response

    @routes.get("/version")
    def version() -> Response:
        return json_answer({"version": VERSION, "tuning_revision": tunings.current().number})

    return routes
