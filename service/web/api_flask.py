"""Flask as an API has it: no query is ignored, long answers are compressed, and OPTIONS answers have no body."""

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue

from service.web.compression import compress
from service.web.json_answer import no_content
from service.web.query import refuse_query


class ApiFlask(Flask):
    """Does for every route what Flask leaves to each of them; a hook for each would cost every request more."""

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
