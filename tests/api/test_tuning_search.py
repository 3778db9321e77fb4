"""Searching the history of the tuning for changes of a value, and for those of an operator."""

from typing import Any

import pytest

from service.operators.roles import Role
from tests.builders.revisions import fill, kept
from tests.contract_client import ContractClient
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.operators import AS, AS_ANN
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

TUNING = "/v1/admin/tuning"
BANK = "/crimes/bank_robbery"
ADA = AS[Role.ADMIN]
STEPS: list[tuple[dict[str, str], Any]] = [
    (AS_ANN, {"crimes": {"bank_robbery": {"threshold": 300}}}),
    (ADA, {"critical_margin": 90}),
    (ADA, {"crimes": {"bank_robbery": None}}),
    (AS_ANN, {"crimes": {"bank_robbery_at_night": {"difficulty": "hard", "threshold": 90, "energy_cost": 1}}}),
    (ADA, {"crimes": {"pickpocket": {"threshold": 81}}, "critical_margin": 91}),
]
"""Revisions 1 to 5, and who makes each."""
NO_AUTHOR = "Must be a string of 1 to 100 characters, not all of them blank."
NO_POINTER = "Must be a JSON pointer of at most 300 characters, such as /crimes/bank_robbery."


@pytest.fixture(scope="module")
def client() -> ContractClient:
    """Of a service that nothing changes after these steps."""
    client = ContractClient(make_app())
    for number, (operator, values) in enumerate(STEPS):
        body = {"values": values, "reason": "Try."}
        made = client.request("PATCH", TUNING, json=body, headers={**operator, "If-Match": f'"{number}"'})
        assert made.status_code == 200
    return client


def search(client: ContractClient, **query: str) -> Any:
    answer = client.get(f"{TUNING}/revisions", query_string=query, headers=AS[Role.VIEWER])
    assert answer.status_code == 200
    return answer.get_json()


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({"pointer": BANK}, [3, 1]),
        ({"pointer": f"{BANK}/threshold"}, [3, 1]),
        ({"pointer": f"{BANK}/energy_cost"}, [3]),
        ({"pointer": "/crimes"}, [5, 4, 3, 1]),
        ({"pointer": "/critical_margin"}, [5, 2]),
        ({"pointer": "/skills"}, []),
        ({"pointer": "/"}, []),
        ({"author": "ann"}, [4, 1]),
        ({"author": "ada"}, [5, 3, 2]),
        ({"author": "An"}, []),
        ({"author": "ada", "pointer": BANK}, [3]),
        ({"author": "ann", "pointer": "/critical_margin"}, []),
    ],
)
def test_history__searched__has_the_changes_that_match(
    client: ContractClient, query: dict[str, str], numbers: list[int]
) -> None:
    found = search(client, **query)

    assert [record["tuning_revision"] for record in found["revisions"]] == numbers
    assert found["next_cursor"] is None


def test_history__searched_page_by_page__has_full_pages(client: ContractClient) -> None:
    first = search(client, pointer="/crimes", limit="3")
    second = search(client, pointer="/crimes", limit="3", cursor=first["next_cursor"])

    assert [record["tuning_revision"] for record in first["revisions"]] == [5, 4, 3]
    assert [record["tuning_revision"] for record in second["revisions"]] == [1]
    assert second["next_cursor"] is None


def test_history__searched_for_what_is_long_ago__says_where_to_go_on() -> None:
    log = InMemoryTuningLog()
    fill(log, kept(1, "bob"), *(kept(number) for number in range(2, 1102)))
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))

    assert search(client, author="bob") == {"revisions": [], "next_cursor": "101"}
    last = search(client, author="bob", cursor="101")
    assert ([record["tuning_revision"] for record in last["revisions"]], last["next_cursor"]) == ([1], None)


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("pointer=", {"/pointer": NO_POINTER}),
        ("pointer=crimes", {"/pointer": NO_POINTER}),
        ("pointer=/a~2b", {"/pointer": NO_POINTER}),
        ("pointer=/a~", {"/pointer": NO_POINTER}),
        ("pointer=/" + "x" * 300, {"/pointer": NO_POINTER}),
        ("pointer=/a&pointer=/b", {"/pointer": "Must appear only once."}),
        ("author=", {"/author": NO_AUTHOR}),
        ("author=%20", {"/author": NO_AUTHOR}),
        ("author=" + "x" * 101, {"/author": NO_AUTHOR}),
        (
            "pointer=x&author=",
            {"/pointer": NO_POINTER, "/author": NO_AUTHOR},
        ),
    ],
)
def test_history__searched_for_what_cannot_be__is_refused_by_name(
    client: ContractClient, query: str, errors: dict[str, str]
) -> None:
    answer = client.get(f"{TUNING}/revisions?{query}", headers=AS_ANN)

    assert answer.status_code == 422
    assert {error["pointer"]: error["message"] for error in answer.get_json()["errors"]} == errors
