"""Batches: a bad item is answered in its place, a bad batch is refused as a whole."""

import json
from typing import Any

import pytest

from service.actions.batches import MOST_ERRORS_OF_A_BATCH, MOST_PARTS
from service.web.reading import MOST_ERRORS
from tests.api.refusals import INVALID, Refusals
from tests.builders.actions import BATCH, GANG_WAR, PVE, PVP, SKILL_CHECK, actor
from tests.contract_client import ContractClient
from tests.fakes.app import ADMIN_TOKEN, make_app
from tests.fakes.system import ScriptedDealer


@pytest.mark.parametrize("value", ["x", 5, True, {}, {"0": PVE}, [PVE] * 1001])
def test_requests__not_an_array_of_at_most_a_thousand__are_refused(refusals: Refusals, value: Any) -> None:
    expected = {"/requests": "Must be an array of 0 to 1000 items."}

    assert refusals.errors(BATCH, {"requests": value}) == expected


def test_requests__null__are_refused(refusals: Refusals) -> None:
    assert refusals.errors(BATCH, {"requests": None}) == {"/requests": "Must not be null."}


def test_requests__a_thousand__are_resolved(refusals: Refusals) -> None:
    answer = refusals.client.post(BATCH, json={"requests": [SKILL_CHECK] * 1000}).get_json()

    assert len(answer["results"]) == 1000
    assert refusals.dealer.dealt == 1000


def test_requests__none__are_no_results(refusals: Refusals) -> None:
    assert refusals.client.post(BATCH, json={"requests": []}).get_json() == {"results": []}


def test_participants__more_than_two_thousand_in_all__are_refused_and_draw_nothing(refusals: Refusals) -> None:
    war = {**GANG_WAR, "attackers": [{"npc": "rookie"}] * 100, "defenders": [{"npc": "rookie"}] * 100}

    expected = {"/requests": "Must have at most 2000 participants in all; has 2001."}
    assert refusals.errors(BATCH, {"requests": [*[war] * 10, PVE]}) == expected


def test_item__that_cannot_be_read__is_not_counted_among_the_participants(refusals: Refusals) -> None:
    war = {**GANG_WAR, "attackers": [{"npc": "rookie"}] * 100, "defenders": [{"npc": "rookie"}] * 100}

    results = refusals.client.post(BATCH, json={"requests": [*[war] * 10, {**PVP, "bogus": 1}]}).get_json()["results"]

    assert [result.get("status") for result in results] == [None] * 10 + [422]
    assert refusals.dealer.dealt == 2000


def test_item__refused__is_a_problem_in_its_place_and_draws_nothing(refusals: Refusals, dealer: ScriptedDealer) -> None:
    requests = [
        PVE,
        {**PVE, "crime": "nap"},
        SKILL_CHECK,
        {"action_type": "pvp", "_schema": 1},
        5,
        None,
        {},
        actor(),
        PVP,
    ]

    response = refusals.client.post(BATCH, json={"requests": requests})

    results = response.get_json()["results"]
    assert response.status_code == 200
    assert response.content_type == "application/json"
    assert [result.get("status", "resolved") for result in results] == [
        "resolved",
        422,
        "resolved",
        *[422] * 5,
        "resolved",
    ]
    pointers = [[error["pointer"] for error in result.get("errors", [])] for result in results]
    assert pointers == [
        [],
        ["/requests/1/crime"],
        [],
        ["/requests/3/_schema", "/requests/3/actor", "/requests/3/target"],
        ["/requests/4"],
        ["/requests/5"],
        ["/requests/6/action_type"],
        ["/requests/7/actor"],
        [],
    ]
    assert dealer.dealt == 4


def test_item__refused__is_a_whole_problem_document(refusals: Refusals) -> None:
    (result,) = refusals.client.post(BATCH, json={"requests": [5]}).get_json()["results"]

    assert result == {
        "kind": "problem",
        "type": "/problems/invalid-input",
        "title": "Invalid input",
        "status": 422,
        "detail": INVALID,
        "instance": "/v1/resolve/batch",
        "errors": [{"pointer": "/requests/0", "message": "Must be an object."}],
    }


@pytest.mark.parametrize("fields", [{"hand": []}, {"tuning": {}}, {"requests": []}])
def test_item__with_a_field_of_another_endpoint__is_refused(refusals: Refusals, fields: dict[str, Any]) -> None:
    (result,) = refusals.client.post(BATCH, json={"requests": [{**PVE, **fields}]}).get_json()["results"]

    assert [error["pointer"] for error in result["errors"]] == [f"/requests/0/{name}" for name in fields]
    assert refusals.dealer.draws == 0


def test_batch__key_twice_in_an_item_or_nested_too_deep__is_refused_as_a_whole(refusals: Refusals) -> None:
    good = json.dumps(PVE).encode()

    twice = b'{"requests": [%s, {"action_type": "pve", "action_type": "pve"}]}' % good
    assert refusals.malformed(twice, BATCH) == "The key 'action_type' appears twice in one object."
    deep = b'{"requests": [%s, %s]}' % (good, b"[" * 31 + b"]" * 31)
    assert refusals.malformed(deep, BATCH) == "The body has arrays or objects more than 32 deep."


def test_batch__over_one_mebibyte_and_under_eight__is_resolved(refusals: Refusals) -> None:
    body = json.dumps({"requests": [PVE]}).encode().ljust(3 << 20)

    assert refusals.client.post(BATCH, data=body, content_type="application/json").status_code == 200


def test_errors__of_a_batch__are_bounded_altogether_and_every_bad_item_has_one(refusals: Refusals) -> None:
    bad = {**PVE, **{f"field_{number}": 0 for number in range(150)}}
    unreadable = MOST_ERRORS_OF_A_BATCH // MOST_ERRORS + 3

    answer = refusals.client.post(BATCH, json={"requests": [*[bad] * unreadable, PVE, *[bad] * 5]})

    results = answer.get_json()["results"]
    listed = [len(result["errors"]) for result in results if "errors" in result]
    assert listed == [MOST_ERRORS] * (unreadable - 3) + [1] * 8
    assert [result["detail"] for result in results if "errors" in result] == [
        *[f"{INVALID} It lists the first {MOST_ERRORS}."] * (unreadable - 3),
        *[f"{INVALID} It lists the first 1."] * 8,
    ]
    assert refusals.dealer.dealt == 1


def test_errors__of_unknown_names__count_among_those_of_the_batch(refusals: Refusals) -> None:
    bad = actor(skills={f"skill_{number}": 1 for number in range(90)})

    results = refusals.client.post(BATCH, json={"requests": [bad] * 20}).get_json()["results"]

    assert sum(len(result["errors"]) for result in results) == MOST_ERRORS_OF_A_BATCH + 8
    assert all(result["errors"] for result in results)


def test_gangs__that_cannot_be_read__count_among_the_participants_before_they_are_read(refusals: Refusals) -> None:
    war = {**GANG_WAR, "attackers": [{}] * 100, "defenders": [5] * 101}

    expected = {"/requests": "Must have at most 2000 participants in all; has 2010."}
    assert refusals.errors(BATCH, {"requests": [war] * 10}) == expected


def test_unknown_names__with_a_large_catalogue__answer_little_more_than_was_sent() -> None:
    entries = {f"badge_number_{number:03}_of_the_old_frontier": {"flat": 1} for number in range(900)}
    client = ContractClient(make_app())
    values = {"values": {"items": entries}, "reason": "Badges for everybody."}
    headers = {"Authorization": f"Bearer {ADMIN_TOKEN}", "If-Match": '"0"'}
    assert client.request("PATCH", "/v1/admin/tuning", json=values, headers=headers).status_code == 200
    body = {"requests": [actor(items=[f"bagde_{number}" for number in range(10)])] * 1000}

    answer = client.post(BATCH, json=body)

    assert all(result["errors"] for result in answer.get_json()["results"])
    assert len(answer.data) < 10 * len(json.dumps(body))


@pytest.mark.parametrize("kind", ["skills", "modifiers", "items", "effects"])
def test_parts__more_than_a_batch_may_have__are_refused_before_they_are_read(
    refusals: Refusals, dealer: ScriptedDealer, kind: str
) -> None:
    names = [f"{kind}_{number}" for number in range(100)]
    one = {kind: dict.fromkeys(names, -1) if kind == "skills" else names}
    duels = [{**PVP, "actor": one, "target": one}] * 100
    wars = [{**GANG_WAR, "attackers": [one], "defenders": [one, None]}]

    expected = {"/requests": f"Must have at most {MOST_PARTS} skills, modifiers, items and effects in all; has 20200."}
    assert refusals.errors(BATCH, {"requests": [*duels, *wars, None]}) == expected
    assert dealer.draws == 0


def test_parts__as_many_as_a_batch_may_have__are_read(refusals: Refusals) -> None:
    one = {"skills": {f"skill_{number}": 1 for number in range(100)}}
    duels = [{**PVP, "actor": one, "target": one}] * (MOST_PARTS // 200)

    answer = refusals.client.post(BATCH, json={"requests": [*duels, PVP]})

    kinds = [result["kind"] for result in answer.get_json()["results"]]
    assert kinds == ["problem"] * len(duels) + ["duel"]
