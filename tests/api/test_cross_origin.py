"""What OPTIONS answers, and which pages of other origins a browser lets call the API."""

import pytest
from werkzeug.test import TestResponse

from service.settings import Settings
from tests.builders.actions import PVE, RESOLVE
from tests.contract_client import ContractClient
from tests.fakes.app import ADMIN_TOKEN, AS_ADMIN, make_app
from tests.openapi import operations

CONSOLE, GAME, STRANGER = "https://console.example.com", "http://localhost:5173", "https://elsewhere.example.com"
PLAIN_PATHS = sorted({one.path for one in operations() if "{" not in one.path})
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}


def client(*origins: str, **settings: object) -> ContractClient:
    return ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, cors_origins=origins, **settings)))  # type: ignore[arg-type]


def cors_headers(response: TestResponse) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name.startswith("Access-Control-")}


@pytest.mark.parametrize("path", PLAIN_PATHS)
def test_options__of_any_path__are_its_methods_and_nothing_else(path: str) -> None:
    response = client().request("OPTIONS", path, headers=AS_ADMIN)

    assert response.status_code == 204
    taken = {one.method for one in operations() if one.path == path}
    assert response.allow.as_set(preserve_casing=True) == taken | {"OPTIONS"} | ({"HEAD"} if "GET" in taken else set())


def test_options__of_a_path_that_is_not_there__are_not_found() -> None:
    assert client(CONSOLE).request("OPTIONS", "/v1/nothing", headers=PREFLIGHT).status_code == 404


@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
def test_origins__none_named__get_no_headers(method: str) -> None:
    response = client().request(method, "/version", headers={"Origin": CONSOLE, **PREFLIGHT})

    assert cors_headers(response) == {}
    assert "Origin" not in response.vary


@pytest.mark.parametrize("origin", [CONSOLE, GAME])
def test_origin__that_is_named__may_read_answers_and_the_headers_that_matter(origin: str) -> None:
    response = client(CONSOLE, GAME).post(RESOLVE, json=PVE, headers={"Origin": origin})

    assert response.status_code == 200
    assert "Origin" in response.vary
    assert cors_headers(response) == {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": (
            "ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Cost, RateLimit-Policy, Retry-After, "
            "WWW-Authenticate, X-Request-Id"
        ),
    }


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        (RESOLVE, {}, 401),
        ("/nothing", {}, 404),
        (RESOLVE, AS_ADMIN, 415),
        ("/v1/admin/tuning", AS_ADMIN, 405),
    ],
)
def test_problem__for_an_origin_that_is_named__may_be_read_too(path: str, sent: dict[str, str], status: int) -> None:
    asked = client(CONSOLE, api_tokens=("api-token-of-the-tests",))

    response = asked.post(path, headers={"Origin": CONSOLE, **sent})

    assert response.status_code == status
    assert response.headers["Access-Control-Allow-Origin"] == CONSOLE


@pytest.mark.parametrize("origin", [STRANGER, "null", "", f"{CONSOLE}:443", CONSOLE.upper(), f"{CONSOLE}, {GAME}"])
def test_origin__that_is_not_named__is_served_and_may_not_read_it(origin: str) -> None:
    response = client(CONSOLE, GAME).get("/version", headers={"Origin": origin})

    assert response.status_code == 200
    assert "Origin" in response.vary
    assert cors_headers(response) == {}


def test_caller__without_an_origin__is_served_as_ever_and_not_from_a_cache_for_pages() -> None:
    response = client(CONSOLE).get("/version")

    assert "Origin" in response.vary
    assert cors_headers(response) == {}


@pytest.mark.parametrize("path", [RESOLVE, "/v1/admin/tuning", "/v1/characters/ann"])
def test_preflight__without_any_token__says_what_a_page_may_send(path: str) -> None:
    asked = client(CONSOLE, api_tokens=("api-token-of-the-tests",), rate_limit=1)

    for _ in range(3):  # it is not counted, either
        response = asked.request("OPTIONS", path, headers={"Origin": CONSOLE, **PREFLIGHT})

        assert response.status_code == 204
        assert response.headers["Access-Control-Allow-Origin"] == CONSOLE
        assert response.headers["Access-Control-Allow-Methods"] == response.headers["Allow"]
        allowed = response.headers["Access-Control-Allow-Headers"].lower().split(", ")
        assert {"authorization", "content-type", "idempotency-key", "if-match", "x-request-id"} <= set(allowed)
        assert int(response.headers["Access-Control-Max-Age"]) > 0
        assert "Origin" in response.vary


def test_preflight__from_an_origin_that_is_not_named__allows_it_nothing() -> None:
    response = client(CONSOLE).request("OPTIONS", RESOLVE, headers={"Origin": STRANGER, **PREFLIGHT})

    assert "Access-Control-Allow-Origin" not in response.headers


def test_options__that_are_no_preflight__stay_behind_the_doors() -> None:
    asked = client(CONSOLE, api_tokens=("api-token-of-the-tests",))

    assert asked.request("OPTIONS", RESOLVE, headers={"Origin": CONSOLE}).status_code == 401


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_credentials__of_any_request__are_never_allowed(method: str) -> None:
    response = client(CONSOLE).request(method, RESOLVE, headers={"Origin": CONSOLE, **PREFLIGHT})

    assert "Access-Control-Allow-Credentials" not in response.headers
    assert "*" not in cors_headers(response).values()
