"""The service with two slow routes: one that lets others go on while it waits, and one that holds its worker."""

import time

from flask import Response, request

from service.wsgi import app

__all__ = ["app"]


@app.get("/wait")
def wait() -> Response:
    time.sleep(float(request.args["seconds"]))
    return Response("waited", content_type="text/plain")


@app.get("/compute")
def compute() -> Response:
    until = time.monotonic() + float(request.args["seconds"])
    while time.monotonic() < until:
        pass
    return Response("computed", content_type="text/plain")
