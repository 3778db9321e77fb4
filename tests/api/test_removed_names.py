"""Requests that name what a revision has removed hear which one it was."""

from typing import Any, Final

import pytest

from tests.builders.actions import Json
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app, tuned_parts
from tests.fakes.operators import AS_ANN
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

GONE: Final = {
    "skills": "stealth",
    "crimes": "stagecoach_robbery",
    "skill_checks": "medium",
    "npcs": "elite",
    "items": "lucky_ace_charm",
    "effects": "whiskey",
    "locations": "frontera",
    "territories": "fortified_territory",
}
ROOKIE: Final = {"npc": "rookie"}
PVE: Final = {"action_type": "pve", "crime": "bank_robbery"}
NAMING: Final[dict[str, tuple[str, Json]]] = {
    "skills": ("/actor/skills/stealth", {**PVE, "actor": {"skills": {"stealth": 9}}}),
    "crimes": ("/crime", {"action_type": "pve", "crime": GONE["crimes"], "actor": ROOKIE}),
    "skill_checks": ("/difficulty", {"action_type": "skill_check", "difficulty": "medium", "actor": ROOKIE}),
    "npcs": ("/target/npc", {"action_type": "pvp", "actor": ROOKIE, "target": {"npc": "elite"}}),
    "items": ("/actor/items/0", {**PVE, "actor": {"skills": {}, "items": [GONE["items"]]}}),
    "effects": ("/actor/effects/0", {**PVE, "actor": {"skills": {}, "effects": ["whiskey"]}}),
    "locations": ("/location", {**PVE, "actor": ROOKIE, "location": "frontera"}),
    "territories": (
        "/territory",
        {"action_type": "gang_war", "attackers": [ROOKIE], "defenders": [ROOKIE], "territory": GONE["territories"]},
    ),
}
"""By the part of the catalogue: a request that names what was removed from it, and where."""


@pytest.fixture
def client(clock: StoppedClock, log: InMemoryTuningLog) -> ContractClient:
    """Of a service whose second revision has removed an entry from every part of the catalogue."""
    client = ContractClient(make_app(**tuned_parts(log, clock)))
    change(client, 0, {"crimes": {"arson": {"difficulty": "hard", "threshold": 300, "energy_cost": 9}}})
    change(client, 1, {part: {name: None} for part, name in GONE.items()})
    return client


def change(client: ContractClient, based_on: int, values: Json) -> None:
    body = {"values": values, "reason": "Try.", "force": True}
    made = client.request("PATCH", "/v1/admin/tuning", json=body, headers={**AS_ANN, "If-Match": f'"{based_on}"'})
    assert made.status_code == 200, made.get_json()


def said(document: Any, pointer: str) -> str:
    (message,) = [error["message"] for error in document["errors"] if error["pointer"] == pointer]
    return str(message)


@pytest.mark.parametrize("part", GONE)
@pytest.mark.parametrize("route", ["/v1/resolve", "/v1/odds"])
def test_name__that_was_removed__is_answered_with_the_revision(client: ContractClient, route: str, part: str) -> None:
    pointer, body = NAMING[part]

    answer = client.post(route, json=body)

    assert answer.status_code == 422
    assert f"{GONE[part]!r}: revision 2 removed it. Known: " in said(answer.get_json(), pointer)


def test_name__that_was_removed__is_answered_so_by_every_other_route(client: ContractClient) -> None:
    _, crime = NAMING["crimes"]
    gone = "Unknown crime 'stagecoach_robbery': revision 2 removed it. Known: "
    batch = client.post("/v1/resolve/batch", json={"requests": [crime]}).get_json()
    hand = {"hand": ["As", "Ks", "Qs", "Js", "10s"]}
    score = client.post("/v1/score", json={**crime, "actor": ROOKIE | hand}).get_json()
    curve = client.post(
        "/v1/odds/curve",
        json={"participant": {}, "grow": {"skills": ["stealth"]}, "against": {"crimes": [crime["crime"]]}},
    ).get_json()
    character = client.request(
        "PUT", "/v1/characters/ada", json={"skills": {"stealth": 9}}, headers=AS_ADMIN
    ).get_json()
    effect = client.request("PUT", "/v1/characters/ada/effects/whiskey", headers=AS_ADMIN)

    assert said(batch["results"][0], "/requests/0/crime").startswith(gone)
    assert said(score, "/crime").startswith(gone)
    assert said(curve, "/against/crimes/0").startswith(gone)
    assert "'stealth': revision 2 removed it." in said(curve, "/grow/skills/0")
    assert "'stealth': revision 2 removed it." in said(character, "/skills/stealth")
    assert "'whiskey': revision 2 removed it. Known: " in effect.get_json()["detail"]


def test_name__under_another_tuning__is_answered_with_what_holds_there(client: ContractClient) -> None:
    _, crime = NAMING["crimes"]

    overlaid = client.post("/v1/odds", json={**crime, "tuning": {"critical_margin": 90}}).get_json()
    before = client.post("/v1/odds", json={**crime, "tuning_revision": 1})
    never = client.post("/v1/odds", json={**crime, "crime": "piracy"}).get_json()

    assert "revision 2 removed it" in said(overlaid, "/crime")
    assert before.status_code == 200
    assert said(never, "/crime").startswith("Unknown crime 'piracy'. Known: ")


def test_name__that_came_back__is_known_and_its_removal_forgotten(client: ContractClient) -> None:
    pointer, body = NAMING["crimes"]
    entry = {"difficulty": "hard", "threshold": 300, "energy_cost": 9}
    change(client, 2, {"crimes": {GONE["crimes"]: entry}})
    assert client.post("/v1/odds", json=body).status_code == 200

    change(client, 3, {"crimes": {GONE["crimes"]: None}})
    assert "revision 4 removed it" in said(client.post("/v1/odds", json=body).get_json(), pointer)
