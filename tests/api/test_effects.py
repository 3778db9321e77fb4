"""Effects that run on characters: started, listed, ended."""

from datetime import timedelta
from typing import Any

import pytest

from service.characters.ports import MOST_RUNNING
from tests.api.refusals import problem_of
from tests.contract_client import ContractClient
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import StoppedClock

EFFECTS = "/v1/characters/billy/effects"
WRONG_DURATIONS: tuple[Any, ...] = (0, -1, 2_592_001, 1.5, "60", True, [], 10**30)
WHISKEY, POISONED = f"{EFFECTS}/whiskey", f"{EFFECTS}/poisoned"


def running(client: ContractClient) -> list[dict[str, Any]]:
    answer = client.get(EFFECTS).get_json()
    assert answer["character_id"] == "billy"
    effects: list[dict[str, Any]] = answer["effects"]
    return effects


def test_effect__started__runs_as_long_as_the_catalogue_says(client: ContractClient, clock: StoppedClock) -> None:
    started = client.request("PUT", WHISKEY)

    assert started.status_code == 200
    assert started.get_json() == {"effect": "whiskey", "seconds_left": 300, "ends_at": "2026-01-01T00:05:00.000Z"}
    clock.pass_time(seconds=299.001)
    assert running(client) == [{"effect": "whiskey", "seconds_left": 1, "ends_at": "2026-01-01T00:05:00.000Z"}]
    clock.pass_time(seconds=0.999)
    assert running(client) == []


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"json": {}},
        {"data": b""},
        {"data": b"", "content_type": "text/plain"},
        {"data": b"{}", "content_type": "application/json"},
    ],
)
def test_effect__body_empty_or_left_out__is_the_same(client: ContractClient, options: dict[str, Any]) -> None:
    assert client.request("PUT", WHISKEY, **options).get_json()["seconds_left"] == 300


def test_effect__with_a_duration__runs_so_long_and_ends_in_order(client: ContractClient) -> None:
    client.request("PUT", WHISKEY, json={"duration_seconds": 2_592_000})
    client.request("PUT", POISONED, json={"duration_seconds": 1.0})

    assert running(client) == [
        {"effect": "poisoned", "seconds_left": 1, "ends_at": "2026-01-01T00:00:01.000Z"},
        {"effect": "whiskey", "seconds_left": 2_592_000, "ends_at": "2026-01-31T00:00:00.000Z"},
    ]


def test_effect__started_again__has_its_whole_time_again(client: ContractClient, clock: StoppedClock) -> None:
    client.request("PUT", WHISKEY)
    clock.pass_time(seconds=200)
    client.request("PUT", WHISKEY)

    assert [one["seconds_left"] for one in running(client)] == [300]


def test_effect__ended__does_not_run_and_is_ended_once(client: ContractClient) -> None:
    client.request("PUT", WHISKEY)
    client.request("PUT", POISONED)

    ended = client.request("DELETE", WHISKEY)

    assert (ended.status_code, ended.data) == (204, b"")
    assert [one["effect"] for one in running(client)] == ["poisoned"]
    again = problem_of(client.request("DELETE", WHISKEY), 404, "not-found")
    assert again["detail"] == "The effect 'whiskey' does not run on the character 'billy'."


def test_effect__that_the_catalogue_has_not__is_not_found(client: ContractClient) -> None:
    missing = problem_of(client.request("PUT", f"{EFFECTS}/tired"), 404, "not-found")

    assert missing["detail"] == "The catalogue has no effect 'tired'. Known: poisoned, whiskey."
    assert problem_of(client.request("DELETE", f"{EFFECTS}/tired"), 404, "not-found")
    long = problem_of(client.request("PUT", f"{EFFECTS}/{'x' * 5000}"), 404, "not-found")
    assert len(long["detail"]) < 200


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        *(
            ({"duration_seconds": value}, {"/duration_seconds": "Must be a whole number from 1 to 2592000."})
            for value in WRONG_DURATIONS
        ),
        ({"duration_seconds": None}, {"/duration_seconds": "Must not be null."}),
        ({"seconds": 5}, {"/seconds": "Unknown field. Allowed: duration_seconds."}),
        ([], {"": "Must be an object."}),
    ],
)
def test_effect__with_a_body_that_is_wrong__does_not_start(
    client: ContractClient, body: Any, errors: dict[str, str]
) -> None:
    refused = problem_of(client.request("PUT", WHISKEY, json=body), 422, "invalid-input")

    assert {error["pointer"]: error["message"] for error in refused["errors"]} == errors
    assert running(client) == []


def test_effect__one_too_many__is_refused(client: ContractClient, characters: InMemoryCharacterStore) -> None:
    for number in range(MOST_RUNNING):
        characters.start_effect("billy", f"effect_{number}", timedelta(hours=1))

    refused = problem_of(client.request("PUT", WHISKEY), 422, "invalid-input")

    assert refused["errors"] == [
        {"pointer": "/effect", "message": "At most 50 effects run on a character at once; end one first."}
    ]


@pytest.mark.parametrize(("method", "path"), [("PUT", WHISKEY), ("GET", EFFECTS), ("DELETE", WHISKEY)])
def test_store__away__refuses_every_call(
    client: ContractClient, characters: InMemoryCharacterStore, method: str, path: str
) -> None:
    characters.unavailable = True

    problem_of(client.request(method, path), 503, "store-unavailable")
