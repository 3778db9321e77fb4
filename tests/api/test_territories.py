"""Territories over HTTP: named instead of a bare defense bonus."""

from typing import Any

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import BATCH, GANG_WAR, ODDS, PVP, RESOLVE, SCORE, with_hands
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN

Json = dict[str, Any]
NAMED = {"territory": "fortified_territory"}
BARE = {"defense_bonus": 15}
DEFENDED = pytest.mark.parametrize("body", [PVP, GANG_WAR], ids=["pvp", "gang_war"])


def tune(client: ContractClient, values: Json) -> None:
    """Make the first change of the tuning."""
    change = {"values": values, "reason": "The fort has fallen."}
    made = client.request("PATCH", "/v1/admin/tuning", json=change, headers=AS_ADMIN | {"If-Match": '"0"'})
    assert made.status_code == 200


@DEFENDED
@pytest.mark.parametrize("tuning", [{}, {"territory_defense_multiplier": 1.35}])
def test_territory__named__comes_to_the_same_as_its_bare_bonus(
    client: ContractClient, body: Json, tuning: Json
) -> None:
    for path, asked in ((SCORE, with_hands(body)), (ODDS, body)):
        named = client.post(path, json={**asked, **NAMED, "tuning": tuning}).get_json()
        assert named == client.post(path, json={**asked, **BARE, "tuning": tuning}).get_json()
        assert named != client.post(path, json={**asked, "tuning": tuning}).get_json()


@DEFENDED
def test_territory__of_a_resolution__is_in_its_record_by_its_name(client: ContractClient, body: Json) -> None:
    resolution = client.post(RESOLVE, json={**body, **NAMED}).get_json()

    record = client.get(f"/v1/resolutions/{resolution['resolution_id']}").get_json()

    assert record["inputs"]["territory"] == "fortified_territory"
    assert "defense_bonus" not in record["inputs"]
    rescored = client.post(SCORE, json=record["inputs"]).get_json()
    assert rescored == {name: value for name, value in resolution.items() if name != "resolution_id"}


@DEFENDED
@pytest.mark.parametrize("bonus", [15, 0])
def test_territory__next_to_a_bare_bonus__is_refused(refusals: Refusals, body: Json, bonus: int) -> None:
    both = {**body, **NAMED, "defense_bonus": bonus}
    expected = {"/territory": "Must not come with defense_bonus: send one of them."}

    assert refusals.errors(RESOLVE, both) == expected
    assert refusals.errors(ODDS, both) == expected
    assert refusals.errors(SCORE, with_hands(both)) == expected
    (result,) = refusals.client.post(BATCH, json={"requests": [both]}).get_json()["results"]
    assert [error["pointer"] for error in result["errors"]] == ["/requests/0/territory"]


@DEFENDED
def test_territory__unknown__is_refused_at_its_place(refusals: Refusals, body: Json) -> None:
    assert list(refusals.errors(RESOLVE, {**body, "territory": "atlantis"})) == ["/territory"]
    assert refusals.errors(RESOLVE, {**body, "territory": None}) == {"/territory": "Must not be null."}
    assert refusals.errors(RESOLVE, {**body, "territory": ""}) == {
        "/territory": "Must be a string of 1 to 64 characters."
    }


def test_territory__made_by_a_change__can_be_named_at_once(client: ContractClient) -> None:
    mill = {"title": "The Old Mill", "defense_bonus": -7.25}
    tune(client, {"territories": {"old_mill": mill, "fortified_territory": None}})

    scored = client.post(SCORE, json={**with_hands(PVP), "territory": "old_mill"}).get_json()

    assert {"source": "defense_bonus", "points": -7.25} in scored["target"]["breakdown"]
    assert client.get("/v1/catalogue").get_json()["territories"] == {"old_mill": mill}
    assert client.post(RESOLVE, json={**PVP, **NAMED}).status_code == 422


def test_gang_method__of_the_tuning__decides_where_the_request_does_not(client: ContractClient) -> None:
    war, best_three = with_hands(GANG_WAR), {"tuning": {"default_gang_method": "best_three"}}

    for more, method in (
        ({}, "average"),
        (best_three, "best_three"),
        (best_three | {"method": "average"}, "average"),
        ({"method": "best_three"}, "best_three"),
    ):
        answer = client.post(SCORE, json=war | more).get_json()
        assert (answer["attackers"]["method"], answer["defenders"]["method"]) == (method, method)

    many = {**GANG_WAR, "attackers": [{"npc": "rookie"}] * 6}
    assert client.post(ODDS, json=many).status_code == 200
    assert client.post(ODDS, json=many | best_three).status_code == 422


def test_gang_method__of_the_tuning__is_in_the_record_of_a_war_that_named_none(client: ContractClient) -> None:
    tune(client, {"default_gang_method": "best_three"})

    resolution = client.post(RESOLVE, json=GANG_WAR).get_json()

    assert resolution["attackers"]["method"] == "best_three"
    record = client.get(f"/v1/resolutions/{resolution['resolution_id']}").get_json()
    assert record["inputs"]["method"] == "best_three"
