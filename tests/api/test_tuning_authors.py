"""The author of a change of the tuning is the operator who makes it."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.operators.roles import Role
from service.tuning.schemas import LONGEST_AUTHOR
from tests.builders.tunings import whole_document_with
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.operators import AS, AS_ANN

TUNING = "/v1/admin/tuning"
CHANGES: list[tuple[str, str, dict[str, Any]]] = [
    ("PATCH", TUNING, {"values": {"critical_margin": 80}, "reason": "Why not."}),
    ("PUT", TUNING, {"values": whole_document_with(critical_margin=80), "reason": "Why not."}),
    ("POST", f"{TUNING}/restore", {"tuning_revision": 0, "reason": "Why not."}),
]


def send(
    client: ContractClient, change: tuple[str, str, dict[str, Any]], headers: dict[str, str], **said: str
) -> TestResponse:
    """Make this change to revision 1."""
    method, path, body = change
    return client.request(method, path, json={**body, **said}, headers={**headers, "If-Match": '"1"'})


@pytest.fixture
def client() -> ContractClient:
    """A service whose tuning the operator ann has changed once."""
    client = ContractClient(make_app())
    body = {"values": {"critical_margin": 90}, "reason": "To begin with."}
    assert client.request("PATCH", TUNING, json=body, headers={**AS_ANN, "If-Match": '"0"'}).status_code == 200
    return client


def authors(client: ContractClient) -> list[str | None]:
    """Those of all revisions, newest first."""
    history = client.get(f"{TUNING}/revisions", headers=AS[Role.VIEWER]).get_json()["revisions"]
    return [record["author"] for record in history]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("said", [{}, {"author": "ada"}])
def test_change__its_author__is_the_operator_whether_the_body_says_so_or_nothing(
    client: ContractClient, change: tuple[str, str, dict[str, Any]], said: dict[str, str]
) -> None:
    answer = send(client, change, AS[Role.ADMIN], **said)

    assert answer.get_json()["author"] == "ada"
    assert authors(client) == ["ada", "ann", None]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("author", ["bob", "Ann", "ann ", "admin", "x" * LONGEST_AUTHOR])
def test_change__in_the_name_of_another__is_refused_and_not_made(
    client: ContractClient, change: tuple[str, str, dict[str, Any]], author: str
) -> None:
    refused = send(client, change, AS_ANN, author=author)

    assert refused.status_code == 422
    assert refused.get_json()["errors"] == [
        {"pointer": "/author", "message": "Must be ann, whose token this is, or left out."}
    ]
    assert authors(client) == ["ann", None]


@pytest.mark.parametrize("change", CHANGES)
def test_change__with_the_token_of_the_service_itself__is_the_admins(
    client: ContractClient, change: tuple[str, str, dict[str, Any]]
) -> None:
    assert send(client, change, AS_ADMIN, author="ann").status_code == 422
    assert send(client, change, AS_ADMIN).get_json()["author"] == "admin"
