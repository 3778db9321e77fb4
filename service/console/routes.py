"""Routes for the console: its page, and the scripts and styles that it loads."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, abort

from service.console.files import ConsoleFiles
from service.web.resources import CHECK_FIRST, FOR_A_YEAR, send_page, send_resource

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html"
)
"""No inline styles or scripts. Only the templates of the view library can become HTML, and values never do."""


def console_routes(files: Callable[[], ConsoleFiles]) -> Blueprint:
    routes = Blueprint("console", __name__)

    @routes.get("/console")
    def console() -> Response:
        return send_page(files().page, POLICY)

    @routes.get("/console/assets/<version>/<folder>/<name>")
    def asset(version: str, folder: str, name: str) -> Response:
        found = files().assets.get((folder, name))
        if found is None:
            abort(HTTPStatus.NOT_FOUND)
        # During a rollout, a page may ask a host with another release for its files.
        return send_resource(found, FOR_A_YEAR if version == files().version else CHECK_FIRST)

    return routes
