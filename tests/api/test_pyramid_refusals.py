"""What Pyramid Poker refuses over HTTP, and how it says so."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.json_values import spoilt, values
from tests.api.refusals import INVALID, problem_of
from tests.builders.actions import Json
from tests.builders.pyramid_table import ANN, BOB, DAN, NOTHING, SEVENTEEN, hands_of, table_client
from tests.contract_client import ContractClient
from tests.openapi import mistakes, operations
from tests.strategies import bounded_to

PLAYERS = "Must be a whole number from 2 to 6."
SAMPLES = "Must be a whole number from 2 to 150."
SEED = "Must be a whole number from 0 to 9007199254740991."
DECLARE = "Must be null, auto, three_full_houses, dragon, three_straights or three_flushes."
WRONG_PLAYERS: tuple[object, ...] = (0, 1, 7, 2.5, -3, 10**30, "3", True, [], {})
HIGH, LOW = ("K", "Q", "J", "10", "9", "8"), ("7", "6", "5", "4", "3", "2")
SIX_WITH_ONE_CARD = [
    {
        "id": f"player {seat}",
        "back": [*(HIGH[seat] + suit for suit in "shdc"), "As" if seat else "Ah"],
        "middle": [*(HIGH[seat - 1] + suit for suit in "shd"), *(LOW[seat] + suit for suit in "sh")],
        "front": [*(LOW[seat] + suit for suit in "dc"), LOW[seat - 1] + "c"],
    }
    for seat in range(6)
]
"""Five of them have the ace of spades, and nothing else is wrong."""


def not_a_card(value: object) -> str:
    return f"{value!r:.40} is not a card: write rank then suit, such as A♠, 10♥, Kd or Tc, or W for a wild."


NO_HAND = "Must be an array of 0 to 17 items, or an object with such an array as its cards."


def table(*players: object) -> Json:
    return {"players": list(players)}


def three_times(card: str, times: int = 3) -> str:
    return f"{card} occurs {times} times; the deck has it twice."


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return table_client()


BAD: list[tuple[str, Any, dict[str, str]]] = [
    ("deal", [], {"": "Must be an object."}),
    ("deal", {}, {"/players": "Required."}),
    *(("deal", {"players": players}, {"/players": PLAYERS}) for players in WRONG_PLAYERS),
    ("deal", {"players": None}, {"/players": "Must not be null."}),
    ("deal", {"players": 2, "variant": "phase_1"}, {"/variant": "Must be no_surrender or standard."}),
    ("deal", {"players": 2, "seed": 1}, {"/seed": "Unknown field. Allowed: players, variant or draw."}),
    ("evaluate", {}, {"/cards": "Required.", "/position": "Required."}),
    (
        "evaluate",
        {"cards": ["As", "1s", 7, None, ["As"]], "position": "top"},
        {
            "/cards/1": not_a_card("1s"),
            "/cards/2": not_a_card(7),
            "/cards/3": "Must not be null.",
            "/cards/4": not_a_card(["As"]),
            "/position": "Must be front, middle or back.",
        },
    ),
    ("evaluate", {"cards": "As Ks Qs", "position": "front"}, {"/cards": "Must be an array of 0 to 17 items."}),
    ("evaluate", {"cards": ["As"] * 3, "position": "front"}, {"/cards": three_times("A♠")}),
    ("evaluate", {"cards": ["W"] * 3, "position": "front"}, {"/cards": three_times("W")}),
    ("evaluate", {"cards": [], "position": "front"}, {"/cards": "The front has 0 cards; it takes 3 or 5."}),
    ("evaluate", {"cards": NOTHING[:4], "position": "front"}, {"/cards": "The front has 4 cards; it takes 3 or 5."}),
    (
        "evaluate",
        {"cards": NOTHING[:8], "position": "middle"},
        {"/cards": "The middle has 8 cards; it takes 5, 6 or 7."},
    ),
    (
        "evaluate",
        {"cards": NOTHING[:9], "position": "back"},
        {"/cards": "The back has 9 cards; it takes 5, 6, 7 or 8."},
    ),
    (
        "evaluate",
        {"cards": NOTHING[:6], "position": "back"},
        {"/cards": "The 6 cards of the back must be of one rank or one straight flush."},
    ),
    (
        "evaluate",
        {"cards": ["As", "Ah", "Kd", "Kc", "2s"], "position": "front"},
        {"/cards": "A front of 5 cards must be a straight or better; this is two pair."},
    ),
    ("arrange", {}, {"/cards": "Required."}),
    ("arrange", {"cards": SEVENTEEN[:12]}, {"/cards": "Must be an array of 13 to 17 items."}),
    ("arrange", {"cards": [*SEVENTEEN, "2c"]}, {"/cards": "Must be an array of 13 to 17 items."}),
    ("arrange", {"cards": [*SEVENTEEN[:15], "As", "A♠"]}, {"/cards": three_times("A♠")}),
    ("arrange", {"cards": [*SEVENTEEN[:15], "W", "w"]}, {"/cards": three_times("W")}),
    (
        "arrange",
        {"cards": SEVENTEEN, "objective": "glory", "alternatives": 11, "players": 7},
        {
            "/objective": "Must be win_points, points or net_points.",
            "/alternatives": "Must be a whole number from 0 to 10.",
            "/players": PLAYERS,
        },
    ),
    (
        "arrange",
        {"cards": SEVENTEEN, "objective": None, "players": None, "samples": 3},
        {
            "/objective": "Must not be null.",
            "/players": "Must not be null.",
            "/samples": "Unknown field. Allowed: cards, objective, alternatives, players, variant or surrendered.",
        },
    ),
    (
        "arrange",
        {"cards": SEVENTEEN, "variant": "standard", "surrendered": 1},
        {"/variant": "Allowed only with players.", "/surrendered": "Allowed only with players."},
    ),
    (
        "arrange",
        {"cards": SEVENTEEN, "players": 3, "variant": "pot", "surrendered": 6},
        {"/variant": "Must be no_surrender or standard.", "/surrendered": "Must be a whole number from 0 to 5."},
    ),
    (
        "arrange",
        {"cards": SEVENTEEN, "players": 3, "variant": "standard", "surrendered": 3},
        {"/surrendered": "Must be less than the 3 players."},
    ),
    ("automatics", {"cards": SEVENTEEN[:12]}, {"/cards": "Must be an array of 13 to 17 items."}),
    ("automatics", {"cards": ["As"] * 13}, {"/cards": three_times("A♠", 13)}),
    ("automatics", {"cards": None}, {"/cards": "Must not be null."}),
    ("validate", {}, {"/back": "Required.", "/middle": "Required.", "/front": "Required."}),
    ("validate", {**hands_of(ANN), "dealt": ["W"] * 13}, {"/dealt": three_times("W", 13)}),
    ("validate", {**hands_of(ANN), "dealt": NOTHING[:12]}, {"/dealt": "Must be an array of 13 to 17 items."}),
    (
        "validate",
        {**hands_of(ANN), "declare": "auto"},
        {"/declare": "Must be null, three_full_houses, dragon, three_straights or three_flushes."},
    ),
    ("validate", ANN, {"/id": "Unknown field. Allowed: back, middle, front, dealt or declare."}),
    (
        "validate",
        {**hands_of(ANN), "back": ["As"] * 18},
        {"/back": "Must be an array of 0 to 17 items."},
    ),
    ("validate", {**hands_of(ANN), "back": "As"}, {"/back": NO_HAND}),
    ("validate", {**hands_of(ANN), "back": {}}, {"/back/cards": "Required."}),
    (
        "validate",
        {**hands_of(ANN), "front": {"cards": ["1s"], "kicker": 4}},
        {
            "/front/cards/0": not_a_card("1s"),
            "/front/kicker": "Unknown field. Allowed: cards.",
        },
    ),
    ("score", {}, {"/players": "Required."}),
    (
        "score",
        table(ANN, {**BOB, "front": {"cards": 3}}),
        {"/players/1/front/cards": "Must be an array of 0 to 17 items."},
    ),
    ("score", table(ANN), {"/players": "Must be an array of 2 to 6 items."}),
    ("score", table(*[ANN] * 7), {"/players": "Must be an array of 2 to 6 items."}),
    ("score", table(ANN, {**BOB, "id": "ann"}), {"/players/1/id": "'ann' is already at /players/0/id."}),
    (
        "score",
        table(ANN, {"back": BOB["back"], "won": 1}, "bob"),
        {
            "/players/1/won": "Unknown field. Allowed: id, decision, back, middle, front, dealt or declare.",
            "/players/1/id": "Required.",
            "/players/2": "Must be an object.",
        },
    ),
    (
        "score",
        table(ANN, {"id": "bob", "decision": "fold", "declare": "flush", "dealt": BOB["back"]}),
        {
            "/players/1/decision": "Must be play or surrender.",
            "/players/1/declare": DECLARE,
            "/players/1/dealt": "Must be an array of 13 to 17 items.",
        },
    ),
    (
        "score",
        table(ANN, {"id": "bob", "back": BOB["back"]}),
        {"/players/1/middle": "Required of a player who plays.", "/players/1/front": "Required of a player who plays."},
    ),
    (
        "score",
        table(ANN, {**BOB, "back": ["As", "As", "As", "Ah", "Ad"], "middle": ["9c", "8c", "7c", "6c"], "front": []}),
        {
            "/players/1": "A♠ is placed 3 times; the deck has it twice.",
            "/players/1/middle": "The middle has 4 cards; it takes 5, 6 or 7.",
            "/players/1/front": "The front has 0 cards; it takes 3 or 5.",
            "/players": three_times("A♠", 4),
        },
    ),
    (
        "score",
        table(ANN, {**BOB, "dealt": [*BOB["back"], *BOB["middle"], "Qd", "2c", "3c"]}),
        {"/players/1": "Q♠ was not dealt."},
    ),
    (
        "score",
        table(ANN, {**BOB, "front": ["4s", "4d", "2s"], "dealt": [*BOB["back"], *BOB["middle"], "4s", "4d", "5d"]}),
        {"/players/1": "2♠ was dealt once and is placed twice."},
    ),
    (
        "score",
        table(ANN, {**BOB, "middle": BOB["back"], "back": BOB["middle"]}),
        {"/players/1": "The middle (four of a kind) is above the back (flush)."},
    ),
    (
        "score",
        table(ANN, {**BOB, "declare": "dragon"}),
        {"/players/1": "The hands are not dragon with back, middle and front in order."},
    ),
    ("score", table(*SIX_WITH_ONE_CARD), {"/players": three_times("A♠", 5)}),
    ("settle", table(*SIX_WITH_ONE_CARD), {"/players": three_times("A♠", 5)}),
    (
        "settle",
        table({"id": "", "decision": "surrender"}, BOB),
        {"/players/0/id": "Must be a string of 1 to 64 characters."},
    ),
    ("settle", table(ANN, DAN, {**DAN, "decision": None}), {"/players/2/decision": "Must not be null."}),
    ("decide", {}, {"/cards": "Required.", "/players": "Required."}),
    ("decide", {"cards": SEVENTEEN[:12], "players": 2}, {"/cards": "Must be an array of 13 items."}),
    ("decide", {"cards": SEVENTEEN, "players": 2}, {"/cards": "Must be an array of 13 items."}),
    ("decide", {"cards": [*NOTHING[:10], "W", "W", "W"], "players": 2}, {"/cards": three_times("W")}),
    (
        "decide",
        {"cards": NOTHING, "players": 1, "samples": 1, "seed": -1},
        {"/players": PLAYERS, "/samples": SAMPLES, "/seed": SEED},
    ),
    (
        "decide",
        {"cards": NOTHING, "players": "4", "samples": 1001, "seed": 2**53},
        {"/players": PLAYERS, "/samples": SAMPLES, "/seed": SEED},
    ),
    (
        "decide",
        {"cards": NOTHING, "players": 6, "samples": 24},
        {"/samples": "Must be at most 23: with these cards and opponents a sample costs 13 of 300 arrangements."},
    ),
    (
        "decide",
        {"cards": NOTHING, "players": 6, "samples": 14, "surrender_rate": 0.5},
        {"/samples": "Must be at most 13: with these cards and opponents a sample costs 23 of 300 arrangements."},
    ),
    (
        "decide",
        {"cards": NOTHING, "players": 4, "surrendered": -1, "surrender_rate": 1.01, "declare": "auto"},
        {
            "/surrendered": "Must be a whole number from 0 to 5.",
            "/surrender_rate": "Must be a number from 0 to 1.",
            "/declare": "Must be true or false.",
        },
    ),
    (
        "decide",
        {"cards": NOTHING, "players": 4, "surrendered": 4, "surrender_rate": 0},
        {"/surrendered": "Must be less than the 4 players."},
    ),
    (
        "decide",
        {"cards": NOTHING, "players": 4, "surrender_rate": "0.5"},
        {"/surrender_rate": "Must be a number from 0 to 1."},
    ),
]


@pytest.mark.parametrize(("path", "body", "errors"), BAD)
def test_bad_input__any__is_refused_with_a_pointer_to_each_mistake(
    client: ContractClient, path: str, body: Any, errors: dict[str, str]
) -> None:
    document = problem_of(client.post(f"/v1/pyramid/{path}", json=body), 422, "invalid-input")
    assert document["detail"] == INVALID
    assert {error["pointer"]: error["message"] for error in document["errors"]} == errors
    assert len(document["errors"]) == len(errors)


@pytest.mark.parametrize("literal", [b"NaN", b"Infinity", b"-Infinity", b"1e999"])
def test_number__that_is_none__is_malformed(client: ContractClient, literal: bytes) -> None:
    body = b'{"players": %s}' % literal
    problem_of(client.post("/v1/pyramid/deal", data=body, content_type="application/json"), 400, "malformed-body")


GOOD: dict[str, list[Json]] = {
    "pyramid/deal": [{"players": 3, "variant": "standard"}],
    "pyramid/evaluate": [{"cards": ["10h", "10d", "W"], "position": "front"}],
    "pyramid/arrange": [
        {"cards": SEVENTEEN, "objective": "net_points", "alternatives": 2, "players": 4},
        {"cards": SEVENTEEN, "players": 4, "variant": "standard", "surrendered": 1},
    ],
    "pyramid/validate": [{**hands_of(DAN), "dealt": SEVENTEEN, "declare": "dragon"}],
    "pyramid/automatics": [{"cards": SEVENTEEN}],
    "pyramid/score": [table(ANN, {**DAN, "declare": "auto"}, {"id": "eve", "decision": "surrender"})],
    "pyramid/settle": [table({**DAN, "dealt": SEVENTEEN, "declare": None, "decision": "play"}, BOB)],
    "pyramid/decide": [
        {"cards": SEVENTEEN[:13], "players": 2, "samples": 2, "seed": 1},
        {"cards": SEVENTEEN[:13], "players": 3, "samples": 2, "surrendered": 1, "surrender_rate": 0.5, "declare": True},
    ],
    "tuples/lookup": [{"cards": ["10h", "10d", "W"], "position": "front"}],
}
"""Bodies that each route takes, with every field there is."""
SCHEMAS = {one.path: media["schema"] for one in operations() if (media := one.request_media)}
some = settings(bounded_to(60), suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("path", GOOD)
def test_good_body__as_it_is__is_answered(client: ContractClient, path: str) -> None:
    for body in GOOD[path]:
        assert client.post(f"/v1/{path}", json=body).status_code == 200


@pytest.mark.parametrize("path", GOOD)
@some
@given(data=st.data())
def test_body__of_any_json_or_changed_in_one_place__has_an_answer_that_the_contract_allows(
    client: ContractClient, path: str, data: st.DataObject
) -> None:
    body = data.draw(values | spoilt(GOOD[path]))
    response = client.post(f"/v1/{path}", data=json.dumps(body), content_type="application/json")
    assert response.status_code in (200, 400, 422)
    if response.status_code == 200:
        assert not mistakes(SCHEMAS[f"/v1/{path}"], body), "The service took what its contract forbids."
