"""The baseline for the service: bare Flask routes, each of which returns a constant JSON of a given size."""

import json
import os
from collections.abc import Callable

from flask import Flask, Response

SIZES = "BENCH_ANSWER_SIZES"


def create_app(sizes: dict[str, int]) -> Flask:
    """An application with a route for each size, and a liveness route."""
    app = Flask("bare", static_folder=None)
    for path, size in sizes.items():
        app.add_url_rule(path, path, _constant(size), methods=["POST"])
    app.add_url_rule("/health/live", "live", _constant(20))
    return app


def _constant(size: int) -> Callable[[], Response]:
    text = json.dumps({"constant": "x" * (size - len('{"constant": ""}'))}).encode()

    def answer() -> Response:
        return Response(text, content_type="application/json")

    return answer


app = create_app(json.loads(os.environ.get(SIZES, "{}")))
