"""What the contract says of tokens and roles is what authentication does."""

import pytest

from tests.contract.calls.auth import game_role
from tests.openapi import Operation, contract, operations

Security = list[dict[str, list[str]]]

OPTIONAL: Security = [{}, {"apiToken": []}]
NEEDS_NONE: Security = []
IN_PART_FOR_OPERATORS: Security = [*OPTIONAL, {"adminToken": ["support"]}]
PARTS_FOR_OPERATORS = {"forgetCharacter"}
"""Operations that need an operator's token for some of what they can be asked to do."""
ROLES = {"viewer", "support", "designer", "admin"}


def is_for_games(path: str) -> bool:
    return path == "/metrics" or path.startswith("/v1/")


def test_contract__unless_an_operation_says_otherwise__takes_an_api_token_or_none() -> None:
    assert contract()["security"] == OPTIONAL


@pytest.mark.parametrize("one", operations(), ids=lambda one: one.content["operationId"])
def test_operation__by_its_path__names_the_token_that_its_door_asks_for(one: Operation) -> None:
    security = one.content.get("security")
    if one.path.startswith("/v1/admin/"):
        assert security in [[{"adminToken": [role]}] for role in ROLES]
    elif one.content["operationId"] in PARTS_FOR_OPERATORS:
        assert security == IN_PART_FOR_OPERATORS
    else:
        assert security == (None if is_for_games(one.path) else NEEDS_NONE)


@pytest.mark.parametrize("one", operations(), ids=lambda one: one.content["operationId"])
def test_operation__by_its_path__has_the_statuses_that_its_door_gives(one: Operation) -> None:
    expected = {401} if is_for_games(one.path) else set()
    expected |= {429} if one.path.startswith("/v1/") else set()
    expected |= {403} if one.path.startswith("/v1/admin/") or game_role(one) != "viewer" else set()
    assert one.statuses & {401, 403, 429} == expected
