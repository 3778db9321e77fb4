"""The calls that every operation with a body has: one for each thing that a body can be."""

from collections.abc import Iterator
from typing import Any

from service.actions.batches import BATCH_BODY_LIMIT
from service.web.json_io import BODY_LIMIT
from tests.contract.calls.call import Call
from tests.contract.calls.prepared import headers_for, names_for, state_for
from tests.openapi import Operation, first_request, operations

JSON_TYPE = {"content_type": "application/json"}
LIMITS = {"/v1/resolve/batch": BATCH_BODY_LIMIT}


def calls_with_a_body(operation: Operation) -> Iterator[Call]:
    """Good, broken, too large, of another type, and an array."""
    limit = LIMITS.get(operation.path, BODY_LIMIT)
    sent: dict[int, dict[str, Any]] = {
        operation.success: {"json": first_request(operation)},
        400: {"data": b"{", **JSON_TYPE},
        413: {"data": b"{}" + b" " * (limit - 1), **JSON_TYPE},
        415: {"data": b"{}", "content_type": "text/plain"},
        422: {"data": b"[]" + b" " * (limit - 2), **JSON_TYPE},
    }
    names, app = names_for(operation), state_for(operation)
    for status, body in sent.items():
        send = {"headers": headers_for(operation), **body}
        yield Call(operation.method, operation.path, status, send, names, app)


CALLS = tuple(call for one in operations() if one.request_media for call in calls_with_a_body(one))
