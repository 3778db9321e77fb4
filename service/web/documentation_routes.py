"""The contract as a file, and as a page to read and try it. The page loads nothing from elsewhere."""

from http import HTTPStatus
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, send_file

CONTRACT: Final = Path(__file__).resolve().parents[2] / "openapi.yaml"
PAGE: Final = Path(__file__).with_name("documentation.html")
_PACKAGED: Final = files("flask_swagger_ui") / "dist"
_ASSETS: Final = {
    **dict.fromkeys(("documentation.css", "documentation.js"), PAGE.parent),
    **dict.fromkeys(("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"), _PACKAGED),
}
_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".png": "image/png"}
"""Named here because what the system's own table says of .js depends on the machine."""
_ASSET_MAX_AGE: Final = 60 * 60
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def documentation_routes() -> Blueprint:
    """The routes; they need nothing but files."""
    routes = Blueprint("documentation", __name__)

    @routes.get("/openapi.yaml")
    def contract() -> Response:
        return _whole(CONTRACT, "application/yaml")

    @routes.get("/docs")
    def page() -> Response:
        response = _whole(PAGE, "text/html")
        response.headers["Content-Security-Policy"] = _POLICY
        return response

    @routes.get("/docs/assets/<name>")
    def asset(name: str) -> Response:
        if name not in _ASSETS:
            abort(HTTPStatus.NOT_FOUND)
        with as_file(_ASSETS[name] / name) as path:
            return _whole(path, _TYPES[path.suffix], _ASSET_MAX_AGE)

    return routes


def _whole(path: Path, media_type: str, max_age: int | None = None) -> Response:
    """The file and nothing less: no ranges and no preconditions, which would add four statuses to the contract."""
    response = send_file(path, mimetype=media_type, conditional=False, etag=False, max_age=max_age)
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
