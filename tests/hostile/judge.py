"""What no answer may be, whatever was sent."""

from collections.abc import Iterator

from tests.hostile.exchange import HTML, JSON, PROBLEM, Got, Sent

UNAVAILABLE = "/problems/store-unavailable"
NO_CODING = 501
"""The one documented answer above 499 besides 503: to a transfer coding that does not exist."""


def findings(sent: Sent, got: Got) -> Iterator[str]:
    """What is wrong with this answer to this request."""
    if not got.status:
        if not sent.cut:
            yield "no answer"
        return
    yield from _status(sent, got)
    yield from _media_type(sent, got)
    if not sent.is_head and got.status not in (204, 304):
        yield from _body(got)


def _status(sent: Sent, got: Got) -> Iterator[str]:
    if got.status == NO_CODING and sent.is_broken:
        return
    if got.status >= 500 and (got.status != 503 or _type_of(got) != UNAVAILABLE):
        yield f"status {got.status}"


def _media_type(sent: Sent, got: Got) -> Iterator[str]:
    if got.media_type == HTML and (got.status >= 400 or not sent.is_page):
        yield f"HTML with status {got.status}"
    elif got.status >= 400 and got.media_type != PROBLEM:
        yield f"status {got.status} as {got.media_type or 'nothing'}"


def _body(got: Got) -> Iterator[str]:
    if got.status >= 400:
        document = got.document
        if not isinstance(document, dict) or not {"type", "title", "status"} <= document.keys():
            yield f"status {got.status} without a problem document"
        elif document["status"] != got.status:
            yield f"status {got.status} with a document that says {document['status']}"
    elif got.media_type == JSON and got.document is None:
        yield f"status {got.status} with a body that is no JSON"


def _type_of(got: Got) -> object:
    document = got.document
    return document.get("type") if isinstance(document, dict) else None
