"""Entity tags: If-Match names the revisions that a change may build on, If-None-Match what the caller already has."""

import re
from http import HTTPStatus
from typing import Final

from flask import Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import PreconditionRequired

REVISION: Final = re.compile(r"0|[1-9][0-9]{0,15}")
"""A revision in an entity tag: a number with exactly one way to write it."""
_ENTITY_TAG: Final = re.compile(r'(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"')


def etag(revision: int) -> str:
    """A revision's strong entity tag: its number in quotes."""
    return f'"{revision}"'


def tagged(response: Response, tag: str, *, weak: bool = False) -> Response:
    """The answer with this entity tag, or 304 if the caller already has it."""
    response.set_etag(tag, weak)
    return _unless_seen(response)


def tagged_by_content(response: Response) -> Response:
    """Like `tagged`, for a document without a revision number: the tag is a hash of its content."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag(weak=True)
    return _unless_seen(response)


def _unless_seen(response: Response) -> Response:
    # Response.make_conditional would add a second Date to gunicorn's, and answer 412 to an If-Match on a GET.
    tag, _ = response.get_etag()
    if tag is not None and request.if_none_match.contains_weak(tag):
        response.status_code = HTTPStatus.NOT_MODIFIED  # which werkzeug sends without body and entity headers
    return response


def revisions_matched() -> frozenset[int]:
    """The revisions that If-Match names. A tag that is not one of ours names none, so it can only be stale.

    A weak tag counts as a strong one: a proxy that compresses an answer weakens its tag, but the revision is the same.
    """
    header = request.headers.get("If-Match", "*").strip()
    if header == "*":
        # Any revision would match, so this change could overwrite another that was just made.
        raise PreconditionRequired('Send the ETag of the revision that you have read: If-Match: "<revision>".')
    tags = [tag.strip() for tag in header.split(",") if tag.strip()]
    named = [_ENTITY_TAG.fullmatch(tag) for tag in tags]
    if not tags or None in named:
        raise ValidationError({"If-Match": ['Must be the ETag of a revision, in its quotes: If-Match: "3".']})
    return frozenset(int(tag[1]) for tag in named if tag and REVISION.fullmatch(tag[1]))
