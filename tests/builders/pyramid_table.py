"""Cards and hands of Pyramid Poker for tests, and a client."""

from itertools import count
from typing import Any

from tests.contract_client import ContractClient
from tests.fakes.app import make_app

SEVENTEEN = ["As", "Kh", "Qd", "Jc", "10s", "9h", "8h", "7h", "6s", "5d", "4c", "3d", "2h", "W", "Ks", "Kd", "9s"]
NOTHING = ["As", "Ah", "Ad", "Ac", "Ks", "Kh", "Kd", "Kc", "Qs", "Qh", "Qd", "Qc", "Js"]
"""Cards that contain no automatic."""
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
"""A player whose cards are a dragon."""


def hands_of(player: dict[str, Any]) -> dict[str, Any]:
    """A player's hands without the name."""
    return {position: player[position] for position in ("back", "middle", "front")}


def table_client() -> ContractClient:
    # Words far apart, so that the cards are not in order. These tests do not need fair ones.
    return ContractClient(make_app(words=(number * 2_654_435_761 % 2**32 for number in count(1))))
