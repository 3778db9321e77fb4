"""Authentication on the operators' routes and on those of the games."""

import pytest
from flask import Blueprint, Flask, request
from werkzeug.test import TestResponse

from service.auth.require import admin_routes, identify_caller, require_right
from service.auth.tokens import Tokens
from service.operators.request import needs
from service.operators.roles import Operator, Right, Role
from service.problems import register_problems
from service.web.request_log import CALLER
from tests.fakes.api_tokens import ListedApiTokens
from tests.fakes.operators import ListedOperators, digest

ADMIN = "secret-of-16-ch."
BACKEND = "token=of-the/first.backend~"
OTHER = "token-of-the-other-one"
VIEWER = "token-of-a-viewer"
BOTH = (BACKEND, OTHER)


def answer(tokens: Tokens, path: str, *authorization: str) -> TestResponse:
    """What a path answers: who calls, or why the call is refused."""
    blueprint = Blueprint("page", __name__)
    blueprint.get("/page")(needs(Right.TUNE)(lambda: str(request.environ.get(CALLER))))
    app = Flask(__name__)
    register_problems(app)
    app.register_blueprint(admin_routes(require_right(tokens), blueprint))
    for open_to_games in ("/v1/page", "/metrics", "/health/live"):
        app.get(open_to_games, endpoint=open_to_games)(lambda: str(request.environ.get(CALLER)))
    app.before_request(identify_caller(tokens))
    return app.test_client().get(path, headers=[("Authorization", value) for value in authorization])


@pytest.mark.parametrize("sent", [f"Bearer {ADMIN}", f"bearer {ADMIN}", f"BEARER  {ADMIN} "])
def test_require_right__right_token__lets_the_admin_in(sent: str) -> None:
    assert answer(Tokens(ADMIN), "/v1/admin/page", sent).text == "admin"


def refusal(sent: str, needed: str) -> str:
    wrong = f"The header Authorization does not have {needed}. " if sent else ""
    return f"{wrong}Send {needed}: Authorization: Bearer <token>."


@pytest.mark.parametrize(
    "sent",
    [
        *("", "Bearer", "Bearer ", f"Bearer {ADMIN.upper()}", f"Bearer {ADMIN}2", "Basic c2VjcmV0OnNlY3JldA==", ADMIN),
        *("Bearer secr\xe9t", f"Bearer {BACKEND}", f"Bearer {OTHER}"),
    ],
)
def test_require_right__no_token_or_another__says_what_to_send(sent: str) -> None:
    refused = answer(Tokens(ADMIN, BOTH), "/v1/admin/page", sent)

    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert refused.json
    assert refused.json["detail"] == refusal(sent, "an operator's token")


@pytest.mark.parametrize("sent", ["Bearer ", "Bearer None", f"Bearer {ADMIN}", f"Bearer {BACKEND}"])
def test_require_right__without_a_token_of_its_own__is_closed(sent: str) -> None:
    refused = answer(Tokens(None, BOTH), "/v1/admin/page", sent)

    assert refused.status_code == 403
    assert refused.json
    assert "without DESTINY_ADMIN_TOKEN and DESTINY_OPERATORS_FILE" in refused.json["detail"]


@pytest.mark.parametrize("path", ["/v1/page", "/metrics"])
def test_identify_caller__any_of_its_tokens__lets_in_and_distinguishes_callers(path: str) -> None:
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
    assert refused.json["detail"] == refusal(sent, "an API token")


def test_identify_caller__token_twice__lets_no_one_in() -> None:
    assert answer(Tokens(None, BOTH), "/v1/page", f"Bearer {BACKEND}", f"Bearer {OTHER}").status_code == 401


def test_identify_caller__what_is_not_of_the_games__is_open() -> None:
    assert answer(Tokens(ADMIN, BOTH), "/health/live").status_code == 200


def test_tokens__one_that_is_the_admins_and_a_games__is_the_admins() -> None:
    assert answer(Tokens(BACKEND, BOTH), "/v1/admin/page", f"Bearer {BACKEND}").text == "admin"


def staff(**tokens: str) -> ListedOperators:
    """Operators by the words for their roles, each with a token of the test's choice."""
    return ListedOperators({digest(token): Operator(f"the {role}", Role(role)) for role, token in tokens.items()})


def test_require_right__operator_who_has_it__lets_in_by_name() -> None:
    operators = staff(designer=OTHER, viewer=BACKEND)

    assert answer(Tokens(None, (), operators), "/v1/admin/page", f"Bearer {OTHER}").text == "the designer"


def test_require_right__operator_who_lacks_it__names_both_roles() -> None:
    refused = answer(Tokens(None, (), staff(viewer=BACKEND)), "/v1/admin/page", f"Bearer {BACKEND}")

    assert refused.status_code == 403
    assert refused.json
    assert refused.json["detail"] == "This needs the role designer or a higher one; the viewer has the role viewer."


@pytest.mark.parametrize("sent", ["", f"Bearer {ADMIN}"])
def test_require_right__no_operators_in_the_file__still_asks_for_a_token(sent: str) -> None:
    assert answer(Tokens(None, (), staff()), "/v1/admin/page", sent).status_code == 401


@pytest.mark.parametrize("token", ["", "f" * 15])
def test_require_right__token_that_could_be_guessed__lets_no_one_in_even_if_it_is_listed(token: str) -> None:
    operators = staff(admin=token)

    assert answer(Tokens(None, (), operators), "/v1/admin/page", f"Bearer {token}").status_code == 401


def test_require_right__operator_with_the_admins_token__is_the_admin() -> None:
    assert answer(Tokens(ADMIN, (), staff(viewer=ADMIN)), "/v1/admin/page", f"Bearer {ADMIN}").text == "admin"


def test_admin_routes__view_that_declares_no_right__answers_no_one() -> None:
    blueprint = Blueprint("page", __name__)
    blueprint.get("/page")(str)
    app = Flask(__name__)
    register_problems(app)
    app.register_blueprint(admin_routes(require_right(Tokens(ADMIN)), blueprint))

    assert app.test_client().get("/v1/admin/page", headers={"Authorization": f"Bearer {ADMIN}"}).status_code == 500


def test_identify_caller__operators_among_the_games__are_let_in_by_name() -> None:
    assert answer(Tokens(ADMIN, BOTH, staff(viewer=VIEWER)), "/v1/page", f"Bearer {VIEWER}").text == "the viewer"


def test_identify_caller__operators_of_a_service_without_api_tokens__are_named_in_open_routes() -> None:
    assert answer(Tokens(ADMIN, (), staff(viewer=VIEWER)), "/v1/page", f"Bearer {VIEWER}").text == "the viewer"


def test_identify_caller__tokens_of_the_setting_and_of_the_file__let_in_together() -> None:
    tokens = Tokens(ADMIN, (BACKEND,), followed=ListedApiTokens([OTHER]))

    assert answer(tokens, "/v1/page", f"Bearer {BACKEND}").text == "fe40cff0a346"
    assert answer(tokens, "/v1/page", f"Bearer {OTHER}").text == "381cf7c41d72"
    assert answer(tokens, "/v1/page").status_code == 401


def test_identify_caller__token_that_leaves_the_file__is_refused_at_once() -> None:
    listed = ListedApiTokens([OTHER])
    tokens = Tokens(None, (), followed=listed)
    assert answer(tokens, "/v1/page", f"Bearer {OTHER}").status_code == 200

    listed.tokens = [BACKEND]

    assert answer(tokens, "/v1/page", f"Bearer {OTHER}").status_code == 401
    assert answer(tokens, "/v1/page", f"Bearer {BACKEND}").status_code == 200


@pytest.mark.parametrize("sent", ["", f"Bearer {BACKEND}"])
def test_identify_caller__file_without_tokens__refuses_every_game(sent: str) -> None:
    assert answer(Tokens(None, (), followed=ListedApiTokens()), "/v1/page", sent).status_code == 401


@pytest.mark.parametrize("token", ["", "f" * 15])
def test_identify_caller__token_that_could_be_guessed__is_refused_even_if_it_is_listed(token: str) -> None:
    tokens = Tokens(None, (), followed=ListedApiTokens([token]))

    assert answer(tokens, "/v1/page", f"Bearer {token}").status_code == 401
