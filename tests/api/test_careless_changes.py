"""Changes that take away what is used, or that move the odds far: refused until they are forced."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.builders.actions import PVE, RESOLVE, Json
from tests.builders.tunings import whole_document_with
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app, tuned_parts
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.operators import AS_ANN
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

TUNING = "/v1/admin/tuning"
FORCE = "Send force: true if that is intended."
GONE: Json = {"skills": {"stealth": None, "mining": None}, "crimes": {"bank_robbery": None}, "npcs": {"elite": None}}
USED = {
    "/skills/stealth": f"Would be removed, and is used by 1 character and 1 resolution of the last day. {FORCE}",
    "/crimes/bank_robbery": f"Would be removed, and is used by 1 resolution of the last day. {FORCE}",
}


@pytest.fixture
def client(
    characters: InMemoryCharacterStore, ledger: InMemoryLedger, clock: StoppedClock, log: InMemoryTuningLog
) -> ContractClient:
    """Of a service with one character and one resolution."""
    client = ContractClient(make_app(characters=characters, ledger=ledger, **tuned_parts(log, clock)))
    put = client.request("PUT", "/v1/characters/ada", json={"skills": {"stealth": 90}}, headers=AS_ADMIN)
    assert put.status_code == 200
    assert client.post(RESOLVE, json=PVE).status_code == 200
    assert len(client.get("/v1/resolutions").get_json()["resolutions"]) == 1  # which writes what waits
    return client


def change(client: ContractClient, method: str = "PATCH", based_on: int = 0, **body: Any) -> TestResponse:
    path = f"{TUNING}/restore" if method == "POST" else TUNING
    headers = {**AS_ANN, "If-Match": f'"{based_on}"'}
    return client.request(method, path, json={"reason": "Try.", **body}, headers=headers)


def errors_of(answer: TestResponse) -> dict[str, str]:
    assert answer.status_code == 422
    return {error["pointer"]: error["message"] for error in answer.get_json()["errors"]}


def below(place: str, warnings: dict[str, str]) -> dict[str, str]:
    return {f"{place}{pointer}": message for pointer, message in warnings.items()}


def test_removal__of_what_is_used__is_refused_until_it_is_forced(client: ContractClient) -> None:
    assert errors_of(change(client, values=GONE)) == below("/values", USED)

    made = change(client, values=GONE, force=True).get_json()

    assert made["forced"] is True
    warned = {one["pointer"]: f"{one['message']} {FORCE}" for one in made["warnings"]}
    assert warned == USED


def test_removal__of_what_is_not_used__needs_no_force(client: ContractClient) -> None:
    made = change(client, values={"skills": {"mining": None}, "npcs": {"elite": None}})

    assert (made.status_code, made.get_json()["warnings"]) == (200, [])


def test_removal__previewed__has_the_same_warnings(client: ContractClient) -> None:
    previewed = client.post(f"{TUNING}/preview", json={"values": GONE}, headers=AS_ADMIN).get_json()

    assert {one["pointer"]: one["message"] for one in previewed["warnings"]} == below("/values", USED)


def test_removal__by_a_replacement_or_a_restore__has_the_same_warnings(client: ContractClient) -> None:
    whole = whole_document_with(**GONE)
    assert errors_of(change(client, "PUT", values=whole)) == below("/values", USED)

    assert change(client, "PUT", values=whole, force=True).status_code == 200
    assert change(client, "POST", 1, tuning_revision=0).status_code == 200
    refused = change(client, "POST", 2, tuning_revision=1)

    messages = [error["message"] for error in refused.get_json()["errors"]]
    assert refused.status_code == 422
    assert sorted(messages) == sorted(f"{pointer}: {message}" for pointer, message in USED.items())


def test_highest_level__below_that_of_a_character__is_refused_until_it_is_forced(client: ContractClient) -> None:
    refused = errors_of(change(client, values={"max_skill_level": 89}))

    assert refused["/values/max_skill_level"] == f"Would be below levels of 1 character. {FORCE}"
    assert change(client, values={"max_skill_level": 90, "critical_margin": 99}).status_code == 200


def test_removal__while_the_characters_cannot_be_read__is_not_made(
    client: ContractClient, characters: InMemoryCharacterStore, log: InMemoryTuningLog
) -> None:
    characters.unavailable = True

    assert change(client, values={"skills": {"mining": None}}, force=True).status_code == 503
    assert log.head().number == 0
    assert change(client, values={"critical_margin": 99}).status_code == 200

    previewed = client.post(f"{TUNING}/preview", json={"values": GONE}, headers=AS_ADMIN).get_json()
    assert previewed["warnings"] == [
        {
            "pointer": "/values",
            "message": "It is not known who uses what would be gone: the store is unavailable.",
        }
    ]


def test_chances__that_jump__are_refused_until_they_are_forced(client: ContractClient) -> None:
    values = {"crimes": {"bank_robbery": {"threshold": 100}, "moonshot": MOONSHOT}}
    refused = errors_of(change(client, values=values))

    assert list(refused) == ["/values/crimes/moonshot/threshold", "/values/crimes/bank_robbery/threshold"]
    assert "with the clubs skills at level 25" in refused["/values/crimes/bank_robbery/threshold"]
    assert change(client, values=values, force=True).get_json()["forced"] is True
    assert change(client, based_on=1, values={"crimes": {"bank_robbery": {"threshold": 101}}}).status_code == 200


MOONSHOT = {"difficulty": "extreme", "threshold": 100_000, "energy_cost": 1}
