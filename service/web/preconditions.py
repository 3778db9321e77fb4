"""The header If-Match: which revisions of the tuning a caller would build on."""

import re
from typing import Final

from flask import request
from werkzeug.exceptions import PreconditionRequired

_ETAG: Final = re.compile(r'"(0|[1-9][0-9]{0,15})"')


def etag(revision: int) -> str:
    """A revision's entity tag, a strong one: its number in quotes."""
    return f'"{revision}"'


def revisions_matched() -> frozenset[int]:
    """The revisions that the request names. What is no entity tag of ours names none, so it can only be stale."""
    header = request.headers.get("If-Match", "*").strip()
    if header == "*":
        # Any revision at all: that would write over whatever somebody else has just changed.
        raise PreconditionRequired('Send the ETag of the revision that you have read: If-Match: "<revision>".')
    tags = (_ETAG.fullmatch(tag.strip()) for tag in header.split(","))
    return frozenset(int(tag[1]) for tag in tags if tag)
