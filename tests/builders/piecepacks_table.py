"""Tables of Dual Piecepacks Poker for tests, and a client."""

from itertools import count
from typing import Any

from tests.contract_client import ContractClient
from tests.fakes.app import make_app

BOARD = ["b♠N", "b♠A", "w♥2", "w♦2", "b♣5"]
ANN: dict[str, Any] = {"id": "ann", "tiles": ["bH3", "bH4"]}
BOB: dict[str, Any] = {"id": "bob", "tiles": ["bHN", "wHN"]}
HOLDEM: dict[str, Any] = {"variant": "texas_holdem", "board": BOARD, "players": [ANN, BOB]}
OMAHA: dict[str, Any] = {
    "variant": "omaha_hi_lo",
    "board": BOARD,
    "players": [
        {"id": "ann", "tiles": ["bH3", "bH4", "wS3", "wD3"], "paid": 101},
        {"id": "bob", "tiles": ["bHN", "wHN", "wS4", "wD4"], "paid": 300},
        {"id": "cid", "paid": 200, "folded": True},
    ],
}


def table_client() -> ContractClient:
    # Words far apart, so that the tiles are not in order. These tests do not need fair ones.
    return ContractClient(make_app(words=(number * 2_654_435_761 % 2**32 for number in count(1))))
