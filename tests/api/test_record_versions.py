"""Records of other releases: earlier ones are read, later ones get a clear answer."""

import json

import pytest

from service.records.ports import Record
from tests.builders.actions import PVE, RESOLVE
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.ledger import InMemoryLedger

RECORDS = "/v1/resolutions"


@pytest.fixture
def client(ledger: InMemoryLedger) -> ContractClient:
    return ContractClient(make_app(ledger=ledger))


def recorded(client: ContractClient, ledger: InMemoryLedger) -> Record:
    """A record as this release writes it."""
    resolution_id = client.post(RESOLVE, json=PVE).get_json()["resolution_id"]
    client.get(RECORDS)
    return ledger.records[resolution_id]


def written_by_another(record: Record, version: str, ledger: InMemoryLedger) -> str:
    """Puts the record there with these bytes in place of its version; answers its id."""
    assert record.document.startswith(b'{"record_version":1,')
    document = record.document.replace(b'"record_version":1,', version.encode(), 1)
    ledger.records[record.resolution_id] = record._replace(document=document)
    return record.resolution_id


def test_record__without_a_version__is_read_as_one_of_version_1(client: ContractClient, ledger: InMemoryLedger) -> None:
    record = recorded(client, ledger)
    one = written_by_another(record, "", ledger)
    assert "record_version" not in json.loads(ledger.records[one].document)

    assert client.get(f"{RECORDS}/{one}").data == record.document
    page = client.get(RECORDS).get_json()
    assert page == {"resolutions": [json.loads(record.document)], "unreadable": [], "next_cursor": None}


@pytest.mark.parametrize(
    ("version", "number", "why"),
    [
        ('"record_version":2,', 2, "a later release wrote it, in version 2."),
        ('"record_version":100,', 100, "a later release wrote it, in version 100."),
        ('"record_version":0,', None, "it is damaged."),
        ('"record_version":"1",', None, "it is damaged."),
        ("\0", None, "it is damaged."),
    ],
)
def test_record__of_an_unknown_version__is_a_conflict_and_breaks_no_page(
    client: ContractClient, ledger: InMemoryLedger, version: str, number: int | None, why: str
) -> None:
    first = recorded(client, ledger)
    one = written_by_another(recorded(client, ledger), version, ledger)
    last = recorded(client, ledger)

    refused = client.get(f"{RECORDS}/{one}")

    assert refused.status_code == 409
    assert refused.get_json()["type"] == "/problems/unreadable-record"
    assert refused.get_json()["detail"] == f"The record of the resolution {one} cannot be read: {why}"
    page = client.get(RECORDS).get_json()
    assert [record["resolution_id"] for record in page["resolutions"]] == [last.resolution_id, first.resolution_id]
    assert page["unreadable"] == [{"resolution_id": one, "record_version": number}]


def test_pages__with_a_record_that_cannot_be_read__go_on_after_it(
    client: ContractClient, ledger: InMemoryLedger
) -> None:
    first = recorded(client, ledger)
    one = written_by_another(recorded(client, ledger), '"record_version":2,', ledger)

    page = client.get(f"{RECORDS}?limit=1").get_json()
    assert (page["resolutions"], page["next_cursor"]) == ([], one)
    after = client.get(f"{RECORDS}?cursor={page['next_cursor']}").get_json()

    assert [record["resolution_id"] for record in after["resolutions"]] == [first.resolution_id]
