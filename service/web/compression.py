"""Compressing answers for callers that take gzip."""

import zlib
from functools import lru_cache
from typing import Final

from flask import Response
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

SMALLEST: Final = 1024
"""Shorter answers fit in one packet as they are."""
_FASTEST: Final = 1
_AS_GZIP: Final = zlib.MAX_WBITS | 16


def compress(response: Response, accepted: str) -> Response:
    """The answer, compressed if it is long and `Accept-Encoding` takes gzip."""
    length = response.calculate_content_length()
    if length is None or length <= SMALLEST or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if takes_gzip(accepted):
        # The fastest level, for most answers are made for one caller: JSON still shrinks to a third.
        packer = zlib.compressobj(_FASTEST, wbits=_AS_GZIP)
        response.set_data(packer.compress(response.get_data()) + packer.flush())
        response.headers["Content-Encoding"] = "gzip"
        tag, weak = response.get_etag()
        if tag is not None and not weak:
            response.set_etag(tag, weak=True)  # other bytes of the same document
    return response


@lru_cache(maxsize=64)
def takes_gzip(accepted: str) -> bool:
    """Whether this `Accept-Encoding` takes gzip."""
    return parse_accept_header(accepted, Accept).quality("gzip") > 0 if "gzip" in accepted.lower() else False
