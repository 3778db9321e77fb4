"""What each role may do, on every route that asks for one; the roles are those of the contract."""

from itertools import pairwise

import pytest
from flask import Flask

from service import VERSION
from service.operators.roles import LOWEST_ROLE, Operator, Right, Role
from service.settings import Settings
from tests.contract.calls.auth import game_role
from tests.contract.calls.prepared import headers_for, names_for, state_for
from tests.contract_client import ContractClient
from tests.fakes.app import ADMIN_TOKEN, AS_ADMIN, make_app
from tests.fakes.operators import AS, STAFF, ListedOperators, digest
from tests.fakes.system import ListedLines
from tests.openapi import Operation, first_request, operations

ROLES = list(Role)
ADMINS = [one for one in operations() if one.path.startswith("/v1/admin/")]
GAMES = [one for one in operations() if one.path.startswith("/v1/") and one not in ADMINS]
WHOAMI = "/v1/admin/whoami"


def operation_id(one: Operation) -> str:
    name: str = one.content["operationId"]
    return name


def status(app: Flask, one: Operation, role: Role) -> int:
    """What the operator with this role gets; a refusal has to name the roles."""
    body = {"json": first_request(one)} if one.request_media else {}
    headers = {**headers_for(one), **AS[role]}
    answer = ContractClient(app).request(one.method, one.path.format(**names_for(one)), headers=headers, **body)
    if answer.status_code == 403:
        assert answer.json
        assert answer.json["detail"].endswith(f"; {STAFF[role].name} has the role {role}.")
    found: int = answer.status_code
    return found


def test_admin_routes__of_the_contract__are_there() -> None:
    assert len(ADMINS) > 8


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("one", ADMINS, ids=operation_id)
def test_admin_route__called_by_each_role__answers_from_the_role_of_the_contract_up(one: Operation, role: Role) -> None:
    (lowest,) = one.roles
    found = status(state_for(one)(), one, role)

    if ROLES.index(role) < ROLES.index(Role(lowest)):
        assert found == 403
    else:
        assert 200 <= found < 300


@pytest.fixture(scope="module")
def guarded() -> Flask:
    """A service whose game routes need tokens."""
    return make_app(Settings(admin_token=ADMIN_TOKEN, api_tokens=("api-token-of-the-tests",)))


@pytest.fixture(scope="module")
def opened() -> Flask:
    """A service whose game routes need none."""
    return make_app()


@pytest.mark.parametrize("one", GAMES, ids=operation_id)
def test_game_route__of_a_service_with_tokens__lets_operators_do_what_their_role_allows(
    guarded: Flask, one: Operation
) -> None:
    found = {role: status(guarded, one, role) for role in ROLES}

    lowest = ROLES.index(Role(game_role(one)))
    assert {role for role, answer in found.items() if answer == 403} == set(ROLES[:lowest])
    assert not {401, 500} & set(found.values())


@pytest.mark.parametrize("one", [one for one in GAMES if game_role(one) != "viewer"], ids=operation_id)
def test_game_route__of_a_service_without_tokens__is_as_open_to_a_viewer_as_to_anyone(
    opened: Flask, one: Operation
) -> None:
    assert status(opened, one, Role.VIEWER) not in (401, 403)


def test_records__of_a_character__are_not_deleted_for_a_viewer() -> None:
    client = ContractClient(make_app())

    refused = client.request("DELETE", "/v1/characters/billy?records=true", headers=AS[Role.VIEWER])

    assert refused.status_code == 403
    assert refused.get_json()["detail"] == "This needs the role support or a higher one; vic has the role viewer."
    assert client.request("DELETE", "/v1/characters/billy?records=true", headers=AS[Role.SUPPORT]).status_code == 204


def test_roles__in_their_order__have_all_rights_of_those_before() -> None:
    rights = [set(Operator("any", role).rights) for role in Role]

    assert all(lower < higher for lower, higher in pairwise(rights))
    assert rights[-1] == set(Right) == set(LOWEST_ROLE)


@pytest.mark.parametrize(
    ("role", "rights"),
    [
        (Role.VIEWER, ["read"]),
        (Role.SUPPORT, ["read", "records", "characters"]),
        (Role.DESIGNER, ["read", "records", "characters", "tune", "reset_insights"]),
        (Role.ADMIN, ["read", "records", "characters", "tune", "reset_insights", "adopt", "play"]),
    ],
)
def test_whoami__each_role__answers_its_rights(role: Role, rights: list[str]) -> None:
    client = ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, environment="staging")))

    assert client.get(WHOAMI, headers=AS[role]).json == {
        "name": STAFF[role].name,
        "role": role,
        "rights": rights,
        "environment": "staging",
        "version": VERSION,
    }


def test_whoami__the_token_of_the_service_itself__is_the_operator_admin() -> None:
    answer = ContractClient(make_app()).get(WHOAMI, headers=AS_ADMIN).get_json()

    assert (answer["name"], answer["role"], answer["environment"]) == ("admin", "admin", "development")


def test_operators__changed_while_the_service_runs__count_at_the_next_request() -> None:
    operators = ListedOperators({})
    client = ContractClient(make_app(operators=operators))
    assert client.get(WHOAMI, headers=AS[Role.VIEWER]).status_code == 401

    operators.listed = {digest("token-of-vic-for-the-tests"): Operator("vic", Role.SUPPORT)}
    assert client.get(WHOAMI, headers=AS[Role.VIEWER]).get_json()["role"] == "support"

    operators.listed = {}
    assert client.get(WHOAMI, headers=AS[Role.VIEWER]).status_code == 401


def test_request_log__of_operators__has_their_names_and_no_tokens() -> None:
    log = ListedLines()
    client = ContractClient(make_app(request_log=log))
    for role in ROLES:
        client.get(WHOAMI, headers=AS[role])
    client.request("DELETE", "/v1/admin/insights", headers=AS[Role.VIEWER])

    assert [(line["caller"], line["status"]) for line in log.lines] == [
        *(("vic", 200), ("sue", 200), ("ann", 200), ("ada", 200)),
        ("vic", 403),
    ]
    assert "token-of" not in str(log.lines)
