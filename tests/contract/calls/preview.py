"""The calls of the preview that the others with a body do not have: those of strangers."""

from service.settings import Settings
from tests.contract.calls.call import Call
from tests.fakes import AS_ADMIN, make_app

PREVIEW = "/v1/admin/tuning/preview"

CALLS = (
    Call("POST", PREVIEW, 401, {"json": {"values": {}}}),
    Call("POST", PREVIEW, 403, {"json": {"values": {}}, "headers": AS_ADMIN}, app=lambda: make_app(Settings())),
)
