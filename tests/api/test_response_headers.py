"""What every answer says to browsers and caches, whatever it is; the routes are those of the url map."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.engines.draws import Hand
from tests.builders.actions import PVE, RESOLVE
from tests.fakes.app import AS_ADMIN, make_app

A_BROWSER = {"Accept": "text/html,*/*;q=0.8", **AS_ADMIN}
PAGES = (
    *("/", "/docs", "/docs/schemas", "/docs/guides/errors", "/docs/reference/resolveAction"),
    *("/problems", "/problems/not-found", "/verify", "/console"),
)
LOCKED = {"default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"}
"""What the policies of all pages have. What a page may load is a test of its kind of page."""


class NoDealer:
    """Cannot deal: a bug of ours."""

    def deal(self, hands: int) -> list[Hand]:
        raise LookupError(hands)


@pytest.fixture(scope="module")
def app() -> Flask:
    return make_app()


def ask(app: Flask, path: str, method: str = "GET", **options: object) -> TestResponse:
    return app.test_client().open(path, method=method, buffered=True, **options)  # type: ignore[arg-type]


def paths(app: Flask) -> set[str]:
    """An address for each route with a GET; most of those with a variable lead to nothing."""
    rules = (rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()))
    return {re.sub(r"<(?:\w+:)?\w+>", "1", rule) for rule in rules} | set(PAGES)


def test_answers__of_every_route__are_taken_for_what_they_say_they_are(app: Flask) -> None:
    answers = {path: ask(app, path, headers=A_BROWSER) for path in paths(app)}

    assert len(answers) > 30
    assert [
        path for path, found in answers.items() if found.headers.getlist("X-Content-Type-Options") != ["nosniff"]
    ] == []


def test_answers__of_every_route__say_once_how_they_may_be_cached(app: Flask) -> None:
    cached = {path: ask(app, path, headers=A_BROWSER).headers.getlist("Cache-Control") for path in paths(app)}

    assert [path for path, said in cached.items() if len(said) != 1] == []
    about_players = ("/v1/resolutions", "/v1/resolutions/1", "/v1/characters/1", "/v1/admin/whoami", "/metrics")
    assert {path: cached[path] for path in about_players} == {path: ["no-store"] for path in about_players}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("PUT", "/version", 405),
        ("POST", RESOLVE, 415),
        ("GET", "/v1/admin/tuning", 401),
        ("OPTIONS", "/version", 204),
    ],
)
def test_answer__that_is_no_document__has_both_headers_too(app: Flask, method: str, path: str, status: int) -> None:
    answer = ask(app, path, method)

    assert answer.status_code == status
    assert (answer.headers["X-Content-Type-Options"], answer.headers["Cache-Control"]) == ("nosniff", "no-store")


def test_answer__after_a_bug__has_both_headers_and_no_details() -> None:
    answer = ask(make_app(dealer=NoDealer()), RESOLVE, "POST", json=PVE)

    assert answer.status_code == 500
    assert (answer.headers["X-Content-Type-Options"], answer.headers["Cache-Control"]) == ("nosniff", "no-store")
    assert "LookupError" not in answer.text
    assert "Traceback" not in answer.text


def test_pages__all_of_them__cannot_be_framed_and_send_no_referrer(app: Flask) -> None:
    answers = {path: ask(app, path, headers=A_BROWSER) for path in paths(app)}
    pages = {path: found for path, found in answers.items() if found.mimetype == "text/html"}

    assert set(pages) == set(PAGES)
    for path, answer in pages.items():
        assert set(answer.headers["Content-Security-Policy"].split("; ")) >= LOCKED, path
        assert "unsafe" not in answer.headers["Content-Security-Policy"], path
        assert answer.headers["Referrer-Policy"] == "no-referrer", path


def test_answers__of_every_route__set_no_cookie(app: Flask) -> None:
    assert [path for path in paths(app) if "Set-Cookie" in ask(app, path, headers=A_BROWSER).headers] == []
