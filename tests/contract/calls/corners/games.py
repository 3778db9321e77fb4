"""Hands and tables of the two other games whose answers have what the examples do not."""

from functools import partial

from tests.builders.pyramid_table import ANN, BOB, NOTHING
from tests.contract.calls.call import Call
from tests.contract.calls.corners.tuning import tuned_to
from tests.openapi import Json, examples, operations

PYRAMID, PIECEPACKS = "/v1/pyramid", "/v1/piecepacks"
ACES = ["As", "As", "Ah", "Ah", "Ad", "Ad", "Ac", "Ac"]
LOW_CARDS = ["2s", "3h", "4d", "6c", "7s", "8h", "9d", "2c", "3s", "4h", "6d", "7c", "10s"]
EVERY_RANK = [f"{rank}{suit}" for rank, suit in zip("23456789TJQKA", "shdcshdcshdcs", strict=True)]
ALONE: Json = {"cards": NOTHING, "players": 2, "surrendered": 1}
WITHOUT_POT: Json = {"pyramid": {"ante": 0, "surrender_penalty": 0, "points": {"front": {"high_card": 0}}}}
free = partial(tuned_to, WITHOUT_POT)
AT_TABLE: Json = {"cards": NOTHING, "players": 2, "variant": "standard"}
TABLE: Json = {"players": [ANN, BOB, {"id": "cid", "decision": "surrender"}]}
BY_SEEDS: Json = {
    "for": "piecepacks_deal",
    "server_seed": "00" * 32,
    "client_seed": "any",
    "variant": "five_card",
    "players": 2,
}
LOWBALL: Json = {"variant": "five_card_lowball", "tiles": ["b♠2", "b♥3", "w♣4", "w♦5", "bHA"]}


def dealt_by_seeds() -> Json:
    """The draw of the example of a deal that can be verified."""
    deal = next(one for one in operations() if one.path == f"{PYRAMID}/deal")
    answer = deal.response(200)
    assert answer
    return next(one["draw"] for one in examples(answer["content"]["application/json"]).values() if "draw" in one)


CALLS = (
    Call("POST", "/v1/draws/verify", 200, {"json": {"draw": dealt_by_seeds()}}),
    Call("POST", "/v1/draws/verify", 200, {"json": BY_SEEDS}),
    Call("POST", f"{PYRAMID}/evaluate", 200, {"json": {"cards": ACES, "position": "back"}}),
    Call("POST", f"{PYRAMID}/evaluate", 200, {"json": {"cards": ["2s", "3h", "5d"], "position": "front"}}, app=free),
    Call("POST", f"{PYRAMID}/arrange", 200, {"json": AT_TABLE}),
    Call("POST", f"{PYRAMID}/arrange", 200, {"json": AT_TABLE}, app=free),
    Call("POST", f"{PYRAMID}/decide", 200, {"json": {"cards": LOW_CARDS, "players": 6, "samples": 4}}),
    Call("POST", f"{PYRAMID}/decide", 200, {"json": {"cards": NOTHING, "players": 2, "samples": 2}}, app=free),
    Call("POST", f"{PYRAMID}/decide", 200, {"json": {"cards": EVERY_RANK, "players": 6, "samples": 2}}),
    Call("POST", f"{PYRAMID}/decide", 200, {"json": {**ALONE, "samples": 2}}),
    Call("POST", f"{PYRAMID}/score", 200, {"json": TABLE}),
    Call("POST", f"{PYRAMID}/settle", 200, {"json": TABLE}, app=free),
    *(
        Call("GET", "/v1/tuples", 200, {"query_string": {"position": position, "limit": 1000}})
        for position in ("front", "middle", "back")
    ),
    Call("POST", f"{PIECEPACKS}/odds", 200, {"json": LOWBALL}),
    Call("POST", f"{PIECEPACKS}/odds", 200, {"json": {**LOWBALL, "low_rule": "ace_to_five"}}),
    Call("POST", f"{PIECEPACKS}/evaluate", 200, {"json": {"tiles": ["b♠N", "b♥N", "w♣N", "w♦N", "b♣N"]}}),
)
