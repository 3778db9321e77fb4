"""The distribution of totals over HTTP: it adds up, and agrees with the odds of every challenge."""

from itertools import pairwise

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import ODDS, RICH
from tests.contract_client import ContractClient
from tests.openapi import Json

TOTALS = "/v1/odds/totals"
HANDS = 2_598_960
PARTICIPANTS: dict[str, Json] = {
    "rich": {"participant": RICH["actor"], "location": "frontera"},
    "npc": {"participant": {"npc": "veteran"}},
    "at the floor": {"participant": {"suit_bonuses": {"spades": 20}, "modifiers": [{"source": "curse", "flat": -320}]}},
    "other tuning": {"participant": {"skills": {"stealth": 30}}, "tuning": {"skill_curve": "published"}},
}


@pytest.mark.parametrize("body", PARTICIPANTS.values(), ids=PARTICIPANTS)
def test_totals__of_any_participant__count_every_hand_once(client: ContractClient, body: Json) -> None:
    answer = client.post(TOTALS, json=body).get_json()

    assert answer["tuning_revision"] == 0
    assert sum(answer["counts"]) == answer["hands"] == HANDS
    assert len(answer["totals"]) == len(answer["counts"])
    assert all(lower < higher for lower, higher in pairwise(answer["totals"]))


@pytest.mark.parametrize("body", PARTICIPANTS.values(), ids=PARTICIPANTS)
def test_totals__from_a_threshold_up__are_the_successes_against_it(client: ContractClient, body: Json) -> None:
    answer = client.post(TOTALS, json=body).get_json()
    totals, counts = answer["totals"], answer["counts"]
    surroundings = {name: value for name, value in body.items() if name != "participant"}

    for at in {0, 1, len(totals) // 2, len(totals) - 1}:
        challenge = {"action_type": "pve", "threshold": totals[at], "actor": body["participant"], **surroundings}
        assert client.post(ODDS, json=challenge).get_json()["success"]["hands"] == sum(counts[at:])


def test_totals__of_a_character__have_its_skills_and_running_effects(client: ContractClient) -> None:
    client.request("PUT", "/v1/characters/billy", json={"skills": {"stealth": 40}})
    client.request("PUT", "/v1/characters/billy/effects/whiskey", json={})
    named = {"skills": {"stealth": 40}, "effects": ["whiskey"]}

    answer = client.post(TOTALS, json={"participant": {"character_id": "billy"}}).get_json()

    assert answer.pop("characters") == [{"character_id": "billy", "running_effects": ["whiskey"]}]
    assert answer == client.post(TOTALS, json={"participant": named}).get_json()


def test_totals__of_a_character_with_skills__remember_nothing(client: ContractClient) -> None:
    both = {"character_id": "billy", "skills": {"stealth": 40}}

    assert client.post(TOTALS, json={"participant": both}).status_code == 200

    assert client.get("/v1/characters/billy").status_code == 404


def test_totals__with_several_mistakes__name_them_all(refusals: Refusals) -> None:
    body = {"participant": {"skills": {"stealt": 3}, "items": ["anvil"]}, "location": "atlantis"}

    assert list(refusals.errors(TOTALS, body)) == ["/location", "/participant/skills/stealt", "/participant/items/0"]


def test_totals__of_an_unknown_character_in_an_unknown_place__name_both(refusals: Refusals) -> None:
    body = {"participant": {"character_id": "jane"}, "location": "atlantis"}

    assert list(refusals.errors(TOTALS, body)) == ["/participant/character_id", "/location"]
