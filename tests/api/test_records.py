"""Reading back what was resolved."""

from typing import Any

import pytest

from service.errors import StoreUnavailable
from tests.builders.actions import BATCH, GANG_WAR, HANDS, PVE, PVP, RESOLVE, RICH, SCORE, Json, with_hands
from tests.builders.hands import hand
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.system import ScriptedDealer, StoppedClock

RECORDS = "/v1/resolutions"


@pytest.fixture
def client(ledger: InMemoryLedger) -> ContractClient:
    return ContractClient(make_app(ledger=ledger))


def ids(page: Any) -> list[int]:
    """The last digits of the ids on a page."""
    return [int(record["resolution_id"][-4:]) for record in page["resolutions"]]


def test_record__of_a_resolution__has_its_answer_its_time_and_its_inputs(client: ContractClient) -> None:
    answer = client.post(RESOLVE, json=RICH).get_json()

    record = client.get(f"{RECORDS}/{answer['resolution_id']}").get_json()

    # The modifiers of a body may leave suits out; a record names all four.
    (modifier,) = RICH["actor"]["modifiers"]
    modifier = {**modifier, "suits": {"spades": 5, "hearts": 0, "clubs": 0, "diamonds": 0}}
    actor = {**RICH["actor"], "modifiers": [modifier], "hand": ["K♠", "K♦", "A♣", "7♥", "3♠"]}
    assert record == {
        "record_version": 1,
        "resolution_id": answer["resolution_id"],
        "resolved_at": "2026-01-01T00:00:00.000Z",
        "inputs": {**RICH, "actor": actor, "tuning_revision": 0},
        "resolution": answer,
    }


@pytest.mark.parametrize(
    ("body", "added"), [(PVE, {}), (PVP, {}), (GANG_WAR, {"method": "average"})], ids=["pve", "pvp", "gang_war"]
)
def test_record__of_a_plain_action__has_the_body_with_its_hands_as_inputs(
    ledger: InMemoryLedger, body: Json, added: Json
) -> None:
    client = ContractClient(make_app(ledger=ledger, dealer=ScriptedDealer(*map(hand, map(" ".join, HANDS)))))
    answer = client.post(RESOLVE, json=body).get_json()

    inputs = client.get(f"{RECORDS}/{answer['resolution_id']}").get_json()["inputs"]

    expected = with_hands(body) | {"tuning_revision": 0} | added
    if "suit_bonuses" in expected.get("actor", ()):
        expected["actor"]["suit_bonuses"] = {"spades": 12.5, "hearts": 0, "clubs": 0, "diamonds": 0}
    assert inputs == expected


def test_records__of_a_batch__are_there_for_each_item_that_was_resolved(client: ContractClient) -> None:
    results = client.post(BATCH, json={"requests": [PVE, {"action_type": "pve"}, PVP]}).get_json()["results"]

    page = client.get(RECORDS).get_json()

    recorded = [record["resolution"] for record in page["resolutions"]]
    assert [{"kind": "duel", **recorded[0]}, {"kind": "challenge", **recorded[1]}] == [results[2], results[0]]


def test_records__page_by_page__come_newest_first_and_once(client: ContractClient) -> None:
    client.post(BATCH, json={"requests": [PVE] * 25})

    first = client.get(RECORDS).get_json()
    second = client.get(f"{RECORDS}?cursor={first['next_cursor']}").get_json()
    short = client.get(f"{RECORDS}?limit=3&cursor={first['next_cursor']}").get_json()

    assert ids(first) == list(range(25, 5, -1))
    assert (ids(second), second["next_cursor"]) == ([5, 4, 3, 2, 1], None)
    assert ids(short) == [5, 4, 3]


def test_records__of_a_character__are_those_it_took_part_in(client: ContractClient) -> None:
    ann, bob = ({"character_id": name, "skills": {"stealth": 40}} for name in ("ann", "bob"))
    solo = {"action_type": "pve", "crime": "bank_robbery"}
    requests = [{**solo, "actor": ann}, {**solo, "actor": bob}, {**PVP, "actor": bob, "target": ann}, PVE]
    client.post(BATCH, json={"requests": requests})

    def of(query: str) -> list[int]:
        return ids(client.get(f"{RECORDS}?{query}").get_json())

    assert of("character_id=ann") == [3, 1]
    assert of("character_id=bob") == [3, 2]
    assert of("character_id=ann&limit=1") == [3]
    assert of("character_id=nobody") == []
    assert of("") == [4, 3, 2, 1]


def test_record__of_a_character__has_the_skills_and_effects_that_counted_and_scores_without_it(
    client: ContractClient,
) -> None:
    client.request("PUT", "/v1/characters/ann", json={"skills": {"stealth": 40}})
    client.request("PUT", "/v1/characters/ann/effects/poisoned", json={})
    actor = {"character_id": "ann", "effects": ["whiskey"]}
    answer = client.post(RESOLVE, json={"action_type": "pve", "crime": "bank_robbery", "actor": actor}).get_json()

    inputs = client.get(f"{RECORDS}/{answer['resolution_id']}").get_json()["inputs"]
    client.request("DELETE", "/v1/characters/ann")
    scored = client.post(SCORE, json=inputs).get_json()

    assert inputs["actor"] == {
        "skills": {"stealth": 40},
        "effects": ["whiskey", "poisoned"],
        "hand": answer["actor"]["hand"],
    }
    assert scored["outcome"] == answer["outcome"]
    assert {**scored["actor"], "character_id": "ann", "running_effects": ["poisoned"]} == answer["actor"]


def test_records__before_anything_was_resolved__are_none(client: ContractClient) -> None:
    assert client.get(RECORDS).get_json() == {"resolutions": [], "unreadable": [], "next_cursor": None}
    assert client.get(f"{RECORDS}?character_id=nobody").get_json() == {
        "resolutions": [],
        "unreadable": [],
        "next_cursor": None,
    }


@pytest.mark.parametrize(
    ("query", "pointer", "message"),
    [
        ("limit=0", "/limit", "Must be a whole number from 1 to 100."),
        ("limit=101", "/limit", "Must be a whole number from 1 to 100."),
        ("limit=ten", "/limit", "Must be a whole number from 1 to 100."),
        ("cursor=", "/cursor", "Must be the next_cursor of an earlier page."),
        ("cursor=-", "/cursor", "Must be the next_cursor of an earlier page."),
        (
            "cursor=01930000-0000-7000-8000-00000000000G",
            "/cursor",
            "Must be the next_cursor of an earlier page.",
        ),
        (
            "character_id=",
            "/character_id",
            "Must be 1 to 64 characters: letters a to z and A to Z, digits, and . _ : - (not dots alone).",
        ),
        ("page=2", "/page", "Unknown parameter. Allowed: character_id, limit or cursor."),
        ("limit=1&limit=1", "/limit", "Must appear only once."),
    ],
)
def test_records__asked_for_wrongly__are_refused_with_what_is_allowed(
    client: ContractClient, query: str, pointer: str, message: str
) -> None:
    refused = client.get(f"{RECORDS}?{query}")

    assert refused.status_code == 422
    assert refused.get_json()["errors"] == [{"pointer": pointer, "message": message}]


@pytest.mark.parametrize("unknown", ["01930000-0000-7000-8000-000000000009", "x", "%00", "♠", "..%2F"])
def test_record__of_no_resolution__is_not_found(client: ContractClient, unknown: str) -> None:
    assert client.get(f"{RECORDS}/{unknown}").status_code == 404


def test_record__while_the_store_is_away__waits_and_no_resolution_does(
    client: ContractClient, ledger: InMemoryLedger
) -> None:
    ledger.unavailable = True
    answers = [client.post(RESOLVE, json=PVE) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    path = f"{RECORDS}/{answers[0].get_json()['resolution_id']}"
    assert client.get(path).status_code == 503

    ledger.unavailable = False

    assert client.get(path).get_json()["resolution"] == answers[0].get_json()
    assert ids(client.get(RECORDS).get_json()) == [3, 2, 1]


def test_record__of_a_refused_action__is_none(client: ContractClient, ledger: InMemoryLedger) -> None:
    client.post(RESOLVE, json={**PVE, "crime": "arson"})
    client.get(RECORDS)

    assert ledger.records == {}


def test_record__of_a_retry__is_that_of_the_first_answer(client: ContractClient) -> None:
    key = {"Idempotency-Key": "a-key"}
    answers = [client.post(RESOLVE, json=PVE, headers=key) for _ in range(3)]

    (record,) = client.get(RECORDS).get_json()["resolutions"]

    assert {answer.data for answer in answers} == {answers[0].data}
    assert record["resolution"] == answers[0].get_json()


def test_record__of_a_draw_that_could_not_be_kept_for_retries__is_none(ledger: InMemoryLedger) -> None:
    class Forgetful(InMemoryIdempotencyStore):
        def finish(self, *_: object) -> None:
            raise StoreUnavailable

    client = ContractClient(make_app(ledger=ledger, idempotency=Forgetful(StoppedClock())))

    assert client.post(RESOLVE, json=PVE, headers={"Idempotency-Key": "a-key"}).status_code == 503
    assert client.get(RECORDS).get_json()["resolutions"] == []


def test_record__of_a_verifiable_draw__has_what_was_revealed_and_inputs_that_draw_nothing(
    client: ContractClient,
) -> None:
    draw_id = client.post("/v1/draws").get_json()["draw_id"]
    body = {**PVE, "draw": {"draw_id": draw_id, "client_seed": "a player's"}}
    answer = client.post(RESOLVE, json=body).get_json()

    record = client.get(f"{RECORDS}/{answer['resolution_id']}").get_json()

    assert record["resolution"]["draw"] == answer["draw"]
    assert "draw" not in record["inputs"]
    assert client.post(SCORE, json=record["inputs"]).get_json()["outcome"] == answer["outcome"]
