"""Flask adapted to an API: unknown query parameters are refused, long answers compressed, OPTIONS has no body."""

import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from flask import Flask, Request, Response, request
from flask.globals import request_ctx
from flask.sessions import NullSession, SessionInterface
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header
from werkzeug.routing import MapAdapter, Rule

from service.engines.pauses import byte_parts
from service.system.clock import give_way
from service.web.json_io import no_content
from service.web.query import refuse_query


class LazyRule(Rule):
    """A route that compiles its URL builder on first use. Nothing here uses it.

    werkzeug compiles it twice for every route, which takes most of the time of creating an application.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        compile_now = super()._compile_builder

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            return compile_now(append_unknown)(rule, **values)

        return build


class NoSessions(SessionInterface):
    """The same empty session for every request: the service has no cookies."""

    def __init__(self) -> None:
        self._session: Final = NullSession()

    def open_session(self, _app: Flask, _request: Request) -> NullSession:
        return self._session


class ApiFlask(Flask):
    """Checks queries and compresses answers for all routes. Flask's hooks would cost every request more.

    It also leaves out of every request what only other applications need: sessions, views that are coroutines, and
    routes that depend on the host.
    """

    url_rule_class = LazyRule
    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: no view or hook is a coroutine."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Bind the routes to a request. No route depends on the host or redirects, so the host is not looked at."""
        if request is None or "HTTP_UPGRADE" in request.environ:  # which may ask for a WebSocket
            return super().create_url_adapter(request)
        query = request.environ.get("QUERY_STRING", "")
        return MapAdapter(self.url_map, "", "/", "", request.scheme, request.path, request.method, query)

    def dispatch_request(self) -> ResponseReturnValue:
        """Call the view, unless the query has parameters that it does not take."""
        asked = request_ctx.request  # looked up once; `request` would look it up for each of its attributes
        rule = asked.url_rule
        if asked.environ.get("QUERY_STRING") and rule and asked.method != "OPTIONS":
            refuse_query(self.view_functions[rule.endpoint])
        return super().dispatch_request()

    def process_response(self, response: Response) -> Response:
        return compress(super().process_response(response), request.environ.get("HTTP_ACCEPT_ENCODING", ""))

    def make_default_options_response(self) -> Response:
        """An empty answer with `Allow`; Flask's own names the type of a body that it does not have."""
        response = no_content()
        response.headers["Allow"] = super().make_default_options_response().headers["Allow"]
        return response


SMALLEST: Final = 1024
"""In bytes. Shorter answers fit in one packet uncompressed."""
_FASTEST: Final = 1
_AS_GZIP: Final = zlib.MAX_WBITS | 16


def compress(response: Response, accepted: str) -> Response:
    """The response, compressed if it is long and `Accept-Encoding` accepts gzip."""
    length = response.calculate_content_length()
    if length is None or length <= SMALLEST or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if takes_gzip(accepted):
        # The fastest level, because most answers are sent once: JSON still shrinks to a third.
        packer = zlib.compressobj(_FASTEST, wbits=_AS_GZIP)
        packed = [*map(packer.compress, byte_parts(response.get_data(), give_way)), packer.flush()]
        response.set_data(b"".join(packed))
        response.headers["Content-Encoding"] = "gzip"
        tag, weak = response.get_etag()
        if tag is not None and not weak:
            response.set_etag(tag, weak=True)  # the same document in other bytes
    return response


@lru_cache(maxsize=64)
def takes_gzip(accepted: str) -> bool:
    return parse_accept_header(accepted, Accept).quality("gzip") > 0 if "gzip" in accepted.lower() else False
