"""What `arrange` answers goes into `validate`, `score` and `settle` as it is."""

import random
from typing import Any

import pytest

from service.engines.pyramid.cards import DECK, text_of
from tests.builders.pyramid_table import table_client
from tests.contract_client import ContractClient

PLACES = ("back", "middle", "front")
OBJECTIVES = ("win_points", "points", "net_points")


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return table_client()


def ask(client: ContractClient, path: str, body: Any) -> Any:
    response = client.post(f"/v1/pyramid/{path}", json=body)
    assert response.status_code == 200, response.json
    return response.json


def cards_alone(arrangement: dict[str, Any]) -> dict[str, Any]:
    return {place: arrangement[place]["cards"] for place in PLACES}


def hands_alone(arrangement: dict[str, Any]) -> dict[str, Any]:
    return {place: arrangement[place] for place in PLACES}


@pytest.mark.parametrize("seed", range(8))
def test_arrangement__of_any_cards__is_taken_whole_by_what_takes_hands(client: ContractClient, seed: int) -> None:
    chance = random.Random(seed)
    sizes = [chance.randint(13, 17) for _ in range(3)]
    cards = [text_of(card) for card in chance.sample(DECK, sum(sizes))]
    dealt = [cards[sum(sizes[:seat]) : sum(sizes[: seat + 1])] for seat in range(3)]
    wanted = {"objective": OBJECTIVES[seed % 3], "alternatives": 2, **({"players": 3} if seed % 2 else {})}
    answers = [ask(client, "arrange", {"cards": held, **wanted}) for held in dealt]
    for held, answer in zip(dealt, answers, strict=True):
        for arrangement in (answer, hands_alone(answer), *answer["alternatives"]):
            assert ask(client, "validate", {**arrangement, "dealt": held})["legal"] is True
    for path in ("score", "settle"):
        played = [
            [
                {"id": str(seat), "dealt": held, **form(answer)}
                for seat, (held, answer) in enumerate(zip(dealt, answers, strict=True))
            ]
            for form in (cards_alone, hands_alone, dict)
        ]
        by_cards, *others = [ask(client, path, {"players": players}) for players in played]
        assert others == [by_cards, by_cards]


def test_scored_hands__scored_again__are_the_same(client: ContractClient) -> None:
    cards = [text_of(card) for card in random.Random(5).sample(DECK, 34)]
    answers = [ask(client, "arrange", {"cards": held}) for held in (cards[:17], cards[17:])]
    scored = ask(client, "score", {"players": [{"id": str(seat), **answer} for seat, answer in enumerate(answers)]})
    again = [{"id": player["id"], **player["hands"]} for player in scored["players"]]
    assert ask(client, "score", {"players": again}) == scored


def test_arrangement__changed_by_hand__counts_by_its_cards(client: ContractClient) -> None:
    hand = {"cards": ["9s", "9h", "9d", "9c", "4s"], "tuple": [16, 14, 4], "hand_type": None, "points": "all"}
    body = {"back": hand, "middle": ["As", "Ah", "Kd", "Qc", "2s"], "front": {"cards": ["3s", "4h", "5d"]}}
    assert ask(client, "validate", body) == {"legal": True, "violations": []}
    body["back"], body["middle"] = body["middle"], body["back"]
    assert [wrong["rule"] for wrong in ask(client, "validate", body)["violations"]] == ["order"]
