"""Authentication on the admin's routes and on those of the games."""

import pytest
from flask import Blueprint, Flask, request
from werkzeug.test import TestResponse

from service.auth.require import admin_routes, identify_caller, require_admin
from service.auth.tokens import Tokens
from service.problems import register_problems
from service.web.request_log import CALLER

ADMIN = "secret"
BACKEND = "token=of-the/first.backend~"
OTHER = "token-of-the-other-one"
BOTH = (BACKEND, OTHER)


def answer(tokens: Tokens, path: str, *authorization: str) -> TestResponse:
    """What a path answers: who calls, or why the call is refused."""
    blueprint = Blueprint("page", __name__)
    blueprint.get("/page")(lambda: str(request.environ.get(CALLER)))
    app = Flask(__name__)
    register_problems(app)
    app.register_blueprint(admin_routes(require_admin(tokens), blueprint))
    for open_to_games in ("/v1/page", "/metrics", "/health/live"):
        app.get(open_to_games, endpoint=open_to_games)(lambda: str(request.environ.get(CALLER)))
    app.before_request(identify_caller(tokens))
    return app.test_client().get(path, headers=[("Authorization", value) for value in authorization])


@pytest.mark.parametrize("sent", ["Bearer secret", "bearer secret", "BEARER  secret "])
def test_require_admin__right_token__lets_the_admin_in(sent: str) -> None:
    assert answer(Tokens(ADMIN), "/v1/admin/page", sent).text == "admin"


@pytest.mark.parametrize(
    "sent",
    [
        *("", "Bearer", "Bearer ", "Bearer Secret", "Bearer secret2", "Basic c2VjcmV0OnNlY3JldA==", "secret"),
        *("Bearer secr\xe9t", f"Bearer {BACKEND}", f"Bearer {OTHER}"),
    ],
)
def test_require_admin__no_token_or_another__says_what_to_send(sent: str) -> None:
    refused = answer(Tokens(ADMIN, BOTH), "/v1/admin/page", sent)

    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert refused.json
    assert refused.json["detail"] == "Send the admin token: Authorization: Bearer <token>."


@pytest.mark.parametrize("sent", ["Bearer ", "Bearer None", "Bearer secret", f"Bearer {BACKEND}"])
def test_require_admin__without_a_token_of_its_own__is_closed(sent: str) -> None:
    refused = answer(Tokens(None, BOTH), "/v1/admin/page", sent)

    assert refused.status_code == 403
    assert refused.json
    assert "without DESTINY_ADMIN_TOKEN" in refused.json["detail"]


@pytest.mark.parametrize("path", ["/v1/page", "/metrics"])
def test_identify_caller__any_of_its_tokens__lets_in_and_tells_callers_apart(path: str) -> None:
    tokens = Tokens(ADMIN, BOTH)
    inside = [answer(tokens, path, f"Bearer {token}") for token in (BACKEND, OTHER, ADMIN)]

    assert [one.status_code for one in inside] == [200, 200, 200]
    # printf %s token-of-the-other-one | sha256sum | cut -c 1-12
    assert [one.text for one in inside] == ["fe40cff0a346", "381cf7c41d72", "admin"]


@pytest.mark.parametrize("path", ["/v1/page", "/metrics", "/v1/nothing"])
@pytest.mark.parametrize("sent", ["", "Bearer ", f"Bearer {BACKEND[:-1]}", f"Basic {BACKEND}", f"Bearer {OTHER} x"])
def test_identify_caller__no_token_or_another__says_what_to_send(path: str, sent: str) -> None:
    refused = answer(Tokens(ADMIN, BOTH), path, sent)

    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert refused.json
    assert refused.json["detail"] == "Send an API token: Authorization: Bearer <token>."


def test_identify_caller__token_twice__lets_nobody_in() -> None:
    assert answer(Tokens(None, BOTH), "/v1/page", f"Bearer {BACKEND}", f"Bearer {OTHER}").status_code == 401


def test_identify_caller__what_is_not_of_the_games__is_open() -> None:
    assert answer(Tokens(ADMIN, BOTH), "/health/live").status_code == 200


def test_tokens__one_that_is_the_admins_and_a_games__is_the_admins() -> None:
    assert answer(Tokens(BACKEND, BOTH), "/v1/admin/page", f"Bearer {BACKEND}").text == "admin"
