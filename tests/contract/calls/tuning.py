"""The calls of the operations that read and change the tuning."""

from functools import partial

from flask import Flask

from service.settings import Settings
from tests.builders.actions import PVE, with_hands
from tests.builders.tuned import emptied_app, tuned_app
from tests.builders.tunings import whole_document_with
from tests.contract.calls.call import Call
from tests.fakes.app import AS_ADMIN, make_app

TUNING = "/v1/admin/tuning"
RESTORE = f"{TUNING}/restore"
ADOPT = f"{TUNING}/adopt"
REVISIONS = f"{TUNING}/revisions"
REVISION = f"{REVISIONS}/{{revision}}"
DIFF = f"{TUNING}/diff"
SCHEMA = f"{TUNING}/schema"
OPERATIONS = (
    ("GET", TUNING),
    ("PATCH", TUNING),
    ("PUT", TUNING),
    ("POST", RESTORE),
    ("POST", ADOPT),
    ("GET", SCHEMA),
    ("GET", DIFF),
    ("POST", DIFF),
    ("GET", REVISIONS),
    ("GET", REVISION),
)
OF_ONE = {"revision": "2"}
PATCHED = {"json": {"values": {"critical_margin": 80}, "reason": "Try."}}
WHOLE = {"values": whole_document_with()}
REPLACED = {"json": {**WHOLE, "reason": "Try."}}
RESTORED = {"json": {"tuning_revision": 1, "reason": "Try."}}
ADOPTED = {"json": {"keep": "store", "reason": "Try."}}
BASED_ON_2 = {**AS_ADMIN, "If-Match": '"2"'}
IN_NEED = (
    Call("PATCH", TUNING, 200, {**PATCHED, "headers": BASED_ON_2}),
    Call("PUT", TUNING, 200, {**REPLACED, "headers": BASED_ON_2}),
    Call("POST", RESTORE, 200, {**RESTORED, "headers": BASED_ON_2}),
    Call("GET", DIFF, 200, {"headers": AS_ADMIN, "query_string": {"from": "2"}}),
    Call("POST", DIFF, 200, {"json": WHOLE, "headers": AS_ADMIN, "query_string": {"to": "2"}}),
    Call("GET", REVISIONS, 200, {"headers": AS_ADMIN}),
    Call("GET", REVISION, 200, {"headers": AS_ADMIN}, OF_ONE),
)
"""The calls that cannot do without the log."""

unavailable = partial(tuned_app, unavailable=True)
damaged = partial(tuned_app, damaged={2})


def closed_app() -> Flask:
    """No token is set."""
    return make_app(Settings())


CALLS = (
    Call("GET", TUNING, 200, {"headers": AS_ADMIN}, app=unavailable),
    Call("GET", TUNING, 304, {"headers": {**AS_ADMIN, "If-None-Match": '"2"'}}, app=tuned_app),
    Call("GET", TUNING, 422, {"headers": AS_ADMIN, "query_string": {"revision": "1"}}, app=tuned_app),
    Call("GET", REVISION, 422, {"headers": AS_ADMIN, "query_string": {"revision": "1"}}, OF_ONE, tuned_app),
    Call("GET", TUNING, 409, {"headers": AS_ADMIN}, app=damaged),
    Call("GET", SCHEMA, 200, {"headers": AS_ADMIN}),
    Call("GET", SCHEMA, 304, {"headers": {**AS_ADMIN, "If-None-Match": "*"}}),
    Call("GET", SCHEMA, 422, {"headers": AS_ADMIN, "query_string": {"revision": "1"}}),
    *(Call(method, path, 401, names=OF_ONE) for method, path in OPERATIONS),
    *(Call(method, path, 403, names=OF_ONE, app=closed_app) for method, path in OPERATIONS),
    *(Call(one.method, one.path, 200, one.send, one.names, tuned_app) for one in IN_NEED),
    *(Call(one.method, one.path, 409, one.send, one.names, damaged) for one in IN_NEED),
    *(Call(one.method, one.path, 503, one.send, one.names, unavailable) for one in IN_NEED),
    Call("PATCH", TUNING, 412, {**PATCHED, "headers": {**AS_ADMIN, "If-Match": '"1"'}}, app=tuned_app),
    Call("PUT", TUNING, 412, {**REPLACED, "headers": {**AS_ADMIN, "If-Match": '"1"'}}, app=tuned_app),
    Call("POST", RESTORE, 412, {**RESTORED, "headers": {**AS_ADMIN, "If-Match": '"1"'}}, app=tuned_app),
    Call("POST", ADOPT, 200, {**ADOPTED, "headers": BASED_ON_2}, app=emptied_app),
    Call("POST", ADOPT, 409, {**ADOPTED, "headers": BASED_ON_2}, app=tuned_app),
    Call("POST", ADOPT, 412, {**ADOPTED, "headers": {**AS_ADMIN, "If-Match": '"1"'}}, app=emptied_app),
    Call("POST", ADOPT, 428, {**ADOPTED, "headers": AS_ADMIN}, app=emptied_app),
    Call("POST", ADOPT, 503, {**ADOPTED, "headers": {**AS_ADMIN, "If-Match": '"0"'}}, app=unavailable),
    Call("PATCH", TUNING, 428, {**PATCHED, "headers": AS_ADMIN}, app=tuned_app),
    Call("PUT", TUNING, 428, {**REPLACED, "headers": AS_ADMIN}, app=tuned_app),
    Call("POST", RESTORE, 428, {**RESTORED, "headers": {**AS_ADMIN, "If-Match": "*"}}, app=tuned_app),
    Call("GET", DIFF, 422, {"headers": AS_ADMIN, "query_string": {"from": "3"}}, app=tuned_app),
    Call("GET", REVISIONS, 422, {"headers": AS_ADMIN, "query_string": {"limit": "0"}}, app=tuned_app),
    Call("GET", REVISION, 404, {"headers": AS_ADMIN}, {"revision": "3"}, app=tuned_app),
    Call("POST", "/v1/score", 503, {"json": with_hands(PVE) | {"tuning_revision": 1}}, app=unavailable),
    Call("POST", "/v1/odds", 503, {"json": PVE | {"tuning_revision": 1}}, app=unavailable),
)
