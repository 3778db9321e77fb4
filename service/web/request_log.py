"""WSGI middleware: gives every request an id, writes a log line, measures the time to answer, and adds headers."""

import logging
import re
from collections.abc import Iterable
from time import perf_counter
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, has_request_context, request

from service.metrics.definitions import Metrics
from service.system.ports import RequestIds, RequestLog

REQUEST_ID: Final = "destiny.request_id"
"""Key of the request's id in the WSGI environment."""
CALLER: Final = "destiny.caller"
"""Key of the caller's name in the WSGI environment, set once authentication knows it."""
_HEADER: Final = "X-Request-Id"
NO_GUESSING: Final = ("X-Content-Type-Options", "nosniff")
"""A browser must take the answer for what it says it is: text that players have chosen never counts as a page."""
NO_STORE: Final = ("Cache-Control", "no-store")
"""For answers that do not say how they may be cached. Many of them are about a player."""
_WELL_FORMED: Final = re.compile(r"[\x21-\x7e]{1,128}")


def watch(app: Flask, ids: RequestIds, log: RequestLog, metrics: Metrics) -> None:
    """Log and measure every request, and add the request's id to what the application itself logs."""
    app.wsgi_app = RequestWatch(app.wsgi_app, ids, log, metrics)  # type: ignore[method-assign]
    app.logger.addFilter(_name_request)


class RequestWatch:
    """The middleware. Flask's own hooks would cost several times as much."""

    def __init__(self, app: WSGIApplication, ids: RequestIds, log: RequestLog, metrics: Metrics) -> None:
        self._app = app
        self._ids = ids
        self._log = log
        self._metrics = metrics

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Add the request's id to the answer, and what browsers and caches need to know.

        The caller's own id is used where it is well-formed.
        """
        began = perf_counter()
        request_id = environ.get("HTTP_X_REQUEST_ID")
        if not request_id or not _WELL_FORMED.fullmatch(request_id):
            request_id = self._ids.new()
        environ[REQUEST_ID] = request_id

        def start(line: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            # The application calls this when the answer is ready.
            seconds = perf_counter() - began
            values = dict(headers)
            self._note(environ, int(line[:3]), values.get("Content-Length"), seconds)
            if NO_STORE[0] not in values:
                headers.append(NO_STORE)
            headers += ((_HEADER, request_id), NO_GUESSING)
            return start_response(line, headers, *error)

        return self._app(environ, start)

    def _note(self, environ: WSGIEnvironment, status: int, length: str | None, seconds: float) -> None:
        method, rule = environ["REQUEST_METHOD"], environ["werkzeug.request"].url_rule
        self._metrics.observe_request(method, rule and rule.rule, status, seconds)
        self._log.write(
            {
                "request_id": environ[REQUEST_ID],
                "caller": environ.get(CALLER) or environ.get("REMOTE_ADDR"),
                "method": method,
                "path": _path(environ["PATH_INFO"]),
                "status": status,
                "bytes": int(length) if length else None,
                "duration_ms": round(seconds * 1000, 3),
            }
        )


def _path(as_wsgi_has_it: str) -> str:
    # WSGI passes the bytes of the path as Latin-1 characters, whatever their encoding.
    return as_wsgi_has_it if as_wsgi_has_it.isascii() else as_wsgi_has_it.encode("latin-1").decode(errors="replace")


def _name_request(record: logging.LogRecord) -> bool:
    if has_request_context():
        record.request_id = request.environ[REQUEST_ID]
    return True
