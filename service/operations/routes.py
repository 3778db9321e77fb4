"""Routes for operators: health, readiness, version, metrics."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response

from service import VERSION
from service.metrics.definitions import STORE_UP, Metrics
from service.store.condition import SILENT, StoreHealth, StoreState
from service.tuning.answers import standing_answer
from service.tuning.ports import LiveTuning
from service.web.json_io import json_answer
from service.web.problems import RETRY_AFTER_S

_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def metrics_routes(metrics: Metrics, store: StoreHealth) -> Blueprint:
    """The route, over these ports."""
    routes = Blueprint("metrics", __name__)

    @routes.get("/metrics")
    def show() -> Response:
        metrics.set_gauge(STORE_UP, store.reachable())
        return Response(metrics.exposition(), content_type=_TYPE)

    return routes


def operation_routes(store: StoreHealth, tunings: LiveTuning, environment: str) -> Blueprint:
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
        number = tunings.current().number
        return json_answer({"version": VERSION, "environment": environment, "tuning_revision": number})

    return routes
