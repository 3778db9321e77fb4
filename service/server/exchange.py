"""A request and its answer, as gunicorn hands them to the application, at the least cost for an answer."""

from collections.abc import Callable
from functools import lru_cache
from time import time
from typing import Any, Final
from wsgiref.types import WSGIEnvironment

from gunicorn.http.wsgi import Response, base_environ, proxy_environ
from gunicorn.util import http_date, unquote_to_wsgi_str

from service.engines.pauses import Pause, no_pause

SENT_AT_ONCE: Final = 1 << 16
"""The bytes that are sent without a pause. To send a megabyte takes most of a millisecond."""
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_LAST_CHUNK: Final = b"0\r\n\r\n"
_WITHOUT_PREFIX: Final = {"CONTENT-TYPE": "CONTENT_TYPE", "CONTENT-LENGTH": "CONTENT_LENGTH"}


class FixedSettings:
    """gunicorn's settings, each looked up once: they do not change while a worker runs, and a request reads twenty."""

    def __init__(self, settings: Any) -> None:
        self._settings = settings

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._settings, name)
        setattr(self, name, value)
        return value


def worker_environ(settings: Any) -> WSGIEnvironment:
    """The part of the WSGI environment that is the same for every request of a worker.

    The service is at the root of its host: its pages link to `/docs`, so gunicorn's `SCRIPT_NAME` is not looked at.
    """
    environ: WSGIEnvironment = base_environ(settings)
    del environ["wsgi.file_wrapper"]  # no answer is a file, and whole answers are written by `OneWriteResponse`
    return environ | {"wsgi.multithread": True, "SCRIPT_NAME": ""}


def connection_environ(of_worker: WSGIEnvironment, client: Any, listener_name: Any, address: Any) -> WSGIEnvironment:
    """The part that is the same for every request of a connection."""
    return of_worker | {
        "gunicorn.socket": client,
        "REMOTE_ADDR": address[0],
        "REMOTE_PORT": str(address[1]),
        "SERVER_NAME": listener_name[0],
        "SERVER_PORT": str(listener_name[1]),
    }


def request_environ(of_connection: WSGIEnvironment, request: Any) -> WSGIEnvironment:
    """The whole environment, as gunicorn would make it, except for features of gunicorn that the service does not use.

    gunicorn makes all of it for each request, with a new stream for errors.
    """
    environ = of_connection.copy()
    environ["wsgi.input"] = request.body
    environ["wsgi.url_scheme"] = request.scheme
    environ["REQUEST_METHOD"] = request.method
    environ["QUERY_STRING"] = request.query
    environ["RAW_URI"] = request.uri
    environ["SERVER_PROTOCOL"] = "HTTP/{}.{}".format(*request.version)
    environ["PATH_INFO"] = unquote_to_wsgi_str(request.path) if "%" in request.path else request.path
    repeated: dict[str, list[str]] = {}
    for name, value in request.headers:
        key = _WITHOUT_PREFIX.get(name) or "HTTP_" + name.replace("-", "_")
        if key in environ:
            repeated.setdefault(key, [environ[key]]).append(value)
        else:
            environ[key] = value
    for key, values in repeated.items():
        environ[key] = ",".join(values)
    if request.proxy_protocol_info:
        environ |= proxy_environ(request)
    return environ


class OneWriteResponse(Response):
    """gunicorn's response, except that the head goes out in one write with the first part of the body.

    gunicorn sends them in two. Over half of what a small answer costs is such a call, and a caller that gets the head
    alone wakes up twice.
    """

    headers_sent: bool

    def __init__(
        self,
        req: Any,
        sock: Any,
        cfg: Any,
        send_rest: Callable[[memoryview], object] | None = None,
        pause: Pause = no_pause,
    ) -> None:
        super().__init__(req, sock, cfg)
        self._pause = pause
        self._send_rest = send_rest or sock.sendall

    def send_headers(self) -> None:
        """Leave the head for the next write; until then, an error in the application can still be answered by a 500."""

    def close(self) -> None:
        """Send what is missing: the head of an answer without a body, and the end of one in chunks."""
        if self.chunked or not self.headers_sent:
            self._send(_LAST_CHUNK if self.chunked else b"")

    def default_headers(self) -> list[str]:
        connection = "close" if self.should_close() else "keep-alive"
        headers = [
            "HTTP/{}.{} {}\r\n".format(*self.req.version, self.status),
            f"Server: {self.version}\r\n",
            f"Date: {_date(int(time()))}\r\n",
            f"Connection: {connection}\r\n",
        ]
        if self.chunked:
            headers.append("Transfer-Encoding: chunked\r\n")
        return headers

    def _emit_body(self, data: bytes) -> None:
        self._send(b"%X\r\n%b\r\n" % (len(data), data) if self.chunked else data)

    def _send(self, data: bytes) -> None:
        if len(data) > SENT_AT_ONCE:
            self._pause()
        if not self.headers_sent:
            head = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
            self.headers_sent = True
            data = "".join(head).encode("latin-1") + data
        # Nearly every answer fits into the socket's buffer. `sendall` first asks the system for the buffer's size.
        sent = self.sock.send(data)
        if sent < len(data):
            self._send_rest(memoryview(data)[sent:])


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    return str(http_date(second))
