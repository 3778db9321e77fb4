"""Flask as an API has it: no query is ignored, long answers are compressed, and OPTIONS answers have no body."""

import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header
from werkzeug.routing import Rule

from service.web.json_io import no_content
from service.web.query import refuse_query


class LazyRule(Rule):
    """A route whose address is built by code that is compiled when first asked for, which is never.

    werkzeug compiles it with every route, twice, and that is most of what making an application takes.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        compile_now = super()._compile_builder

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            return compile_now(append_unknown)(rule, **values)

        return build


class ApiFlask(Flask):
    """Does for every route what Flask leaves to each of them; a hook for each would cost every request more."""

    url_rule_class = LazyRule

    def dispatch_request(self) -> ResponseReturnValue:
        """Answer by the view, which gets no parameters that it does not take."""
        rule = request.url_rule
        if request.environ.get("QUERY_STRING") and rule and request.method != "OPTIONS":
            refuse_query(self.view_functions[rule.endpoint])
        return super().dispatch_request()

    def process_response(self, response: Response) -> Response:
        """Compress the answer where that is worth it and wanted."""
        return compress(super().process_response(response), request.environ.get("HTTP_ACCEPT_ENCODING", ""))

    def make_default_options_response(self) -> Response:
        """The methods that the path takes, as `Allow`, without the type of a body that is not there."""
        response = no_content()
        response.headers["Allow"] = super().make_default_options_response().headers["Allow"]
        return response


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
