"""The service, which also tells what its worker's collector of garbage looks at."""

import gc

from flask import Response, jsonify

from tests.smoke.cold_app import app


@app.get("/collected")
def collected() -> Response:
    return jsonify(enabled=gc.isenabled(), threshold=gc.get_threshold()[0], objects=len(gc.get_objects()))
