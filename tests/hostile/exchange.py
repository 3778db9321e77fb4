"""What one connection sends and gets."""

import gzip
import zlib
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from tests.openapi import Operation

HTML: Final = "text/html"
JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as bytes, and what the judge has to know of it."""

    data: bytes
    what: str
    """The operation, for the report."""
    operation: Operation | None = None
    """The operation that it reaches for certain: the contract says what may be answered."""
    is_head: bool = False
    is_page: bool = False
    """Whether a good answer may be HTML."""
    is_broken: bool = False
    """Whether the bytes are no valid HTTP, so that the connection ends with the answer."""
    cut: bool = False
    """Whether the sender ends the connection after these bytes, so that there may be no answer."""
    abandoned: bool = False
    """Whether the sender resets the connection after these bytes, without waiting for the answer."""


@dataclass(frozen=True, slots=True)
class Got:
    """An answer, or none."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip()

    @property
    def document(self) -> Any:
        """The JSON value of the body, compressed or not; None if it is none."""
        try:
            compressed = self.headers.get("content-encoding") == "gzip"
            return orjson.loads(gzip.decompress(self.body) if compressed else self.body)
        except (orjson.JSONDecodeError, gzip.BadGzipFile, EOFError, zlib.error):
            return None


NO_ANSWER: Final = Got(0)
Script = Generator[Sent, Got, None]
"""Requests of one connection, each chosen after the answer to the one before; it raises `PromiseBroken`."""


class PromiseBroken(Exception):
    """An answer is good by itself, but contradicts an earlier one."""


def request(  # noqa: PLR0913  the parts of a request
    method: str,
    target: str,
    what: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    *,
    is_page: bool = False,
    operation: Operation | None = None,
) -> Sent:
    """A request that is valid HTTP, whatever is in it."""
    fields = {"Host": "127.0.0.1", **(headers or {})}
    if body is not None:
        fields = {"Content-Type": JSON, **fields, "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    data = f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogateescape") + (body or b"")
    return Sent(data, what, operation, is_head=method == "HEAD", is_page=is_page)
