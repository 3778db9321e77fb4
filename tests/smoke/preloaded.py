"""The service as a master would have it that has drawn a hand before it forks its workers."""

import os

from flask import Response

from tests.smoke.cold_app import app

UNSKILLED = {"action_type": "pve", "threshold": 0, "actor": {"skills": {}}}


@app.after_request
def name_the_worker(response: Response) -> Response:
    response.headers["X-Worker"] = str(os.getpid())
    return response


# Fills the pool of random words, which every worker then has a copy of.
app.test_client().post("/v1/resolve", json=UNSKILLED)
