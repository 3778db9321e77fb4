"""Routes for the documentation: pages, guides, the search index, assets, the contract and the problem pages."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, abort, request

from service.documentation.documents import Site
from service.web.json_io import json_answer
from service.web.problem_types import PAGES, PROBLEM_TYPES, ProblemType
from service.web.resources import CHECK_FIRST, FOR_A_YEAR, Resource, send_page, send_resource

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""No inline styles or scripts, and no script can make HTML from text."""
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""For a picture: only its own styles, no script, nothing loaded. It takes effect when the file is opened by itself."""


def documentation_routes(site: Callable[[], Site]) -> Blueprint:
    """The routes. The first request for a page calls `site`, which makes the pages if that has not been done yet."""
    routes = Blueprint("documentation", __name__)

    @routes.get("/")
    def welcome() -> Response:
        return page_or_json(site().welcome, site().about)

    @routes.get("/docs")
    def start() -> Response:
        return _page(site().start)

    @routes.get("/docs/schemas")
    def schemas() -> Response:
        return _page(site().schemas)

    @routes.get("/docs/search.json")
    def search() -> Response:
        return send_resource(site().search, CHECK_FIRST)

    @routes.get("/docs/reference/<operation>")
    def reference(operation: str) -> Response:
        return _page(_found(site().operations, operation))

    @routes.get("/docs/guides/<guide>")
    def guide(guide: str) -> Response:
        return _page(_found(site().guides, guide))

    @routes.get("/docs/assets/<version>/<name>")
    def asset(version: str, name: str) -> Response:
        # During a rollout, new pages may request an asset from a host with the old release, and the other way round.
        found = _found(site().assets, name)
        asset = send_resource(found, FOR_A_YEAR if version == site().assets_version else CHECK_FIRST)
        if asset.mimetype == "image/svg+xml":
            asset.headers["Content-Security-Policy"] = PICTURE_POLICY
        return asset

    _add_files(routes, site)
    return routes


def _add_files(routes: Blueprint, site: Callable[[], Site]) -> None:
    @routes.get("/favicon.ico")
    def icon() -> Response:
        return send_resource(site().assets["favicon.ico"], CHECK_FIRST)

    @routes.get("/openapi.yaml")
    def contract() -> Response:
        return send_resource(site().contract, CHECK_FIRST)

    @routes.get("/postman.json")
    def postman() -> Response:
        return send_resource(site().postman, CHECK_FIRST)


def _found(resources: Mapping[str, Resource], name: str) -> Resource:
    if name not in resources:
        abort(HTTPStatus.NOT_FOUND)
    return resources[name]


def page_or_json(page: Resource, document: Mapping[str, Any]) -> Response:
    """The page if `Accept` prefers HTML, else the document."""
    wanted = request.accept_mimetypes.best_match(["application/json", "text/html"], default="application/json")
    answer = _page(page) if wanted == "text/html" else json_answer(document)
    answer.vary.add("Accept")
    return answer


def _page(page: Resource) -> Response:
    return send_page(page, POLICY)


def problem_routes(site: Callable[[], Site]) -> Blueprint:
    """The routes over pages that have been made."""
    routes = Blueprint("problems", __name__, url_prefix=PAGES)

    @routes.get("")
    def every_type() -> Response:
        return page_or_json(site().problem_list, {"problems": [_described(one) for one in PROBLEM_TYPES.values()]})

    @routes.get("/<slug>")
    def one_type(slug: str) -> Response:
        if slug not in PROBLEM_TYPES:
            abort(HTTPStatus.NOT_FOUND, f"There is no such problem type; GET {PAGES} lists all of them.")
        return page_or_json(site().problems[slug], _described(PROBLEM_TYPES[slug]))

    return routes


def _described(problem_type: ProblemType) -> Mapping[str, Any]:
    return {
        "type": problem_type.uri,
        "title": problem_type.title,
        "status": problem_type.status,
        "when": problem_type.when,
        "meaning": problem_type.meaning,
        "next_step": problem_type.next_step,
    }
