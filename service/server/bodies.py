"""Reports errors in request bodies as OSError, as any stream does."""

from typing import Any

from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader


class BrokenBody(OSError):
    """The body is not valid HTTP, or is incomplete."""


def guard_body(request: Any) -> None:
    """Raise `BrokenBody` from reads of a broken body."""
    reader = request.body.reader
    if isinstance(reader, ChunkedReader):
        request.body.reader = _GuardedReader(request, _ChunkedReader(request, request.unreader))
    elif reader.length:
        request.body.reader = _GuardedReader(request, reader)


class _GuardedReader:
    """Closes the connection after an error in the body, since the start of the next request is then unknown."""

    def __init__(self, request: Any, reader: Any) -> None:
        self._request = request
        self._reader = reader

    @property
    def length(self) -> int | None:
        """The bytes that are left to read; None for a body in chunks."""
        return getattr(self._reader, "length", None)

    def read(self, size: int) -> bytes:
        try:
            data: bytes = self._reader.read(size)
        except (errors.ParseException, OSError) as error:
            self._request.force_close()
            if isinstance(error, TimeoutError):
                raise
            raise BrokenBody(_reason(error)) from None
        return data


class _ChunkedReader(ChunkedReader):
    """gunicorn's reader, except that it refuses a bare line feed; gunicorn would keep waiting for CRLF."""

    def read_into(self, unreader: Any, buf: bytearray) -> None:
        if b"\n" in buf and b"\r\n" not in buf:
            raise errors.InvalidChunkSize(b"bare line feed")
        super().read_into(unreader, buf)


def _reason(error: Exception) -> str:
    match error:
        case errors.InvalidChunkSize():
            return "a chunk does not begin with its size in hexadecimal digits and CRLF"
        case errors.InvalidChunkExtension():
            return "a chunk extension is not valid"
        case errors.ChunkMissingTerminator():
            return "a chunk does not end where its size says, with CRLF"
        case errors.InvalidHeader() | errors.InvalidHeaderName() | errors.ObsoleteFolding():
            return "a trailer after the last chunk is not valid"
        case errors.LimitRequestHeaders():
            return "there are too many trailers after the last chunk"
        case _:
            return "it breaks off"
