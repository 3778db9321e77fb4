"""Documents that are made once and sent often: pages, styles, scripts, files."""

import gzip
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from flask import Response, request

from service.web.conditional import tagged

CHECK_FIRST: Final = "no-cache"
FOR_A_YEAR: Final = "public, max-age=31536000, immutable"
PALETTE: Final = Path(__file__).with_name("palette.css")


def read_styles(path: Path) -> str:
    """A style sheet, after the colours and typefaces that all pages have."""
    return PALETTE.read_text("utf-8") + path.read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Resource:
    """A gzip-compressed document. Few callers do not accept gzip, and decompressing is quick."""

    media_type: str
    packed: bytes
    digest: str
    """The digest of the uncompressed content: the same document always has the same one."""

    @classmethod
    def of(cls, media_type: str, content: bytes | str) -> Self:
        plain = content.encode() if isinstance(content, str) else content
        return cls(media_type, gzip.compress(plain, 9, mtime=0), sha256(plain).hexdigest()[:20])

    @property
    def content(self) -> bytes:
        """The uncompressed document."""
        return gzip.decompress(self.packed)


def send_page(page: Resource, policy: str) -> Response:
    """A page with its Content-Security-Policy. Callers check for a newer one each time."""
    response = send_resource(page, CHECK_FIRST)
    response.headers["Content-Security-Policy"] = policy
    return response


def send_resource(resource: Resource, caching: str) -> Response:
    """The document, compressed for callers that accept gzip; a 304 for callers that already have it."""
    response = Response(mimetype=resource.media_type)
    response.headers["Cache-Control"] = caching
    response.headers["Referrer-Policy"] = "no-referrer"
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"]:
        response.data = resource.packed
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.data = resource.content
    return tagged(response, resource.digest, weak=True)  # the same document, compressed or not
