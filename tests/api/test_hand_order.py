"""Hands that are drawn are shown highest card first, wherever they are shown (ruling A17)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.engines.cards import CARD_TEXT, DECK, parse_card
from service.settings import Settings
from service.system.entropy import SystemDealer, SystemSeeds
from tests.builders.actions import BATCH, PVP, RESOLVE, SCORE, SKILL_CHECK
from tests.fakes.app import ADMIN_TOKEN, app_over, fake_dependencies
from tests.openapi import contract

Json = dict[str, Any]
RANKS = ["A", "K", "Q", "J", *map(str, range(10, 1, -1))]
DECK_AS_SHOWN = [rank + suit for rank in RANKS for suit in "♦♣♥♠"]
"""Every card, the highest first."""
WAR: Json = {"action_type": "gang_war", "attackers": [{"skills": {}}] * 50, "defenders": [{"npc": "rookie"}] * 50}


@pytest.fixture(scope="module")
def service() -> FlaskClient:
    """A service that draws at random."""
    dependencies = replace(fake_dependencies(), dealer=SystemDealer(), seeds=SystemSeeds())
    return app_over(Settings(admin_token=ADMIN_TOKEN), dependencies).test_client()


def hands_in(answer: Any) -> Iterator[list[str]]:
    """Every hand below an answer."""
    if isinstance(answer, dict):
        if "hand" in answer:
            yield answer["hand"]
        for below in answer.values():
            yield from hands_in(below)
    elif isinstance(answer, list):
        for below in answer:
            yield from hands_in(below)


def is_as_shown(hand: list[str]) -> bool:
    places = [DECK_AS_SHOWN.index(card) for card in hand]
    return len(places) == 5 and places == sorted(set(places))


def test_deck__as_hands_show_it__is_the_deck_from_the_highest_number_down() -> None:
    assert [CARD_TEXT[card] for card in reversed(DECK)] == DECK_AS_SHOWN


def test_hand__drawn_at_random__is_shown_highest_card_first(service: FlaskClient) -> None:
    answers = [service.post(RESOLVE, json=body).json for body in (SKILL_CHECK, PVP, WAR)]
    answers.append(service.post(BATCH, json={"requests": [PVP] * 100}).json)
    records = service.get("/v1/resolutions?limit=100").json

    hands = [*hands_in(answers), *hands_in(records)]

    assert len(hands) > 500
    assert [hand for hand in hands if not is_as_shown(hand)] == []


def test_hand__drawn_by_a_promise_and_verified__is_shown_in_the_same_order(service: FlaskClient) -> None:
    promised = service.post("/v1/draws", json={}).json
    assert promised
    named = {"draw_id": promised["draw_id"], "client_seed": "a player's own"}
    resolved = service.post(RESOLVE, json={**WAR, "draw": named}).json
    assert resolved
    seeds = {"server_seed": resolved["draw"]["server_seed"], "client_seed": "a player's own", "hands": 100}

    verified = service.post("/v1/draws/verify", json=seeds).json

    assert verified
    assert verified["hands"] == list(hands_in(resolved))
    assert all(map(is_as_shown, verified["hands"]))


def test_hand__given__is_shown_in_its_own_order(service: FlaskClient) -> None:
    given = ["3♠", "A♦", "2♣", "K♥", "A♠"]
    body = {**SKILL_CHECK, "actor": {"skills": {}, "hand": given}}

    answer = service.post(SCORE, json=body).json

    assert list(hands_in(answer)) == [given]


def test_hands_of_the_contract__of_every_resolution_in_its_examples__are_as_shown() -> None:
    found = list(resolutions_in([example["value"] for example in contract()["components"]["examples"].values()]))
    hands = [hand for resolution in found for hand in hands_in(resolution)]

    assert len(found) >= 10
    assert [hand for hand in hands if not is_as_shown([CARD_TEXT[parse_card(card)] for card in hand])] == []


def resolutions_in(value: Any) -> Iterator[Json]:
    """Every resolution or record below a value."""
    if isinstance(value, dict):
        if "resolution_id" in value:
            yield value
        for below in value.values():
            yield from resolutions_in(below)
    elif isinstance(value, list):
        for below in value:
            yield from resolutions_in(below)


def test_contract__of_the_hand__says_in_which_order_it_is() -> None:
    said = " ".join(contract()["components"]["schemas"]["Score"]["properties"]["hand"]["description"].split())

    assert "highest card first, cards of equal rank in the order ♦, ♣, ♥, ♠" in said
    assert "order drawn" not in said
