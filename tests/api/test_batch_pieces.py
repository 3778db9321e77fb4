"""Batches in pieces: other requests have their turn in between, and nothing that a batch promises depends on it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.actions.batches import MOST_VALUES, PIECE
from service.actions.serialized import COUNTED_AT_ONCE
from tests.api.refusals import problem_of
from tests.builders.actions import BATCH, actor, changed
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import CountedYields, ScriptedDealer, StoppedClock

Json = dict[str, Any]
SMALL: Json = actor(npc="rookie")
WAR: Json = {"action_type": "gang_war", "attackers": [{"npc": "rookie"}] * 100, "defenders": [{"npc": "rookie"}] * 100}
MODIFIERS: Json = {"modifiers": [{"source": f"m{number}", "flat": 1} for number in range(50)]}


class NotedYields:
    """Notes at each yield how many hands have been dealt, and does what a test wants to happen meanwhile."""

    def __init__(self, dealer: ScriptedDealer) -> None:
        self._dealer = dealer
        self.dealt: list[int] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def __call__(self) -> None:
        self.dealt.append(self._dealer.dealt)
        self.meanwhile()


@pytest.fixture
def yields(dealer: ScriptedDealer) -> NotedYields:
    return NotedYields(dealer)


@pytest.fixture
def client(dealer: ScriptedDealer, yields: NotedYields, characters: InMemoryCharacterStore) -> FlaskClient:
    # Not the client that holds answers against the contract: a thousand results would take it seconds.
    return make_app(dealer=dealer, pause=yields, characters=characters).test_client()


def resolve(client: FlaskClient, requests: list[Any]) -> list[Json]:
    response = client.post(BATCH, json={"requests": requests})
    assert response.status_code == 200, response.text
    results: list[Json] = response.get_json()["results"]
    return results


def between_yields(yields: NotedYields, dealer: ScriptedDealer) -> list[int]:
    """How many hands were dealt between one yield and the next."""
    moments = [*yields.dealt, dealer.dealt]
    return [after - before for before, after in pairwise(moments)]


def test_batch__of_a_thousand__is_dealt_in_pieces(
    client: FlaskClient, yields: NotedYields, dealer: ScriptedDealer
) -> None:
    resolve(client, [SMALL] * 1000)

    assert sum(between_yields(yields, dealer)) == 1000
    assert max(between_yields(yields, dealer)) <= PIECE


def test_batch__of_ten_gang_wars__is_dealt_one_at_a_time(
    client: FlaskClient, yields: NotedYields, dealer: ScriptedDealer
) -> None:
    resolve(client, [WAR] * 10)

    assert [dealt for dealt in between_yields(yields, dealer) if dealt] == [200] * 10


@pytest.mark.parametrize(
    ("items", "pieces"),
    [
        ([SMALL] * 1000, 2000 // PIECE),
        ([{**SMALL, "bogus": number} for number in range(1000)], 2000 // PIECE),
        ([changed(SMALL, "crime", f"crime {number}") for number in range(1000)], 2000 // PIECE),
        ([{"action_type": "gang_war", "attackers": [{"npc": 1}] * 2, "defenders": []}] * 900, 5400 // PIECE),
        ([{**WAR, "attackers": [MODIFIERS | {"npc": "rookie"}] * 100, "defenders": [{"npc": "rookie"}]}], 100),
        ([{**WAR, "attackers": [{**MODIFIERS, "npc": 1}] * 100, "defenders": [{"npc": "rookie"}]}], 100),
    ],
    ids=["right", "cannot be read", "unknown names", "wrong gang wars", "one large war", "one large war, all wrong"],
)
def test_batch__any__yields_for_every_piece_that_is_read_or_resolved(items: list[Json], pieces: int) -> None:
    yields = CountedYields()

    resolve(make_app(pause=yields).test_client(), items)

    assert yields.taken >= pieces  # a participant is read at once, however large it is


def test_batch__of_a_thousand__is_counted_in_pieces(dealer: ScriptedDealer, yields: NotedYields) -> None:
    client = make_app(dealer=dealer, pause=yields).test_client()

    resolve(client, [SMALL] * 1000)

    after_all_was_dealt = [dealt for dealt in yields.dealt if dealt == 1000]
    assert len(after_all_was_dealt) >= 1000 // COUNTED_AT_ONCE - 1


def test_tuning__changed_between_two_pieces__counts_for_the_items_after_it(
    client: FlaskClient, yields: NotedYields, dealer: ScriptedDealer
) -> None:
    def change() -> None:
        if dealer.dealt == PIECE:
            yields.meanwhile = lambda: None
            body = {"values": {"crimes": {"bank_robbery": {"threshold": 1}}}, "reason": "Easier.", "force": True}
            response = client.patch("/v1/admin/tuning", json=body, headers={**AS_ADMIN, "If-Match": '"0"'})
            assert response.status_code == 200

    yields.meanwhile = change

    results = resolve(client, [SMALL] * (2 * PIECE + 5))

    assert [result["tuning_revision"] for result in results] == [0] * PIECE + [1] * (PIECE + 5)
    assert [result["challenge"]["threshold"] for result in results] == [275] * PIECE + [1] * (PIECE + 5)


def test_skills__of_an_item__count_in_later_pieces_and_after_the_batch(
    client: FlaskClient,
) -> None:
    given = actor(character_id="billy", skills={"lockpicking": 50})
    named = actor(character_id="billy")

    results = resolve(client, [given, *[named] * (2 * PIECE)])

    assert [result["actor"] for result in results] == [results[0]["actor"]] * len(results)
    assert results[0]["actor"]["suit_bonuses"]["spades"] > 0
    assert client.get("/v1/characters/billy").get_json()["skills"] == {"lockpicking": 50}


def test_character__stored_by_another_request_meanwhile__is_as_the_batch_found_it_and_then_as_it_said(
    client: FlaskClient, yields: NotedYields, dealer: ScriptedDealer
) -> None:
    assert client.put("/v1/characters/ann", json={"skills": {"lockpicking": 50}}).status_code == 200

    def store() -> None:
        if dealer.dealt:
            yields.meanwhile = lambda: None
            client.put("/v1/characters/ann", json={"skills": {"lockpicking": 90}})
            client.put("/v1/characters/billy", json={"skills": {"lockpicking": 90}})

    yields.meanwhile = store
    given = actor(character_id="billy", skills={"lockpicking": 10})
    named = actor(character_id="ann")

    results = resolve(client, [given, *[named] * (2 * PIECE)])

    assert [result["actor"] for result in results[1:]] == [results[1]["actor"]] * 2 * PIECE
    assert results[1]["actor"]["suit_bonuses"]["spades"] > results[0]["actor"]["suit_bonuses"]["spades"]
    assert client.get("/v1/characters/ann").get_json()["skills"] == {"lockpicking": 90}
    assert client.get("/v1/characters/billy").get_json()["skills"] == {"lockpicking": 10}


@pytest.mark.parametrize("body", [b"[%s]" % b",".join([b"1"] * MOST_VALUES), b"[" * MOST_VALUES, b"{" * MOST_VALUES])
def test_values__more_than_a_batch_may_have__are_refused_before_they_are_parsed(
    client: FlaskClient, dealer: ScriptedDealer, body: bytes
) -> None:
    document = problem_of(client.post(BATCH, data=body, content_type="application/json"), 413, "body-too-large")

    assert document["detail"] == "The body may have at most 100000 values; send it in parts."
    assert dealer.draws == 0


def test_values__as_many_as_a_batch_may_have__are_read(client: FlaskClient) -> None:
    body = b"[%s]" % b",".join([b"1"] * (MOST_VALUES - 1))

    problem_of(client.post(BATCH, data=body, content_type="application/json"), 422, "invalid-input")


def test_moment__of_the_items_of_a_piece__is_the_same(clock: StoppedClock) -> None:
    app = make_app(clock=clock, pause=lambda: clock.pass_time(seconds=1))
    client = app.test_client()

    results = resolve(client, [SMALL] * (2 * PIECE))

    ids = [results[place]["resolution_id"] for place in (0, PIECE - 1, PIECE, 2 * PIECE - 1)]
    first, last, next_first, next_last = (client.get(f"/v1/resolutions/{one}").get_json()["resolved_at"] for one in ids)
    assert first == last < next_first == next_last
