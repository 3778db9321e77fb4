"""The calls of the preview that the others with a body do not have."""

from tests.contract.calls.call import Call
from tests.contract.calls.tuning import closed_app, unavailable
from tests.fakes.app import AS_ADMIN
from tests.openapi import Json

PREVIEW = "/v1/admin/tuning/preview"
UNCHANGED: Json = {"values": {}}

CALLS = (
    Call("POST", PREVIEW, 401, {"json": UNCHANGED}),
    Call("POST", PREVIEW, 403, {"json": UNCHANGED, "headers": AS_ADMIN}, app=closed_app),
    Call("POST", PREVIEW, 503, {"json": UNCHANGED | {"tuning_revision": 1}, "headers": AS_ADMIN}, app=unavailable),
)
