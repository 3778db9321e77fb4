"""What the contract says of tokens is what the doors do."""

import re

import pytest

from service.settings import Settings
from tests.contract_client import ContractClient
from tests.fakes import ADMIN_TOKEN, make_app
from tests.openapi import Operation, contract, operations

Security = list[dict[str, list[str]]]

OPTIONAL: Security = [{}, {"apiToken": []}]
ADMIN_ONLY: Security = [{"adminToken": []}]
NEEDS_NONE: Security = []
GUARDED = [one for one in operations() if one.content.get("security") != NEEDS_NONE]
CLOSED = Settings(admin_token=ADMIN_TOKEN, api_tokens=("api-token-of-the-tests",))


def is_for_games(path: str) -> bool:
    return path == "/metrics" or path.startswith("/v1/")


def test_contract__unless_an_operation_says_otherwise__takes_an_api_token_or_none() -> None:
    assert contract()["security"] == OPTIONAL


@pytest.mark.parametrize("one", operations(), ids=lambda one: one.content["operationId"])
def test_operation__by_its_path__names_the_token_that_its_door_asks_for(one: Operation) -> None:
    admin, games = one.path.startswith("/v1/admin/"), is_for_games(one.path)
    expected = ADMIN_ONLY if admin else None if games else NEEDS_NONE
    assert one.content.get("security") == expected


@pytest.mark.parametrize("one", GUARDED, ids=lambda one: one.content["operationId"])
def test_operation__without_a_token_where_there_are_some__is_refused_as_promised(one: Operation) -> None:
    path = re.sub(r"\{\w+\}", "1", one.path)
    assert ContractClient(make_app(CLOSED)).request(one.method, path).status_code == 401
