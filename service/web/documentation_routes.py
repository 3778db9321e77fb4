"""The contract as a file, and as a page to read and try it. The page loads nothing from elsewhere."""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, send_file

CONTRACT: Final = Path(__file__).resolve().parents[2] / "openapi.yaml"
PAGE: Final = Path(__file__).with_name("documentation.html")
STARTER: Final = Path(__file__).with_name("documentation.js")
_PACKAGED: Final = files("flask_swagger_ui") / "dist"
_ASSETS: Final = ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def documentation_routes() -> Blueprint:
    """The routes; they need nothing but files."""
    routes = Blueprint("documentation", __name__)

    @routes.get("/openapi.yaml")
    def contract() -> Response:
        return send_file(CONTRACT, mimetype="application/yaml")

    @routes.get("/docs")
    def page() -> Response:
        response = send_file(PAGE, mimetype="text/html")
        response.headers["Content-Security-Policy"] = _POLICY
        return response

    @routes.get("/docs/assets/<name>")
    def asset(name: str) -> Response:
        if name == STARTER.name:
            return send_file(STARTER)
        if name not in _ASSETS:
            abort(404)
        with as_file(_PACKAGED / name) as path:
            return send_file(path, max_age=24 * 60 * 60)

    return routes
