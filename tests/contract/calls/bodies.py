"""The calls that every operation with a body has: one for each thing that a body can be."""

from collections.abc import Iterator

from service.web.batches import BATCH_BODY_LIMIT
from service.web.json_body import BODY_LIMIT
from tests.contract.calls.call import Call
from tests.fakes import AS_ADMIN
from tests.openapi import Operation, examples, operations

JSON_TYPE = {"content_type": "application/json"}
LIMITS = {"/v1/resolve/batch": BATCH_BODY_LIMIT}


def calls_with_a_body(operation: Operation) -> Iterator[Call]:
    """Good, broken, too large, of another type, and an array."""
    assert operation.request_media
    method, path = operation.method, operation.path
    limit = LIMITS.get(path, BODY_LIMIT)
    by = {"headers": AS_ADMIN} if operation.for_admins else {}
    yield Call(method, path, operation.success, {"json": next(iter(examples(operation.request_media).values())), **by})
    yield Call(method, path, 400, {"data": b"{", **JSON_TYPE, **by})
    yield Call(method, path, 413, {"data": b"{}" + b" " * (limit - 1), **JSON_TYPE, **by})
    yield Call(method, path, 415, {"data": b"{}", "content_type": "text/plain", **by})
    yield Call(method, path, 422, {"data": b"[]" + b" " * (limit - 2), **JSON_TYPE, **by})


CALLS = tuple(call for one in operations() if one.request_media for call in calls_with_a_body(one))
