"""Routes for those who run the service: is it alive, is it ready, which version is it."""

from http import HTTPStatus

from flask import Blueprint, Response

from service import VERSION
from service.usecases.ports import Store, TuningStore
from service.web.json_answer import json_answer


def operation_routes(store: Store, tunings: TuningStore) -> Blueprint:
    """The routes, over these ports."""
    routes = Blueprint("operations", __name__)

    @routes.get("/health/live")
    def live() -> Response:
        return json_answer({"status": "live"})

    @routes.get("/health/ready")
    def ready() -> Response:
        reachable = store.reachable()
        checks = {"store": "up" if reachable else "down"}
        status = HTTPStatus.OK if reachable else HTTPStatus.SERVICE_UNAVAILABLE
        return json_answer({"status": "ready" if reachable else "not_ready", "checks": checks}, status)

    @routes.get("/version")
    def version() -> Response:
        return json_answer({"version": VERSION, "tuning_revision": tunings.current().number})

    return routes
