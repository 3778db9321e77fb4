"""Bodies as the application reads them: what is wrong with one is an OSError, as from any stream."""

from typing import Any

from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader


class BrokenBody(OSError):
    """The body does not follow the rules of HTTP, or breaks off."""


def guard_body(request: Any) -> None:
    """Have whoever reads the body of this request learn of its mistakes as `BrokenBody`."""
    reader = request.body.reader
    if isinstance(reader, ChunkedReader):
        request.body.reader = _GuardedReader(request, _ChunkedReader(request, request.unreader))
    elif reader.length:
        request.body.reader = _GuardedReader(request, reader)


class _GuardedReader:
    """Another reader, whose connection ends with the first mistake: where the next request begins is then unknown."""

    def __init__(self, request: Any, reader: Any) -> None:
        self._request = request
        self._reader = reader

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
    """gunicorn's, which would wait for the end of a line that a bare line feed has ended."""

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
