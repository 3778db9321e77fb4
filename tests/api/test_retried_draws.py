"""Promised draws in requests with a key: an attempt whose answer was not sent does not use them up for its retries."""

from typing import Any

import pytest

from tests.api.refusals import problem_of
from tests.builders.actions import BATCH, PVE, PVP, RESOLVE, Json
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.draw_store import UnluckyDrawStore
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.system import StoppedClock


class Game:
    """A game that has lost the answer to its first attempt at an action by a promised draw."""

    def __init__(self, path: str = RESOLVE, *others: Json) -> None:
        self.path = path
        self.clock = StoppedClock()
        self.idempotency = InMemoryIdempotencyStore(self.clock)
        self.draws = UnluckyDrawStore(self.clock, self.idempotency)
        self.client = ContractClient(make_app(clock=self.clock, draws=self.draws, idempotency=self.idempotency))
        draw_id = self.client.post("/v1/draws").get_json()["draw_id"]
        self.action: Json = {**PVP, "draw": {"draw_id": draw_id, "client_seed": "the player's"}}
        self.body = {"requests": [*others, self.action]} if path == BATCH else self.action
        problem_of(self.send(self.body), 503, "store-unavailable")
        assert self.draws.takers
        self.idempotency.unavailable = False
        self.clock.pass_time(minutes=1)

    def send(self, body: Json, key: str = "a-key") -> Any:
        return self.client.post(self.path, json=body, headers={"Idempotency-Key": key})


def test_retry__of_an_attempt_that_took_the_draw__is_drawn_by_it() -> None:
    game = Game()
    ((taker, _),) = game.draws.takers.values()

    answer = game.send(game.body)

    assert answer.status_code == 200
    assert answer.get_json()["resolution_id"] == taker
    assert game.send(game.body).data == answer.data


@pytest.mark.parametrize("key", ["a-key", "another-key"])
def test_other_request__after_an_attempt_that_took_the_draw__does_not_get_it(key: str) -> None:
    game = Game()
    changed = {**game.action, "draw": {**game.action["draw"], "client_seed": "another"}}
    body = changed if key == "a-key" else game.action

    refused = problem_of(game.send(body, key), 422, "invalid-input")

    ((taker, _),) = game.draws.takers.values()
    assert refused["errors"] == [{"pointer": "/draw/draw_id", "message": f"Already used by the resolution {taker}."}]


def test_request_without_a_key__after_an_attempt_that_took_the_draw__does_not_get_it() -> None:
    game = Game()

    problem_of(game.client.post(RESOLVE, json=game.body), 422, "invalid-input")


def test_batch__sent_again__gets_the_draws_of_its_own_items_alone() -> None:
    game = Game(BATCH, PVE)
    again = {"requests": [PVE, game.action, game.action]}

    results = game.send(game.body).get_json()["results"]
    assert results[1]["draw"]["draw_id"] == game.action["draw"]["draw_id"]

    refused = game.send(again, "another").get_json()["results"]
    assert [result.get("status") for result in refused] == [None, 422, 422]


def test_batch__one_draw_in_two_items__is_the_first_ones_also_when_it_is_sent_again() -> None:
    game = Game(BATCH)
    twice = {"requests": [{**game.action, "draw": {**game.action["draw"], "draw_id": new}} for new in _new(game, 2)]}

    results = game.send(twice, "twice").get_json()["results"]

    assert [result.get("status") for result in results] == [None, 422]


def _new(game: Game, times: int) -> list[str]:
    """The id of one new draw, so many times."""
    return [game.client.post("/v1/draws").get_json()["draw_id"]] * times
