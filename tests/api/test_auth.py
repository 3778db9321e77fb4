"""Every route of the application needs the token that it should; the routes are those of the url map."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from service.settings import Settings
from tests.fakes.api_tokens import ListedApiTokens
from tests.fakes.app import ADMIN_TOKEN, AS_ADMIN, make_app

API_TOKEN = "api-token-of-the-tests"  # noqa: S105
AS_GAME = {"Authorization": f"Bearer {API_TOKEN}"}
AS_STRANGER = {"Authorization": "Bearer no-token-of-anyone"}
OPEN = {
    *("/", "/favicon.ico", "/health/live", "/health/ready", "/version", "/openapi.yaml", "/postman.json"),
    *("/docs", "/docs/schemas", "/docs/search.json"),
    *("/docs/assets/1/1", "/docs/guides/1", "/docs/reference/1"),
    *("/problems", "/problems/1", "/verify", "/console", "/console/assets/1/1/1"),
}
"""What needs no token however the service is set up."""

Route = tuple[str, str, str]
"""Method, path as it is sent, and the endpoint behind it."""


def app_with(admin: str | None = ADMIN_TOKEN, api: tuple[str, ...] = (API_TOKEN,)) -> Flask:
    return make_app(Settings(admin_token=admin, api_tokens=api), operators=None)


def routes() -> Iterator[Route]:
    for rule in make_app().url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?\w+>", "1", rule.rule)
        yield from ((method, path, rule.endpoint) for method in sorted(rule.methods or ()))


ROUTES = tuple(routes())
ADMINS = [(method, path) for method, path, _ in ROUTES if path.startswith("/v1/admin/")]
GAMES = [(method, path) for method, path, _ in ROUTES if path not in OPEN and not path.startswith("/v1/admin/")]


def status(app: Flask, route: tuple[str, str], headers: dict[str, str]) -> int:
    method, path = route
    return app.test_client().open(path, method=method, headers=headers, buffered=True).status_code


@pytest.mark.parametrize("headers", [{}, AS_STRANGER, AS_GAME])
@pytest.mark.parametrize("api", [(), (API_TOKEN,)])
def test_admin_routes__all_of_them_without_the_admin_token__refuse(
    headers: dict[str, str], api: tuple[str, ...]
) -> None:
    app = app_with(api=api)
    assert ADMINS
    assert [route for route in ADMINS if status(app, route, headers) != 401] == []


def test_admin_routes__all_of_them_of_a_service_without_the_token__are_closed() -> None:
    app = app_with(admin=None)
    assert [route for route in ADMINS for sent in ({}, AS_ADMIN, AS_GAME) if status(app, route, sent) != 403] == []


def test_admin_routes__all_of_them_with_the_token__let_in() -> None:
    app = app_with()
    assert [route for route in ADMINS if status(app, route, AS_ADMIN) in (401, 403)] == []


def test_admin_routes__and_no_others__come_from_the_admin_blueprint() -> None:
    in_blueprint = [(method, path) for method, path, endpoint in ROUTES if endpoint.startswith("admin.")]
    assert in_blueprint == ADMINS


@pytest.mark.parametrize("headers", [{}, AS_STRANGER])
def test_game_routes__all_of_them_without_a_token_where_there_are_some__refuse(headers: dict[str, str]) -> None:
    app = app_with()
    assert len(GAMES) > 10
    assert [route for route in GAMES if status(app, route, headers) != 401] == []


def test_game_routes__without_a_token_and_with_names_that_no_route_takes__refuse_for_the_token() -> None:
    app = app_with()
    named = [(method, path.replace("/1", "/%20")) for method, path in GAMES]
    assert [route for route in named if status(app, route, {}) != 401] == []


@pytest.mark.parametrize("headers", [AS_GAME, AS_ADMIN])
def test_game_routes__all_of_them_with_a_token__let_in(headers: dict[str, str]) -> None:
    app = app_with()
    assert [route for route in GAMES if status(app, route, headers) in (401, 403)] == []


def test_game_routes__all_of_them_where_no_tokens_are_set__are_open() -> None:
    app = app_with(api=())
    assert [route for route in GAMES if status(app, route, {}) in (401, 403)] == []


def test_open_routes__where_tokens_are_set__need_none() -> None:
    app = app_with()
    opened = [(method, path) for method, path, _ in ROUTES if path in OPEN]
    assert len(opened) > len(OPEN)
    assert [route for route in opened if status(app, route, {}) in (401, 403)] == []


def test_game_routes__all_of_them_where_a_file_of_tokens_is_set__need_one_of_the_file() -> None:
    listed = ListedApiTokens([API_TOKEN])
    app = make_app(Settings(admin_token=ADMIN_TOKEN), operators=None, api_tokens=listed)
    assert [route for route in GAMES if status(app, route, AS_GAME) in (401, 403)] == []

    listed.tokens = []
    assert [route for route in GAMES if status(app, route, AS_GAME) != 401] == []
