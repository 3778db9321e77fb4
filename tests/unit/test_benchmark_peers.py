"""The other stacks in the benchmarks resolve by the same rules, so that their figures mean something."""

import random
from typing import Any

import pytest

from benchmarks.bodies import FOUR_SKILLS
from benchmarks.peers import rules, stock_flask
from tests.fakes.app import make_app

HANDS = [
    *[random.Random(seed).sample(rules.DECK, 5) for seed in range(60)],
    [(number, "spades") for number in (14, 13, 12, 11, 10)],
    [(number, "hearts") for number in (14, 5, 4, 3, 2)],
    [(number, "clubs") for number in (9, 8, 7, 6, 2)],
    [(9, suit) for suit in rules.SUITS] + [(3, "clubs")],
    [(9, "spades"), (9, "hearts"), (9, "clubs"), (3, "clubs"), (3, "spades")],
    [(9, "spades"), (9, "hearts"), (9, "clubs"), (3, "clubs"), (2, "spades")],
    [(9, "spades"), (9, "hearts"), (4, "clubs"), (3, "clubs"), (3, "spades")],
]


@pytest.fixture(scope="module")
def client() -> Any:
    return make_app().test_client()


@pytest.mark.parametrize("number", range(len(HANDS)))
def test_peer__any_hand__scores_it_as_the_service_does(client: Any, number: int) -> None:
    hand = HANDS[number]
    cards = [f"{rules.RANKS[rank]}{rules.SUITS[suit]}" for rank, suit in hand]
    actor = {**FOUR_SKILLS["actor"], "hand": cards}
    ours = client.post("/v1/score", json={**FOUR_SKILLS, "actor": actor}).json
    theirs = rules.resolve(FOUR_SKILLS["crime"], FOUR_SKILLS["actor"]["skills"], FOUR_SKILLS["location"], hand)

    assert sorted(theirs["actor"].pop("hand")) == sorted(ours["actor"].pop("hand"))
    assert (theirs["actor"], theirs["challenge"], theirs["outcome"]) == (
        ours["actor"],
        ours["challenge"],
        ours["outcome"],
    )


def test_flask_peer__good_and_bad_bodies__are_answered() -> None:
    peer = stock_flask.app.test_client()

    answer = peer.post("/v1/resolve", json=FOUR_SKILLS)
    assert answer.status_code == 200
    assert answer.json
    assert set(answer.json) == {"resolution_id", "action_type", "tuning_revision", "actor", "challenge", "outcome"}
    assert peer.post("/v1/resolve", json={**FOUR_SKILLS, "crime": "none"}).status_code == 422
