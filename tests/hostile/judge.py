"""What no answer may be, whatever was sent, and what the contract promises of it."""

from collections.abc import Iterator
from typing import Any, Final

from service.web.problem_types import PROBLEM_TYPES
from tests.hostile.exchange import HTML, JSON, PROBLEM, Got, Sent
from tests.hostile.tokens import SECRETS
from tests.openapi import Operation, mistakes

UNAVAILABLE: Final = "/problems/store-unavailable"
NO_CODING: Final = 501
"""The one documented answer above 499 besides 503: to a transfer coding that does not exist."""
_TYPES: Final = {one.uri: one.status for one in PROBLEM_TYPES.values()}
_ANYWHERE: Final = {400, 408, 417, 501}
"""What any request may be answered, whatever it asks for: it breaks off, or its headers are not valid."""
_HEADERS: Final = ("x-request-id", "x-content-type-options", "cache-control")
"""What every answer has."""
_NO_BODY: Final = (204, 304)


def findings(sent: Sent, got: Got) -> Iterator[str]:
    """What is wrong with this answer to this request."""
    if not got.status:
        if not sent.cut:
            yield "no answer"
        return
    document = got.document if got.media_type in (JSON, PROBLEM) else None
    yield from _status(sent, got, document)
    yield from _media_type(sent, got)
    yield from (f"status {got.status} has a token in it" for token in SECRETS if token in got.body)
    if not sent.is_head and got.status not in _NO_BODY:
        yield from _body(got, document)
    if got.status < 400 or not sent.is_broken:
        yield from (f"status {got.status} without {name}" for name in _HEADERS if name not in got.headers)
    if sent.operation is not None:
        yield from _promised(sent.operation, got, document)


def _status(sent: Sent, got: Got, document: Any) -> Iterator[str]:
    if got.status == NO_CODING and sent.is_broken:
        return
    unavailable = got.status == 503 and isinstance(document, dict) and document.get("type") == UNAVAILABLE
    if got.status >= 500 and not unavailable:
        yield f"status {got.status}"


def _media_type(sent: Sent, got: Got) -> Iterator[str]:
    if got.media_type == HTML and (got.status >= 400 or not sent.is_page):
        yield f"HTML with status {got.status}"
    elif got.status >= 400 and got.media_type != PROBLEM:
        yield f"status {got.status} as {got.media_type or 'nothing'}"


def _body(got: Got, document: Any) -> Iterator[str]:
    if got.status < 400:
        if got.media_type == JSON and document is None:
            yield f"status {got.status} with a body that is no JSON"
    elif not isinstance(document, dict) or not {"type", "title", "status"} <= document.keys():
        yield f"status {got.status} without a problem document"
    elif document["status"] != got.status or _TYPES.get(document["type"]) != got.status:
        yield f"status {got.status} with a document of {document['type']} that says {document['status']}"


def _promised(operation: Operation, got: Got, document: Any) -> Iterator[str]:
    """Where the answer is not what the contract says of its status."""
    promised = operation.response(got.status)
    if promised is None:
        if got.status not in _ANYWHERE:
            yield f"status {got.status} is not in the contract"
        return
    content = promised.get("content", {})
    media = content.get(got.media_type)
    if media is None:
        if content or got.body:
            yield f"status {got.status} as {got.media_type or 'nothing'} is not in the contract"
    elif got.media_type in (JSON, PROBLEM) and (wrong := mistakes(media["schema"], document)):
        yield f"status {got.status} is not as its schema: {wrong[0]:.200}"
