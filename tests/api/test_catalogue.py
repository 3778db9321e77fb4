"""The catalogue over HTTP."""

import tomllib
from dataclasses import replace
from typing import Any

import orjson
import pytest

from service.catalogue.routes import CatalogueText, title_of
from service.engines.destiny.tuning import CATALOGUE
from service.tuning.revisions import TuningRevision
from tests.builders.actions import PVE, RESOLVE, SCORE, changed, with_hands
from tests.builders.tunings import SHIPPED_FILE, shipped_revision, whole_document_with
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN

SHIPPED = tomllib.loads(SHIPPED_FILE.read_text("utf-8"))


@pytest.mark.parametrize("part", CATALOGUE)
def test_catalogue__each_part__is_as_the_file_has_it_with_a_title_for_each_entry(
    client: ContractClient, part: str
) -> None:
    shown = client.get("/v1/catalogue").get_json()[part]

    assert shown == {name: {"title": title_of(name), **entry} for name, entry in SHIPPED[part].items()}


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("burglary", "Burglary"),
        ("very_hard", "Very Hard"),
        ("lucky_ace_charm", "Lucky Ace Charm"),
        ("three_of_a_kind", "Three of a Kind"),
        ("the_end_of_the_line", "The End of the Line"),
        ("x2_", "X2 "),
    ],
)
def test_title__of_an_entry_that_has_none__is_its_id_in_words(name: str, title: str) -> None:
    assert title_of(name) == title


def test_catalogue__titles_of_the_tuning__are_shown(client: ContractClient) -> None:
    entries = {part: next(iter(SHIPPED[part])) for part in CATALOGUE}
    values = {part: {name: {"title": f"The {part}"}} for part, name in entries.items()}
    made = client.request(
        "PATCH",
        "/v1/admin/tuning",
        json={"values": values, "reason": "Names."},
        headers=AS_ADMIN | {"If-Match": '"0"'},
    )
    assert made.status_code == 200

    answer = client.get("/v1/catalogue").get_json()

    assert answer["tuning_revision"] == 1
    for part, name in entries.items():
        assert answer[part][name] == {"title": f"The {part}", **SHIPPED[part][name]}


def test_catalogue__hand_ranks_and_suits__have_titles_too(client: ContractClient) -> None:
    answer = client.get("/v1/catalogue").get_json()

    assert [one["title"] for one in answer["hand_ranks"]][:4] == [
        "Royal Flush",
        "Straight Flush",
        "Four of a Kind",
        "Full House",
    ]
    assert [suit["title"] for suit in answer["suits"].values()] == ["Spades", "Hearts", "Clubs", "Diamonds"]


@pytest.mark.parametrize(
    ("values", "curve", "levels"),
    [
        ({}, "formula", {1: 0, 2: 0.8, 45: 36.21, 100: 82.09}),
        ({"skill_curve": "published"}, "published", {1: 0, 45: 40.4, 51: 53.08, 100: 121.93}),
        (
            {"skill_curve": "table", "skill_table": [{"level": 1, "bonus": 2.5}, {"level": 100, "bonus": 52}]},
            "table",
            {1: 2.5, 2: 3, 100: 52},
        ),
        ({"max_skill_level": 20}, "formula", {1: 0, 20: 15.53}),
    ],
)
def test_catalogue__live_curve__is_the_bonus_that_a_skill_gives_at_each_level(
    client: ContractClient, values: dict[str, Any], curve: str, levels: dict[int, float]
) -> None:
    if values:
        body = {"values": values, "reason": "Another curve.", "force": True}
        client.request("PATCH", "/v1/admin/tuning", json=body, headers=AS_ADMIN | {"If-Match": '"0"'})

    answer = client.get("/v1/catalogue").get_json()

    assert (answer["skill_curve"], answer["max_skill_level"]) == (curve, max(levels))
    assert len(answer["skill_bonuses"]) == max(levels)
    assert {level: answer["skill_bonuses"][level - 1] for level in levels} == levels
    for level in levels:
        scored = client.post(SCORE, json=with_hands(changed(PVE, "actor", {"skills": {"stealth": level}}))).get_json()
        assert scored["actor"]["suit_bonuses"]["spades"] == answer["skill_bonuses"][level - 1]


def test_catalogue__asked_for_again__is_written_once_for_each_revision() -> None:
    text = CatalogueText()
    first = shipped_revision()
    second = replace(first, number=1)

    assert text.of(first) is text.of(first)
    assert text.of(second) != text.of(first)


def test_catalogue__of_another_revision_with_the_same_number__is_written_again() -> None:
    text = CatalogueText()
    other = TuningRevision.read(0, whole_document_with(crimes={"burglary": {"threshold": 151}}))

    assert orjson.loads(text.of(shipped_revision()))["crimes"]["burglary"]["threshold"] == 150
    assert orjson.loads(text.of(other))["crimes"]["burglary"]["threshold"] == 151


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

        assert client.post(RESOLVE, json=body).get_json()["challenge"] == {
            "name": crime,
            **{name: value for name, value in content.items() if name != "title"},
        }
