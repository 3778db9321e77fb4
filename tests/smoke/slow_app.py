"""The service with two slow routes: one that lets others go on while it waits, and one that holds its worker."""

import sys
import time

from flask import Response

from tests.smoke.cold_app import app

__all__ = ["app"]


def _say_so() -> None:
    sys.stdout.write("A slow request is under way.\n")
    sys.stdout.flush()


@app.get("/wait/<int:seconds>")
def wait(seconds: int) -> Response:
    _say_so()
    time.sleep(seconds)
    return Response("waited", content_type="text/plain")


@app.get("/compute/<int:seconds>")
def compute(seconds: int) -> Response:
    _say_so()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass
    return Response("computed", content_type="text/plain")
