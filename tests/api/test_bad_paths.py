"""Paths and methods that do not exist, and the answer when the fault is the service's own."""

import logging
from typing import Never

import pytest
from flask import abort

from tests.api.refusals import Refusals, problem_of
from tests.builders.actions import BATCH, ODDS, RESOLVE, SCORE
from tests.contract_client import ContractClient
from tests.fakes.app import make_app

GETS = (
    "/v1/catalogue",
    "/health/live",
    "/health/ready",
    "/version",
    "/openapi.yaml",
    "/postman.json",
    "/docs",
    "/docs/assets/1/x.js",
    "/docs/guides/x",
)


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v1/resolve/",
        "/v2/resolve",
        "/V1/resolve",
        "/docs/",
        "/docs/assets",
        "/docs/assets/",
        "/docs/assets/a/b/c",
        "/docs/reference",
        "/docs/guides/",
        "/static/x",
        "/v1//resolve",
        "/%00",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_path__unknown__is_not_found(client: ContractClient, method: str, path: str) -> None:
    document = problem_of(client.request(method, path), 404, "not-found")

    assert "/openapi.yaml" in document["detail"]


def test_path__that_is_no_utf_8__is_not_found(client: ContractClient) -> None:
    assert client.get("/%ff%ed%a0%80").get_json()["instance"] == "/" + "\ufffd" * 4


@pytest.mark.parametrize("path", [RESOLVE, BATCH, SCORE, ODDS])
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_method__of_a_path_that_takes_bodies__may_only_be_post(
    refusals: Refusals, client: ContractClient, method: str, path: str
) -> None:
    response = client.request(method, path, json={})

    document = problem_of(response, 405, "method-not-allowed")
    assert "Allow" in document["detail"]
    assert response.allow.as_set() == {"post", "options"}
    assert refusals.dealer.draws == 0


@pytest.mark.parametrize("path", GETS)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_method__of_a_path_to_read__may_only_be_get(client: ContractClient, method: str, path: str) -> None:
    response = client.request(method, path)

    problem_of(response, 405, "method-not-allowed")
    assert response.allow.as_set() == {"get", "head", "options"}


def test_service__failing_by_itself__says_so_without_saying_why(caplog: pytest.LogCaptureFixture) -> None:
    app = make_app()

    def fail() -> Never:
        raise RuntimeError("secret")

    app.add_url_rule("/fail", view_func=fail)
    with caplog.at_level(logging.CRITICAL):
        response = app.test_client().get("/fail")

    document = problem_of(response, 500, "internal-server-error")
    assert "secret" not in str(document)


def test_service__refusing_with_a_status_of_no_type__says_the_status_alone() -> None:
    app = make_app()
    app.add_url_rule("/tea", view_func=lambda: abort(418))

    response = app.test_client().get("/tea")
    assert response.status_code == 418
    assert response.get_json() == {
        "type": "about:blank",
        "title": "I'm a teapot",
        "status": 418,
        "detail": "This server is a teapot, not a coffee machine",
        "instance": "/tea",
    }
