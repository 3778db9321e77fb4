"""Where the `type` of a problem document leads: a page in a browser, JSON otherwise."""

from http import HTTPStatus

from flask import Blueprint, Response, abort

from service.documentation.problem_pages import described
from service.documentation.routes import page_or_json
from service.documentation.site import Site
from service.web.problem_types import PAGES, PROBLEM_TYPES


def problem_routes(site: Site) -> Blueprint:
    """The routes over pages that have been made."""
    routes = Blueprint("problems", __name__, url_prefix=PAGES)

    @routes.get("")
    def every_type() -> Response:
        return page_or_json(site.problem_list, {"problems": [described(one) for one in PROBLEM_TYPES.values()]})

    @routes.get("/<slug>")
    def one_type(slug: str) -> Response:
        if slug not in PROBLEM_TYPES:
            abort(HTTPStatus.NOT_FOUND, f"There is no problem of this type; GET {PAGES} lists all of them.")
        return page_or_json(site.problems[slug], described(PROBLEM_TYPES[slug]))

    return routes
