"""Dual Piecepacks Poker over HTTP."""

from typing import Any

import pytest

from service.engines.piecepacks.tiles import TILE_TEXT
from tests.builders.piecepacks_table import BOARD, HOLDEM, OMAHA, table_client
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import CountedYields


@pytest.fixture
def client() -> ContractClient:
    return table_client()


def ask(client: ContractClient, path: str, body: object) -> Any:
    response = client.post(f"/v1/piecepacks/{path}", json=body)
    assert response.status_code == 200, response.json
    return response.json


def test_rankings__any_time__are_the_true_table(client: ContractClient) -> None:
    answer = client.get("/v1/piecepacks/rankings").json
    assert answer is not None
    assert answer["total"] == 1_712_304
    assert len(answer["hands"]) == 17
    assert answer["hands"][0] == {
        "hand": "suit_flush_no_pairs",
        "count": 48,
        "probability": 48 / 1_712_304,
        "formula": "C(8,1) * C(6,5)",
        "printed_count": 48,
        "printed_percentage": "<0.1%",
        "correction": None,
    }
    assert [row["hand"] for row in answer["hands"] if row["correction"]] == [
        "link_flush_no_pairs",
        "group_flush_one_pair",
        "no_flush_no_pairs",
        "no_flush_one_pair",
    ]


@pytest.mark.parametrize(
    ("variant", "players", "own", "board"),
    [
        ("five_card", 9, 5, 0),
        ("five_card_lowball", 9, 5, 0),
        ("texas_holdem", 20, 2, 5),
        ("omaha_hi_lo", 10, 4, 5),
        ("texas_holdem", 2.0, 2, 5),
    ],
)
def test_deal__full_table__gives_everyone_tiles_of_their_own(
    client: ContractClient, variant: str, players: float, own: int, board: int
) -> None:
    answer = ask(client, "deal", {"variant": variant, "players": players})
    assert answer["variant"] == variant
    assert answer.keys() == {"deal_id", "variant", "players", "board"}
    assert len(answer["players"]) == players
    dealt = [tile for player in answer["players"] for tile in player["tiles"]]
    assert all(len(player["tiles"]) == own for player in answer["players"])
    assert len(answer["board"]) == board
    assert len({*dealt, *answer["board"]}) == own * players + board
    assert {*dealt, *answer["board"]} <= set(TILE_TEXT)


def test_deal__two_in_a_row__are_shuffled_each_time(client: ContractClient) -> None:
    wanted = {"variant": "texas_holdem", "players": 20}
    assert ask(client, "deal", wanted) != ask(client, "deal", wanted)


def test_evaluate__seven_tiles__names_the_best_of_both_sides(client: ContractClient) -> None:
    tiles = ["bSN", "b♠A", "wH2", "wD2", "bC5", "w♣5", "bDN"]
    assert ask(client, "evaluate", {"tiles": tiles}) == {
        "low_rule": "table",
        "high": {
            "hand": "no_flush_two_pairs",
            "tiles": ["b♠N", "b♦N", "b♣5", "w♣5", "b♠A"],
            "strength": [2, 7, 5, 6],
        },
        "low": {
            "hand": "no_flush_one_pair",
            "tiles": ["b♠N", "b♦N", "w♣5", "w♦2", "b♠A"],
            "strength": [1, 0, 5, 2, 1],
        },
    }


def test_evaluate__ace_to_five__looks_for_no_pairs(client: ContractClient) -> None:
    tiles = ["bSN", "bSA", "bS2", "bS3", "bS4", "wS5"]
    answer = ask(client, "evaluate", {"tiles": tiles, "low_rule": "ace_to_five"})
    assert answer["low_rule"] == "ace_to_five"
    assert answer["low"] == {
        "hand": "suit_flush_no_pairs",
        "tiles": ["b♠4", "b♠3", "b♠2", "b♠A", "b♠N"],
        "strength": [1, 4, 3, 2, 1, 0],
    }


def test_compare__hands_that_share_tiles__stand_in_order_with_ties(client: ContractClient) -> None:
    hands = [
        ["bSN", "bSA", "wH2", "wD2", "bC5"],
        ["bSN", "bSA", "bS2", "bS3", "bS5"],
        ["bSN", "bSA", "wH2", "wD2", "wC5"],
    ]
    answer = ask(client, "compare", {"hands": hands})
    assert answer["order"] == [[1], [0, 2]]
    assert answer["low_order"] == [[0, 2], [1]]
    assert [hand["high"]["hand"] for hand in answer["hands"]] == [
        "no_flush_one_pair",
        "suit_flush_no_pairs",
        "no_flush_one_pair",
    ]
    by_ranks = ask(client, "compare", {"hands": hands, "low_rule": "ace_to_five"})
    assert by_ranks["low_order"] == [[1], [0, 2]]


def test_showdown__omaha__splits_pots_and_returns_what_no_one_called(client: ContractClient) -> None:
    answer = ask(client, "showdown", OMAHA)
    assert answer["pots"] == [
        {
            "kind": "main",
            "amount": 303,
            "eligible": ["ann", "bob"],
            "winners": ["ann", "bob"],
            "shares": [{"id": "ann", "part": "high", "chips": 152}, {"id": "bob", "part": "low", "chips": 151}],
        },
        {
            "kind": "side",
            "amount": 198,
            "eligible": ["bob"],
            "winners": ["bob"],
            "shares": [{"id": "bob", "part": "high", "chips": 99}, {"id": "bob", "part": "low", "chips": 99}],
        },
        {
            "kind": "uncalled",
            "amount": 100,
            "eligible": ["bob"],
            "winners": ["bob"],
            "shares": [{"id": "bob", "part": "whole", "chips": 100}],
        },
    ]
    assert [player["chips_won"] for player in answer["players"]] == [152, 449, 0]
    assert answer["players"][2] == {
        "id": "cid",
        "folded": True,
        "paid": 200,
        "chips_won": 0,
        "high": None,
        "low": None,
    }
    assert answer["board"] == BOARD


@pytest.mark.parametrize(("rule", "winner"), [("table", "bob"), ("ace_to_five", "ann")])
def test_showdown__lowball__gives_the_pot_to_the_lowest_hand(client: ContractClient, rule: str, winner: str) -> None:
    table = {
        "variant": "five_card_lowball",
        "low_rule": rule,
        "players": [
            {"id": "ann", "tiles": ["bSN", "bHA", "bS2", "bH3", "bS4"], "paid": 10},
            {"id": "bob", "tiles": ["wSN", "bHN", "bCA", "wD2", "wC3"], "paid": 11},
        ],
    }
    answer = ask(client, "showdown", table)
    assert [(pot["kind"], pot["amount"], pot["winners"]) for pot in answer["pots"]] == [
        ("main", 20, [winner]),
        ("uncalled", 1, ["bob"]),
    ]
    assert answer["pots"][0]["shares"] == [{"id": winner, "part": "whole", "chips": 20}]
    assert [player["high"] for player in answer["players"]] == [None, None]
    assert all(player["low"] for player in answer["players"])


def test_odds__lowball__are_of_the_low_alone(client: ContractClient) -> None:
    question = {"variant": "five_card_lowball", "tiles": ["bSN", "bHA", "bS2", "bH3", "bS4"], "low_rule": "ace_to_five"}
    answer = ask(client, "odds", question)
    assert (answer["method"], answer["deals"]) == ("exact", 962_598)
    assert (answer["high"], answer["own_hands"]["high"]) == (None, None)
    assert answer["own_hands"]["low"][0] == {"hand": "no_pairs", "boards": 1, "probability": 1}
    # The lowest hand that there is: it can be tied, and never lost to.
    assert answer["low"]["lose"]["deals"] == 0
    assert answer["scoop"]["deals"] == answer["low"]["win"]["deals"]
    assert answer["low"]["tie"]["deals"] == 7**5


def test_showdown__nothing_paid__still_names_the_winner(client: ContractClient) -> None:
    answer = ask(client, "showdown", HOLDEM)
    assert [(pot["kind"], pot["amount"], pot["winners"]) for pot in answer["pots"]] == [("main", 0, ["ann"])]
    assert answer["players"][0]["high"]["hand"] == "group_flush_no_pairs"
    assert [player["low"] for player in answer["players"]] == [None, None]


def test_odds__few_deals__are_exact(client: ContractClient) -> None:
    question = {"variant": "texas_holdem", "tiles": ["bH3", "bH4"], "board": BOARD}
    answer = ask(client, "odds", question)
    assert (answer["method"], answer["deals"], answer["samples"], answer["seed"]) == ("exact", 820, None, None)
    assert answer["opponents"] == 1
    assert answer["own_hands"]["boards"] == 1
    assert [kind for kind in answer["own_hands"]["high"] if kind["boards"]] == [
        {"hand": "group_flush_no_pairs", "boards": 1, "probability": 1.0}
    ]
    assert answer["own_hands"]["low"] is answer["low"] is None
    chances = answer["high"].values()
    assert sum(chance["deals"] for chance in chances) == 820
    assert all(chance["standard_error"] == 0 for chance in (*chances, answer["scoop"], answer["equity"]))
    assert answer["scoop"] == answer["high"]["win"]
    tie = answer["high"]["tie"]["probability"]
    assert answer["equity"]["share"] == pytest.approx(answer["high"]["win"]["probability"] + tie / 2)


def test_odds__many_deals__are_sampled_and_say_so(client: ContractClient) -> None:
    question = {
        "variant": "omaha_hi_lo",
        "tiles": ["bH3", "bH4", "wS3", "wD3"],
        "opponents": 9,
        "low_rule": "ace_to_five",
        "samples": 1_000,
        "seed": 12,
    }
    answer = ask(client, "odds", question)
    assert (answer["method"], answer["deals"], answer["samples"], answer["seed"]) == ("sampled", 1_000, 1_000, 12)
    assert answer == ask(client, "odds", question)
    assert answer != ask(client, "odds", {**question, "seed": 13})
    for side in ("high", "low"):
        assert sum(chance["deals"] for chance in answer[side].values()) == 1_000
        lost = answer[side]["lose"]
        chance = lost["probability"]
        assert lost["standard_error"] == pytest.approx((chance * (1 - chance) / 1_000) ** 0.5)
    assert 0 < answer["equity"]["standard_error"] < 0.02
    assert [kind["hand"] for kind in answer["own_hands"]["low"]][:2] == ["no_pairs", "one_pair"]
    assert sum(kind["probability"] for kind in answer["own_hands"]["low"]) == pytest.approx(1)


@pytest.mark.parametrize("opponents", [1, 5])
def test_odds__many_deals__lets_others_run_between_steps(opponents: int) -> None:
    yields = CountedYields()
    body = {"variant": "texas_holdem", "tiles": ["A♠", "K♥"], "board": ["9♠", "8♥", "7♦"], "opponents": opponents}
    ContractClient(make_app(pause=yields)).post("/v1/piecepacks/odds", json=body)
    own_hands, batches, boards = 42, 5, 903
    pieces = own_hands + (boards if opponents == 1 else batches)
    assert yields.taken > 2 * pieces  # between the steps of each piece, too


def test_odds__nothing_said_of_samples__takes_the_defaults(client: ContractClient) -> None:
    answer = ask(client, "odds", {"variant": "five_card", "tiles": [*BOARD], "opponents": 2})
    assert (answer["samples"], answer["seed"]) == (15_000, 0)


def test_tiles__by_names_of_other_equipment__are_answered_in_our_own_form(client: ContractClient) -> None:
    answer = ask(client, "evaluate", {"tiles": ["suns A", "arms N", "dark spades J", "6♣", "wH3"]})
    assert set(answer["high"]["tiles"]) == {"b♥A", "b♦N", "b♠A", "b♣2", "w♥3"}


def test_tiles__one_tile_by_two_names__is_named_twice(client: ContractClient) -> None:
    tiles = ["suns A", "black hearts A", "b♠2", "b♠3", "b♠4"]
    response = client.post("/v1/piecepacks/evaluate", json={"tiles": tiles})
    assert response.status_code == 422
    assert response.get_json()["errors"] == [{"pointer": "/tiles/1", "message": "Named twice."}]
