"""The route that shows the metrics."""

from typing import Final

from flask import Blueprint, Response

from service.metrics.definitions import STORE_UP
from service.metrics.ports import Metrics
from service.store.ports import StoreHealth

_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def metrics_routes(metrics: Metrics, store: StoreHealth) -> Blueprint:
    """The route, over these ports."""
    routes = Blueprint("metrics", __name__)

    @routes.get("/metrics")
    def show() -> Response:
        metrics.set_gauge(STORE_UP, store.reachable())
        return Response(metrics.exposition(), content_type=_TYPE, headers={"X-Content-Type-Options": "nosniff"})

    return routes
