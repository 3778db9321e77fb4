"""Remembers what gunicorn made of the lines of requests: most lines come again and again, from every caller alike."""

from typing import Any, Final

from gunicorn.http.errors import ParseException
from gunicorn.http.message import Request

Header = tuple[str, str]

_REPEATED: Final = frozenset(
    [
        "ACCEPT",
        "ACCEPT-ENCODING",
        "ACCEPT-LANGUAGE",
        "CONNECTION",
        "CONTENT-LENGTH",
        "CONTENT-TYPE",
        "HOST",
        "USER-AGENT",
    ]
)
"""The headers whose lines are remembered. They are no secrets, are much the same in all requests, and gunicorn decides
about each by its line alone, unless one is there twice."""
_LONGEST: Final = 256
_MOST: Final = 1024


class KnownLines:
    """What gunicorn made of lines that it has accepted, by their bytes."""

    def __init__(self) -> None:
        self.headers: Final[dict[bytes, Header]] = {}
        self.requests: Final[dict[bytes, tuple[Any, ...]]] = {}
        """The fields of request lines."""

    def learn_headers(self, lines: list[bytes], headers: list[Header]) -> None:
        """Remember these lines, where each of them is a header."""
        if len(lines) == len(headers):
            for line, header in zip(lines, headers, strict=True):
                if header[0] in _REPEATED:
                    _remember(self.headers, line, header)

    def learn_request(self, line: bytes, fields: tuple[Any, ...]) -> None:
        _remember(self.requests, line, fields)


def _remember(known: dict[bytes, Any], line: bytes, value: Any) -> None:
    if len(line) <= _LONGEST:
        if len(known) >= _MOST:
            known.clear()  # callers who send other lines each time leave no more room than this
        known[line] = value


class KnownLinesRequest(Request):
    """gunicorn's request, except that a line which has come before is not parsed again."""

    known_lines: KnownLines
    method: str
    uri: str
    path: str
    query: str
    fragment: str
    version: tuple[int, int]

    def parse_request_line(self, line_bytes: bytes) -> None:
        fields = self.known_lines.requests.get(line_bytes)
        if fields is None:
            super().parse_request_line(line_bytes)
            fields = (self.method, self.uri, self.path, self.query, self.fragment, self.version)
            self.known_lines.learn_request(line_bytes, fields)
        else:
            self.method, self.uri, self.path, self.query, self.fragment, self.version = fields

    def parse_headers(self, data: bytes, from_trailer: bool = False) -> list[Header]:  # noqa: FBT001, FBT002
        """Return the headers; gunicorn parses those that are new, or all of them if one is there twice."""
        lines = data.split(b"\r\n")
        if from_trailer or len(lines) > self.limit_request_fields:
            return self._parsed(data, from_trailer)
        known = self.known_lines.headers
        headers = [known[line] for line in lines if line in known]
        if len(headers) < len(lines):
            unknown = [line for line in lines if line not in known]
            try:
                new = self._parsed(b"\r\n".join(unknown))
            except ParseException:
                return self._parsed(data)  # so that the error names the line that gunicorn would name
            self.known_lines.learn_headers(unknown, new)
            headers += new
        return headers if len(dict(headers)) == len(headers) else self._parsed(data)

    def _parsed(self, data: bytes, from_trailer: bool = False) -> list[Header]:  # noqa: FBT001, FBT002
        parsed: list[Header] = super().parse_headers(data, from_trailer)
        return parsed
