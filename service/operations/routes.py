"""Routes for operators: liveness, readiness and version."""

from http import HTTPStatus

from flask import Blueprint, Response

from service import VERSION
from service.store.condition import SILENT, StoreState
from service.store.ports import StoreHealth
from service.tuning.answers import standing_answer
from service.tuning.ports import LiveTuning
from service.web.json_io import json_answer
from service.web.problems import RETRY_AFTER_S


def operation_routes(store: StoreHealth, tunings: LiveTuning) -> Blueprint:
    routes = Blueprint("operations", __name__)

    @routes.get("/health/live")
    def live() -> Response:
        return json_answer({"status": "live"})

    @routes.get("/health/ready")
    def ready() -> Response:
        condition = store.condition()
        answer = {
            "checks": {"store": condition.state},
            "detail": condition.detail,
            "warnings": condition.warnings,
            "tuning": standing_answer(tunings.standing(), store_up=condition.state not in SILENT),
        }
        if condition.state is StoreState.UP:
            return json_answer({"status": "ready", **answer})
        response = json_answer({"status": "not_ready", **answer}, HTTPStatus.SERVICE_UNAVAILABLE)
        response.headers["Retry-After"] = str(RETRY_AFTER_S)
        return response

    @routes.get("/version")
    def version() -> Response:
        return json_answer({"version": VERSION, "tuning_revision": tunings.current().number})

    return routes
