"""What Dual Piecepacks Poker refuses over HTTP, and how it says so."""

from typing import Any

import pytest

from service.engines.piecepacks.tiles import HOW_TO_WRITE, TILE_TEXT
from tests.builders.piecepacks_table import ANN, BOARD, BOB, HOLDEM, table_client
from tests.contract_client import ContractClient

VARIANTS = "Must be five_card, five_card_lowball, texas_holdem or omaha_hi_lo."
PAID = "Must be a whole number from 0 to 1000000000000."
PAID_WRONGLY: tuple[object, ...] = (-1, 0.5, 10**12 + 1, 1e300, 10**40, "5", True, [])
SIX = [*BOARD, "b♠5"]


def not_a_tile(value: object) -> str:
    return f"{value!r} is not a tile: {HOW_TO_WRITE}."


def with_players(*players: dict[str, Any]) -> dict[str, Any]:
    return {**HOLDEM, "players": list(players)}


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return table_client()


BAD: list[tuple[str, Any, dict[str, str]]] = [
    (
        "odds",
        {"variant": "omaha_hi_lo", "tiles": BOARD[:4], "opponents": 9, "samples": 15_210},
        {"/samples": "Must be at most 15209 with 9 opponents in omaha_hi_lo."},
    ),
    (
        "odds",
        {"variant": "texas_holdem", "tiles": BOARD[:2], "opponents": 19, "samples": 100_000},
        {"/samples": "Must be at most 21533 with 19 opponents in texas_holdem."},
    ),
    ("deal", [], {"": "Must be an object."}),
    ("deal", {}, {"/variant": "Required.", "/players": "Required."}),
    ("deal", {"variant": "stud", "players": 2}, {"/variant": VARIANTS}),
    ("deal", {"variant": None, "players": 2}, {"/variant": "Must not be null."}),
    (
        "deal",
        {"variant": "five_card", "players": 2, "seed": 1},
        {"/seed": "Unknown field. Allowed: variant, players or draw."},
    ),
    ("deal", {"variant": "five_card", "players": 10}, {"/players": "five_card takes 2 to 9 players, not 10."}),
    ("deal", {"variant": "omaha_hi_lo", "players": 11}, {"/players": "omaha_hi_lo takes 2 to 10 players, not 11."}),
    *(
        ("deal", {"variant": "texas_holdem", "players": players}, {"/players": "Must be a whole number from 2 to 20."})
        for players in (1, 21, 2.5, "2", True, -3, 10**30)
    ),
    ("evaluate", {}, {"/tiles": "Required."}),
    ("evaluate", {"tiles": SIX[:4]}, {"/tiles": "Must be an array of 5 to 9 items."}),
    ("evaluate", {"tiles": list(TILE_TEXT[:10])}, {"/tiles": "Must be an array of 5 to 9 items."}),
    ("evaluate", {"tiles": "b♠N"}, {"/tiles": "Must be an array of 5 to 9 items."}),
    ("evaluate", {"tiles": [*SIX, "bSN"]}, {"/tiles/6": "Named twice."}),
    (
        "evaluate",
        {"tiles": [*SIX[:3], "♠N", 7, ["b♠2"]]},
        {"/tiles/3": not_a_tile("♠N"), "/tiles/4": not_a_tile(7), "/tiles/5": not_a_tile(["b♠2"])},
    ),
    ("evaluate", {"tiles": SIX, "low_rule": "badugi"}, {"/low_rule": "Must be table or ace_to_five."}),
    ("compare", {}, {"/hands": "Required."}),
    ("compare", {"hands": [SIX[:5]]}, {"/hands": "Must be an array of 2 to 100 items."}),
    ("compare", {"hands": [SIX[:5], SIX]}, {"/hands/1": "Must be an array of 5 items."}),
    ("compare", {"hands": [SIX[:5], ["b♠N", *SIX[:4]]]}, {"/hands/1/1": "Named twice."}),
    ("compare", {"hands": [SIX[:5], ["x", *SIX[1:5]]]}, {"/hands/1/0": not_a_tile("x")}),
    ("showdown", {}, {"/variant": "Required.", "/players": "Required."}),
    ("showdown", with_players(ANN), {"/players": "Must be an array of 2 to 20 items."}),
    (
        "showdown",
        {**HOLDEM, "board": [*BOARD[:4], "wHN"]},
        {"/players/1/tiles/1": "w♥N is already at /board/4."},
    ),
    (
        "showdown",
        with_players(ANN, {"id": "bob", "tiles": ["bH4", "b♥3"]}),
        {
            "/players/1/tiles/0": "b♥4 is already at /players/0/tiles/1.",
            "/players/1/tiles/1": "b♥3 is already at /players/0/tiles/0.",
        },
    ),
    (
        "showdown",
        {**HOLDEM, "board": [*BOARD[:4], "b♠N"]},
        {"/board/4": "b♠N is already at /board/0."},
    ),
    ("showdown", {**HOLDEM, "board": BOARD[:4]}, {"/board": "The board of texas_holdem has 5 tiles here, not 4."}),
    ("showdown", {**HOLDEM, "board": SIX}, {"/board": "The board of texas_holdem has 5 tiles here, not 6."}),
    (
        "showdown",
        {key: HOLDEM[key] for key in ("variant", "players")},
        {"/board": "The board of texas_holdem has 5 tiles here, not 0."},
    ),
    (
        "showdown",
        {**HOLDEM, "variant": "omaha_hi_lo"},
        {
            "/players/0/tiles": "A player of omaha_hi_lo has 4 tiles, not 2.",
            "/players/1/tiles": "A player of omaha_hi_lo has 4 tiles, not 2.",
        },
    ),
    (
        "showdown",
        with_players({"id": "ann"}, {"id": "bob", "tiles": [], "folded": True}),
        {
            "/players/0/tiles": "Required of a player who has not folded.",
            "/players/1/tiles": "A player of texas_holdem has 2 tiles, not 0.",
        },
    ),
    (
        "showdown",
        with_players({"id": "ann", "folded": True}, {"id": "bob", "folded": True}),
        {"/players": "At least one player must not have folded."},
    ),
    (
        "showdown",
        with_players(ANN, {"id": "ann", "tiles": ["bHN", "wHN"]}),
        {"/players/1/id": "'ann' is already at /players/0/id."},
    ),
    (
        "showdown",
        {
            "variant": "omaha_hi_lo",
            "board": BOARD,
            "players": [
                {"id": "ann", "tiles": ["b♥3", "b♥4", "w♠3", "w♦3"]},
                *({"id": f"p{seat}", "folded": True} for seat in range(10)),
            ],
        },
        {"/players": "omaha_hi_lo takes 2 to 10 players, not 11."},
    ),
    *(
        (
            "showdown",
            with_players({"id": "ann", "paid": paid, "folded": True}, BOB),
            {"/players/0/paid": PAID},
        )
        for paid in PAID_WRONGLY
    ),
    (
        "showdown",
        with_players({"id": "", "folded": 1}, {"tiles": ["bHN", "wHN"], "won": 3}),
        {
            "/players/0/id": "Must be a string of 1 to 64 characters.",
            "/players/0/folded": "Must be true or false.",
            "/players/1/id": "Required.",
            "/players/1/won": "Unknown field. Allowed: id, tiles, paid or folded.",
        },
    ),
    ("odds", {}, {"/variant": "Required.", "/tiles": "Required."}),
    (
        "odds",
        {"variant": "texas_holdem", "tiles": SIX[:3], "board": ["bH3", "b♥3"], "opponents": 19},
        {
            "/tiles": "A player of texas_holdem has 2 tiles, not 3.",
            "/board/1": "b♥3 is already at /board/0.",
        },
    ),
    (
        "odds",
        {"variant": "texas_holdem", "tiles": SIX[:2], "board": SIX[:1]},
        {"/board/0": "b♠N is already at /tiles/0."},
    ),
    (
        "odds",
        {"variant": "omaha_hi_lo", "tiles": SIX[:4], "board": list(TILE_TEXT[:6]), "opponents": 10},
        {
            "/board": "The board of omaha_hi_lo has at most 5 tiles here, not 6.",
            "/board/5": "w♥2 is already at /tiles/2.",
            "/opponents": "omaha_hi_lo takes 1 to 9 opponents, not 10.",
        },
    ),
    (
        "odds",
        {"variant": "five_card", "tiles": SIX[:5], "board": ["bS5"]},
        {"/board": "The board of five_card has 0 tiles here, not 1."},
    ),
    (
        "odds",
        {"variant": "five_card", "tiles": SIX[:5], "opponents": 0, "samples": 99, "seed": -1},
        {
            "/opponents": "Must be a whole number from 1 to 19.",
            "/samples": "Must be a whole number from 100 to 100000.",
            "/seed": "Must be a whole number from 0 to 9007199254740991.",
        },
    ),
    (
        "odds",
        {"variant": "five_card", "tiles": SIX[:5], "samples": 100_001, "seed": 2**53, "low_rule": True},
        {
            "/samples": "Must be a whole number from 100 to 100000.",
            "/seed": "Must be a whole number from 0 to 9007199254740991.",
            "/low_rule": "Must be table or ace_to_five.",
        },
    ),
]


@pytest.mark.parametrize(("path", "body", "errors"), BAD)
def test_bad_input__any__is_refused_with_a_pointer_to_each_mistake(
    client: ContractClient, path: str, body: Any, errors: dict[str, str]
) -> None:
    response = client.post(f"/v1/piecepacks/{path}", json=body)
    assert response.status_code == 422
    assert response.content_type == "application/problem+json"
    answer = response.json
    assert answer is not None
    assert {error["pointer"]: error["message"] for error in answer["errors"]} == errors
    assert len(answer["errors"]) == len(errors)
