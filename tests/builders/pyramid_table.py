"""Cards and hands of Pyramid Poker to ask about, and a client to ask."""

from itertools import count
from typing import Any

from tests.contract_client import ContractClient
from tests.fakes.app import make_app

SEVENTEEN = ["As", "Kh", "Qd", "Jc", "10s", "9h", "8h", "7h", "6s", "5d", "4c", "3d", "2h", "W", "Ks", "Kd", "9s"]
NOTHING = ["As", "Ah", "Ad", "Ac", "Ks", "Kh", "Kd", "Kc", "Qs", "Qh", "Qd", "Qc", "Js"]
"""Cards without an automatic in them."""
ANN: dict[str, Any] = {
    "id": "ann",
    "back": ["As", "Ah", "Ad", "Ac", "Ks"],
    "middle": ["9h", "9d", "9c", "4s", "4d"],
    "front": ["8h", "8d", "8c"],
}
BOB: dict[str, Any] = {
    "id": "bob",
    "back": ["Ks", "Kh", "Kd", "Kc", "2s"],
    "middle": ["Ah", "10h", "7h", "5h", "2h"],
    "front": ["Qs", "Qd", "2c"],
}
DAN: dict[str, Any] = {
    "id": "dan",
    "back": ["As", "Kh", "Qd", "Jc", "10s"],
    "middle": ["9h", "8h", "7h", "6s", "5d"],
    "front": ["4c", "3d", "2h"],
}
"""Dan's cards are a dragon."""


def hands_of(player: dict[str, Any]) -> dict[str, Any]:
    """A player's hands without the name."""
    return {position: player[position] for position in ("back", "middle", "front")}


def table_client() -> ContractClient:
    """A client of the application."""
    # Words far apart, so that the cards are not in order; any words will do where fairness is not the point.
    return ContractClient(make_app(words=(number * 2_654_435_761 % 2**32 for number in count(1))))
