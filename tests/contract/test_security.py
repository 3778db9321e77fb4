"""What the contract says of tokens is what authentication does."""

import pytest

from tests.openapi import Operation, contract, operations

Security = list[dict[str, list[str]]]

OPTIONAL: Security = [{}, {"apiToken": []}]
ADMIN_ONLY: Security = [{"adminToken": []}]
NEEDS_NONE: Security = []
IN_PART_FOR_ADMINS: Security = [*OPTIONAL, {"adminToken": []}]
PARTS_FOR_ADMINS = {"forgetCharacter"}
"""Operations that need the admin token for some of what they can be asked to do."""


def is_for_games(path: str) -> bool:
    return path == "/metrics" or path.startswith("/v1/")


def test_contract__unless_an_operation_says_otherwise__takes_an_api_token_or_none() -> None:
    assert contract()["security"] == OPTIONAL


@pytest.mark.parametrize("one", operations(), ids=lambda one: one.content["operationId"])
def test_operation__by_its_path__names_the_token_that_its_door_asks_for(one: Operation) -> None:
    admin, games = one.path.startswith("/v1/admin/"), is_for_games(one.path)
    expected = ADMIN_ONLY if admin else None if games else NEEDS_NONE
    if one.content["operationId"] in PARTS_FOR_ADMINS:
        expected = IN_PART_FOR_ADMINS
    assert one.content.get("security") == expected


@pytest.mark.parametrize("one", operations(), ids=lambda one: one.content["operationId"])
def test_operation__by_its_path__has_the_statuses_that_its_door_gives(one: Operation) -> None:
    expected = {401} if is_for_games(one.path) else set()
    expected |= {429} if one.path.startswith("/v1/") else set()
    expected |= {403} if one.path.startswith("/v1/admin/") or one.content["operationId"] in PARTS_FOR_ADMINS else set()
    assert one.statuses & {401, 403, 429} == expected
