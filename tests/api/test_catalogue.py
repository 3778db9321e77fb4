"""The catalogue over HTTP."""

import tomllib

import pytest

from tests.api.bodies import RESOLVE
from tests.contract_client import ContractClient
from tests.tunings import SHIPPED_FILE

SHIPPED = tomllib.loads(SHIPPED_FILE.read_text("utf-8"))


@pytest.mark.parametrize("part", ["skills", "crimes", "skill_checks", "npcs", "items", "effects", "locations"])
def test_catalogue__each_part__is_as_the_file_has_it(client: ContractClient, part: str) -> None:
    assert client.get("/v1/catalogue").get_json()[part] == SHIPPED[part]


def test_catalogue__hand_ranks__are_listed_from_the_best_with_their_scores(client: ContractClient) -> None:
    answer = client.get("/v1/catalogue").get_json()

    assert answer["tuning_revision"] == 0
    assert [one["base_score"] for one in answer["hand_ranks"]] == [500, 400, 300, 225, 175, 150, 100, 60, 30, 0]
    assert answer["hand_ranks"][0]["hand_rank"] == "royal_flush"


def test_catalogue__suits__have_symbol_and_meaning(client: ContractClient) -> None:
    suits = client.get("/v1/catalogue").get_json()["suits"]

    assert {name: suit["symbol"] for name, suit in suits.items()} == {
        "spades": "♠",
        "hearts": "♥",
        "clubs": "♣",
        "diamonds": "♦",
    }
    assert all(suit["meaning"].endswith(".") for suit in suits.values())


def test_catalogue__every_crime_in_it__can_be_tried(client: ContractClient) -> None:
    for crime, content in client.get("/v1/catalogue").get_json()["crimes"].items():
        body = {"action_type": "pve", "crime": crime, "actor": {"npc": "elite"}}

        assert client.post(RESOLVE, json=body).get_json()["challenge"] == {"name": crime, **content}
