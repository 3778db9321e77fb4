"""Forgetting a character with its records: for admins, as often as wanted, and nothing of others."""

from typing import Any

import pytest

from service.settings import Settings
from tests.builders.actions import BATCH, PVP
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.ledger import InMemoryLedger

RECORDS = "/v1/resolutions"
ANN = "/v1/characters/ann"


@pytest.fixture
def client(ledger: InMemoryLedger) -> ContractClient:
    """Of a service in which ann and bob robbed a bank each, and then fought a duel."""
    client = ContractClient(make_app(ledger=ledger))
    ann, bob = ({"character_id": name, "skills": {"stealth": 40}} for name in ("ann", "bob"))
    robbery = {"action_type": "pve", "crime": "bank_robbery"}
    client.post(
        BATCH,
        json={"requests": [robbery | {"actor": ann}, robbery | {"actor": bob}, PVP | {"actor": bob, "target": ann}]},
    )
    return client


def ids(client: ContractClient, query: str = "") -> list[int]:
    found: Any = client.get(f"{RECORDS}{query}").get_json()
    return [int(record["resolution_id"][-4:]) for record in found["resolutions"]]


def forget(client: ContractClient, query: str, **headers: str) -> Any:
    return client.request("DELETE", f"{ANN}?{query}", headers=headers)


def test_character__forgotten_with_its_records__is_in_no_list_and_others_keep_theirs(client: ContractClient) -> None:
    duel = client.get(f"{RECORDS}?character_id=bob&limit=1").get_json()

    assert forget(client, "records=true", **AS_ADMIN).status_code == 204

    assert client.get(ANN).status_code == 404
    assert ids(client, "?character_id=ann") == []
    assert ids(client, "?character_id=bob") == ids(client) == [3, 2]
    assert client.get(f"{RECORDS}?character_id=bob&limit=1").get_json() == duel
    assert duel["resolutions"][0]["resolution"]["target"]["character_id"] == "ann"
    assert forget(client, "records=true", **AS_ADMIN).status_code == 204
    assert ids(client) == [3, 2]


def test_records__that_were_not_written_yet__are_forgotten_as_well(
    client: ContractClient, ledger: InMemoryLedger
) -> None:
    assert ledger.records == {}

    forget(client, "records=true", **AS_ADMIN)

    assert len(ledger.records) == 2


@pytest.mark.parametrize("query", ["", "records=false"])
def test_character__forgotten_without_its_records__keeps_them_and_needs_no_token(
    client: ContractClient, query: str
) -> None:
    assert forget(client, query).status_code == 204

    assert client.get(ANN).status_code == 404
    assert ids(client, "?character_id=ann") == [3, 1]


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}])
@pytest.mark.parametrize("query", ["records=true", "records=true&records=true", "records=true&page=1"])
def test_records__forgotten_by_somebody_else__are_refused_and_nothing_is_forgotten(
    client: ContractClient, headers: dict[str, str], query: str
) -> None:
    assert forget(client, query, **headers).status_code == 401

    assert client.get(ANN).status_code == 200
    assert ids(client, "?character_id=ann") == [3, 1]


def test_records__forgotten_with_an_api_token__are_refused() -> None:
    client = ContractClient(make_app(Settings(admin_token="a" * 20, api_tokens=("b" * 20,))))

    assert forget(client, "records=true", Authorization=f"Bearer {'b' * 20}").status_code == 401
    assert forget(client, "", Authorization=f"Bearer {'b' * 20}").status_code == 204


@pytest.mark.parametrize(
    ("query", "pointer", "message"),
    [
        ("records=yes", "/records", "Must be true or false."),
        ("records=", "/records", "Must be true or false."),
        ("records=true&records=false", "/records", "Must appear only once."),
        ("record=true", "/record", "Unknown parameter. Allowed: records."),
    ],
)
def test_query__that_is_wrong__is_refused_and_nothing_is_forgotten(
    client: ContractClient, query: str, pointer: str, message: str
) -> None:
    refused = forget(client, query, **AS_ADMIN)

    assert refused.status_code == 422
    assert refused.get_json()["errors"] == [{"pointer": pointer, "message": message}]
    assert client.get(ANN).status_code == 200


def test_ledger__away__forgets_nothing_and_can_be_asked_again(client: ContractClient, ledger: InMemoryLedger) -> None:
    ids(client)
    ledger.unavailable = True

    assert forget(client, "records=true", **AS_ADMIN).status_code == 503

    ledger.unavailable = False
    assert client.get(ANN).status_code == 200
    assert forget(client, "records=true", **AS_ADMIN).status_code == 204
    assert ids(client) == [3, 2]
