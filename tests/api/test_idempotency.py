"""Requests with an idempotency key: what the same one, another one, and one in trouble come to."""

import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.idempotency.ports import AnswerUncertain, KeptAnswer, Lease
from service.metrics.definitions import HANDS_DEALT
from service.settings import Settings
from tests.api.refusals import problem_of
from tests.builders.actions import BATCH, ODDS, PVE, PVP, RESOLVE, SCORE, Json, changed, scored
from tests.builders.hands import PAIR, STRAIGHT
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import ScriptedDealer, StoppedClock

LEASED = changed(PVE, "actor", "character_id", "billy")
"""An action that changes the store: its key is leased before it draws."""
BODIES: dict[str, Json] = {
    RESOLVE: PVE,
    BATCH: {"requests": [PVE, {"action_type": "pve"}]},
    "/v1/piecepacks/deal": {"variant": "texas_holdem", "players": 3},
    "/v1/pyramid/deal": {"variant": "standard", "players": 3},
    "/v1/draws": {"expires_in_seconds": 60},
}


@pytest.fixture
def idempotency(clock: StoppedClock) -> InMemoryIdempotencyStore:
    return InMemoryIdempotencyStore(clock)


@pytest.fixture
def dealer() -> ScriptedDealer:
    return ScriptedDealer(PAIR, STRAIGHT)


@pytest.fixture
def client(idempotency: InMemoryIdempotencyStore, dealer: ScriptedDealer) -> ContractClient:
    return ContractClient(make_app(idempotency=idempotency, dealer=dealer))


def send(client: ContractClient, body: Any = PVE, key: str = "a-key", path: str = RESOLVE) -> TestResponse:
    return client.post(path, json=body, headers={"Idempotency-Key": key})


def headers_of(answer: TestResponse) -> list[tuple[str, str]]:
    """Those that the answer has for what it is, and not for which request it answers."""
    return [(name, value) for name, value in answer.headers if name not in ("Idempotent-Replayed", "X-Request-Id")]


def assert_replayed(replay: TestResponse, first: TestResponse) -> None:
    assert replay.headers["Idempotent-Replayed"] == "true"
    assert replay.data == first.data
    assert (replay.status, headers_of(replay)) == (first.status, headers_of(first))


@pytest.mark.parametrize("path", BODIES)
def test_request__sent_again_with_its_key__gets_the_first_answer(client: ContractClient, path: str) -> None:
    first = send(client, BODIES[path], path=path)
    assert first.status_code in (200, 201)
    assert "Idempotent-Replayed" not in first.headers

    assert_replayed(send(client, BODIES[path], path=path), first)
    assert_replayed(send(client, BODIES[path], path=path), first)


@pytest.mark.parametrize("path", BODIES)
def test_request__with_a_key__is_answered_like_one_without(path: str) -> None:
    with_key, without = (
        client.post(path, json=BODIES[path], headers=headers)
        for client, headers in (
            (ContractClient(make_app()), {"Idempotency-Key": "a"}),
            (ContractClient(make_app()), {}),
        )
    )

    assert (with_key.data, with_key.headers) == (without.data, without.headers)


def test_request__that_changes_the_store_sent_again__draws_once(client: ContractClient, dealer: ScriptedDealer) -> None:
    for _ in range(3):
        send(client, LEASED)

    assert dealer.draws == 1


@pytest.mark.parametrize("path", [RESOLVE, BATCH, "/v1/piecepacks/deal", "/v1/pyramid/deal"])
def test_hands__of_a_request_sent_again__are_counted_and_recorded_once(path: str) -> None:
    metrics = PlainMetrics()
    client = ContractClient(make_app(metrics=metrics))

    answers = [send(client, BODIES[path], path=path) for _ in range(3)]

    hands = 3 if path.endswith("deal") else 1
    assert sum(number for (counter, _), number in metrics.counts.items() if counter is HANDS_DEALT) == hands
    listed = client.get("/v1/resolutions").get_json()["resolutions"]
    assert [one["resolution_id"] in answers[0].text for one in listed] == [True] * (not path.endswith("deal"))


def test_request__without_a_key__draws_each_time(client: ContractClient, dealer: ScriptedDealer) -> None:
    send(client)
    client.post(RESOLVE, json=PVE)
    client.post(RESOLVE, json=PVE)

    assert dealer.draws == 3


def test_request__with_another_key__draws_again(client: ContractClient) -> None:
    first, second = send(client, key="one"), send(client, key="two")

    assert first.get_json()["resolution_id"] != second.get_json()["resolution_id"]
    assert first.get_json()["actor"]["hand"] != second.get_json()["actor"]["hand"]


@pytest.mark.parametrize(
    "written",
    [
        '{ "threshold":12,\n"action_type":"pve","actor":{"skills":{}} }',
        '{"actor": {"skills": {}}, "action_type": "p\\u0076e", "threshold": 12.0}',
        '{"actor": {"skills": {}}, "action_type": "pve", "threshold": 1.2e1}',
    ],
)
def test_request__sent_again_and_written_differently__is_the_same(client: ContractClient, written: str) -> None:
    first = send(client, {"action_type": "pve", "threshold": 12, "actor": {"skills": {}}})
    again = client.post(
        RESOLVE, data=written.encode(), content_type="application/json", headers={"Idempotency-Key": "a-key"}
    )

    assert_replayed(again, first)


@pytest.mark.parametrize(
    ("body", "path"),
    [(PVP, RESOLVE), ({}, RESOLVE), ([], RESOLVE), (changed(PVE, "actor", "items", []), RESOLVE), (PVE, BATCH)],
)
def test_request__another_with_the_same_key__is_refused(client: ContractClient, body: Any, path: str) -> None:
    first = send(client)

    refused = send(client, body, path=path)

    assert "was used for another request" in problem_of(refused, 409, "idempotency-key-reused")["detail"]
    assert "Retry-After" not in refused.headers
    assert_replayed(send(client), first)


def test_request__refused_for_its_body__leaves_the_key_to_the_corrected_one(
    client: ContractClient, dealer: ScriptedDealer
) -> None:
    assert send(client, changed(PVE, "crime", "jaywalking")).status_code == 422
    assert send(client, {}).status_code == 422
    assert dealer.draws == 0

    first = send(client)
    assert_replayed(send(client), first)


def test_batch__with_bad_items__is_kept_with_their_problems(client: ContractClient) -> None:
    first = send(client, BODIES[BATCH], path=BATCH)

    assert first.get_json()["results"][1]["status"] == 422
    assert_replayed(send(client, BODIES[BATCH], path=BATCH), first)


@pytest.mark.parametrize("key", ["k", "!" + "~" * 254, "a,b", '"8e03978e-40d5-43e8-bc93-6894a57f9324"'])
def test_key__of_1_to_255_visible_characters__is_taken(client: ContractClient, key: str) -> None:
    first = send(client, key=key)

    assert_replayed(send(client, key=key), first)


@pytest.mark.parametrize("key", ["", "k" * 256, "a b", "a\tb", "clé", "ключ".encode().decode("latin-1"), "\x7f"])
def test_key__that_is_none__is_refused_with_what_is_allowed(
    client: ContractClient, dealer: ScriptedDealer, key: str
) -> None:
    refused = problem_of(send(client, key=key), 422, "invalid-input")

    assert refused["errors"] == [
        {"pointer": "/Idempotency-Key", "message": "Must be 1 to 255 visible ASCII characters."}
    ]
    assert dealer.draws == 0


@pytest.mark.parametrize(("path", "body"), [(SCORE, scored(PVE)), (ODDS, PVE)])
def test_key__on_a_request_that_draws_nothing__means_nothing(
    client: ContractClient, idempotency: InMemoryIdempotencyStore, path: str, body: Json
) -> None:
    idempotency.unavailable = True

    assert send(client, body, key="not a key", path=path).status_code == 200


def test_key__of_another_caller__is_another_key(dealer: ScriptedDealer) -> None:
    tokens = ("token-of-the-saloon", "token-of-the-bank")
    client = ContractClient(make_app(Settings(api_tokens=tokens), dealer=dealer))

    def ask(token: str) -> TestResponse:
        headers = {"Idempotency-Key": "a", "Authorization": f"Bearer {token}"}
        return client.post(RESOLVE, json=PVE, headers=headers)

    saloon, bank = map(ask, tokens)

    assert saloon.data != bank.data
    assert dealer.draws == 2
    assert_replayed(ask(tokens[0]), saloon)


def test_key__where_no_token_is_needed__is_the_same_from_everywhere(client: ContractClient) -> None:
    first, again = (
        client.post(
            RESOLVE,
            json=PVE,
            headers={"Idempotency-Key": "a", "Authorization": f"Bearer {token}"},
            environ_overrides={"REMOTE_ADDR": address},
        )
        for token, address in (("one", "10.0.0.1"), ("another", "10.0.0.2"))
    )

    assert_replayed(again, first)


def test_answer__after_24_hours__is_forgotten(client: ContractClient, clock: StoppedClock) -> None:
    first = send(client)
    clock.pass_time(hours=23, minutes=59)
    assert_replayed(send(client), first)

    clock.pass_time(minutes=2)

    assert send(client).get_json()["resolution_id"] != first.get_json()["resolution_id"]


def test_request__with_a_key_and_the_store_unavailable__is_refused_before_it_draws(
    client: ContractClient, idempotency: InMemoryIdempotencyStore, dealer: ScriptedDealer
) -> None:
    idempotency.unavailable = True

    refused = send(client, LEASED)

    problem_of(refused, 503, "store-unavailable")
    assert refused.headers["Retry-After"] == "1"
    assert dealer.draws == 0
    assert problem_of(send(client), 503, "store-unavailable") == refused.get_json()
    assert client.post(RESOLVE, json=PVE).status_code == 200


def test_request__with_a_key_and_no_room_for_answers__is_refused_before_it_draws(
    dealer: ScriptedDealer, clock: StoppedClock
) -> None:
    client = ContractClient(make_app(idempotency=InMemoryIdempotencyStore(clock, budget=1), dealer=dealer))
    first = send(client)
    clock.pass_time(hours=1)

    refused = send(client, LEASED, key="another")

    problem_of(refused, 503, "idempotency-store-full")
    assert refused.headers["Retry-After"] == str(23 * 3600)
    assert dealer.draws == 1
    assert problem_of(send(client, key="another"), 503, "idempotency-store-full") == refused.get_json()
    assert_replayed(send(client), first)
    assert client.post(RESOLVE, json=PVE).status_code == 200


def test_request__sent_again_while_the_first_is_in_progress__has_to_wait(
    idempotency: InMemoryIdempotencyStore,
) -> None:
    meanwhile: list[TestResponse] = []

    class SlowDealer(ScriptedDealer):
        def deal(self, hands: int) -> Any:
            if not meanwhile:
                meanwhile.append(send(game, LEASED))
                meanwhile.append(send(game, PVP))
            return super().deal(hands)

    game = ContractClient(make_app(idempotency=idempotency, dealer=SlowDealer()))

    assert send(game, LEASED).status_code == 200
    same, other = meanwhile
    assert "Send this one again" in problem_of(same, 409, "idempotency-key-in-use")["detail"]
    assert same.headers["Retry-After"] == "1"
    problem_of(other, 409, "idempotency-key-reused")


def test_request__so_slow_that_another_has_answered__gives_the_others_answer(
    idempotency: InMemoryIdempotencyStore, clock: StoppedClock
) -> None:
    meanwhile: list[TestResponse] = []

    class SleepyDealer(ScriptedDealer):
        tired = True

        def deal(self, hands: int) -> Any:
            if self.tired:
                self.tired = False
                clock.pass_time(minutes=2)
                meanwhile.append(send(game))
            return super().deal(hands)

    dealer = SleepyDealer(PAIR, STRAIGHT)
    game = ContractClient(make_app(idempotency=idempotency, dealer=dealer))

    late = send(game)

    assert dealer.draws == 2
    assert_replayed(late, meanwhile[0])
    assert_replayed(send(game), meanwhile[0])


def test_request__store_unavailable_after_the_draw__reveals_nothing_that_was_drawn(
    idempotency: InMemoryIdempotencyStore, clock: StoppedClock
) -> None:
    class UnluckyDealer(ScriptedDealer):
        def deal(self, hands: int) -> Any:
            idempotency.unavailable = self.draws == 0
            return super().deal(hands)

    dealer = UnluckyDealer(PAIR, STRAIGHT)
    client = ContractClient(make_app(idempotency=idempotency, dealer=dealer))

    untold = send(client, LEASED)
    assert "with the same key" in problem_of(untold, 503, "store-unavailable")["detail"]
    assert untold.headers["Retry-After"] == "1"
    assert dealer.draws == 1

    idempotency.unavailable = False
    problem_of(send(client, LEASED), 409, "idempotency-key-in-use")
    clock.pass_time(minutes=1)
    first = send(client, LEASED)
    assert first.get_json()["actor"]["hand_rank"] == "straight"
    assert_replayed(send(client, LEASED), first)


def test_request__sent_again_while_the_first_draws__has_the_answer_that_is_kept_first(
    idempotency: InMemoryIdempotencyStore,
) -> None:
    meanwhile: list[TestResponse] = []

    class SlowDealer(ScriptedDealer):
        def deal(self, hands: int) -> Any:
            if self.draws == 0:
                meanwhile.append(send(ContractClient(make_app(idempotency=idempotency))))
            return super().deal(hands)

    game = ContractClient(make_app(idempotency=idempotency, dealer=SlowDealer(STRAIGHT)))

    assert_replayed(send(game), meanwhile[0])


def test_request__store_had_the_answer_though_its_reply_was_lost__gets_it_the_next_time(
    clock: StoppedClock, dealer: ScriptedDealer
) -> None:
    class UnsureStore(InMemoryIdempotencyStore):
        def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
            is_first = not self.entries
            other = super().finish(lease, answer)
            if is_first:
                raise AnswerUncertain(lease, "timed out")
            return other

    client = ContractClient(make_app(idempotency=UnsureStore(clock), dealer=dealer))
    refused = problem_of(send(client), 503, "store-unavailable")
    assert "with the same key" in refused["detail"]

    replayed = send(client)

    assert replayed.headers["Idempotent-Replayed"] == "true"
    assert json.loads(replayed.data)["actor"]["hand_rank"] == "pair"
