"""Verifiable draws over HTTP: promised, used once, revealed, verified."""

from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest

from service.engines.draws import DrawPurpose
from tests.api.refusals import problem_of
from tests.builders.actions import BATCH, GANG_WAR, PVE, PVP, RESOLVE, SKILL_CHECK, Json
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.system import KnownSeeds, ScriptedDealer, StoppedClock

DRAWS, VERIFY = "/v1/draws", "/v1/draws/verify"
SEED = bytes(range(50, 82))
CLIENT_SEED = "♠: the player's own words :0"
UNKNOWN = "No promised draw has this id: it is unknown or has expired. Promise another with POST /v1/draws."


@pytest.fixture
def client(dealer: ScriptedDealer, clock: StoppedClock, draws: InMemoryDrawStore) -> ContractClient:
    return ContractClient(make_app(dealer=dealer, clock=clock, draws=draws, seeds=KnownSeeds(SEED)))


def promised(client: ContractClient, **body: Any) -> str:
    """The id of a new draw."""
    response = client.post(DRAWS, json=body)
    assert response.status_code == 201
    draw_id: str = response.get_json()["draw_id"]
    return draw_id


def by(draw_id: str, body: Json = PVE, client_seed: str = CLIENT_SEED) -> Json:
    """The body of an action, by this draw."""
    return {**body, "draw": {"draw_id": draw_id, "client_seed": client_seed}}


def refusal(client: ContractClient, body: Json) -> dict[str, str]:
    """What is wrong with a body of `resolve`, by pointer."""
    document = problem_of(client.post(RESOLVE, json=body), 422, "invalid-input")
    return {error["pointer"]: error["message"] for error in document["errors"]}


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"json": {}},
        {"data": b" {} ", "content_type": "application/json"},
        {"data": b"", "content_type": "application/json"},
        {"data": b"", "content_type": "text/plain"},
    ],
)
def test_draws__body_left_out_or_empty__promise_one_for_ten_minutes(client: ContractClient, sent: Json) -> None:
    response = client.post(DRAWS, **sent)

    assert response.status_code == 201
    assert response.get_json() == {
        "draw_id": "01930000-0000-7000-8000-000000000001",
        "for": "resolve",
        "server_seed_hash": sha256(SEED).hexdigest(),
        "expires_at": "2026-01-01T00:10:00.000Z",
    }


@pytest.mark.parametrize(
    ("seconds", "expires_at"), [(1, "00:00:01"), (90.0, "00:01:30"), (3600, "01:00:00")], ids=["1", "90.0", "3600"]
)
def test_draws__lifetime_given__expire_then(client: ContractClient, seconds: float, expires_at: str) -> None:
    answer = client.post(DRAWS, json={"expires_in_seconds": seconds}).get_json()

    assert answer["expires_at"] == f"2026-01-01T{expires_at}.000Z"


@pytest.mark.parametrize("seconds", [0, -1, 3601, 1.5, "60", True, [], {}])
def test_draws__lifetime_out_of_bounds__are_refused(client: ContractClient, seconds: Any) -> None:
    document = problem_of(client.post(DRAWS, json={"expires_in_seconds": seconds}), 422, "invalid-input")

    message = "Must be a whole number from 1 to 3600."
    assert document["errors"] == [{"pointer": "/expires_in_seconds", "message": message}]


def test_draws__chunked_body__is_read(client: ContractClient) -> None:
    response = client.post(
        DRAWS,
        input_stream=BytesIO(b'{"expires_in_seconds": 5}'),
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )

    assert response.get_json()["expires_at"] == "2026-01-01T00:00:05.000Z"


@pytest.mark.parametrize("body", [PVE, SKILL_CHECK, PVP, GANG_WAR], ids=lambda body: body["action_type"])
def test_resolve__by_a_promised_draw__has_the_hands_that_verifying_what_it_reveals_leads_to(
    client: ContractClient, dealer: ScriptedDealer, body: Json
) -> None:
    promise = client.post(DRAWS).get_json()

    answer = client.post(RESOLVE, json=by(promise["draw_id"], body)).get_json()

    seats = [answer[side] for side in ("actor", "target") if side in answer]
    seats += [seat for side in ("attackers", "defenders") if side in answer for seat in answer[side]["participants"]]
    assert answer["draw"] == {
        "for": "resolve",
        "draw_id": promise["draw_id"],
        "client_seed": CLIENT_SEED,
        "server_seed": SEED.hex(),
        "server_seed_hash": promise["server_seed_hash"],
        "hands": [seat["hand"] for seat in seats],
    }
    revealed = {name: answer["draw"][name] for name in ("server_seed", "client_seed")}
    verified = client.post(VERIFY, json={**revealed, "hands": len(seats)}).get_json()
    assert verified == {
        "server_seed_hash": promise["server_seed_hash"],
        "hands": [seat["hand"] for seat in seats],
    }
    assert client.post(VERIFY, json={"draw": answer["draw"]}).get_json() == {"matches": True, **verified}
    assert dealer.draws == 0


def test_resolve__no_draw_named__reveals_none(client: ContractClient, dealer: ScriptedDealer) -> None:
    assert "draw" not in client.post(RESOLVE, json=PVE).get_json()
    assert dealer.draws == 1


def test_resolve__draw_named_twice__names_the_resolution_that_was_first(
    client: ContractClient, dealer: ScriptedDealer
) -> None:
    draw_id = promised(client)
    first = client.post(RESOLVE, json=by(draw_id)).get_json()["resolution_id"]

    for body in (by(draw_id), by(draw_id, PVP, "another seed")):
        assert refusal(client, body) == {"/draw/draw_id": f"Already used by the resolution {first}."}
    assert dealer.draws == 0


def test_resolve__draw_that_expired__is_refused(client: ContractClient, clock: StoppedClock) -> None:
    draw_id = promised(client, expires_in_seconds=30)
    clock.pass_time(seconds=30)

    assert refusal(client, by(draw_id)) == {"/draw/draw_id": UNKNOWN}


@pytest.mark.parametrize("draw_id", ["01930000-0000-7000-8000-000000000009", "x", "\u0000", "*", "a:b", "♠" * 64])
def test_resolve__draw_never_promised__is_refused(client: ContractClient, dealer: ScriptedDealer, draw_id: str) -> None:
    promised(client)

    assert refusal(client, by(draw_id)) == {"/draw/draw_id": UNKNOWN}
    assert dealer.draws == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"crime": "arson"},
        {"location": "paris"},
        {"actor": {"skills": {"stealth": 101}}},
        {"actor": {}},
        {"bogus": 1},
        {"threshold": 5},
    ],
)
def test_resolve__wrong_in_anything_else__leaves_the_draw_as_it_was(
    client: ContractClient, draws: InMemoryDrawStore, wrong: Json
) -> None:
    draw_id = promised(client)

    assert "/draw/draw_id" not in refusal(client, by(draw_id, {**PVE, **wrong}))

    assert draws.takers == {}
    assert client.post(RESOLVE, json=by(draw_id)).status_code == 200


@pytest.mark.parametrize(
    ("draw", "errors"),
    [
        ({}, {"/draw/draw_id": "Required.", "/draw/client_seed": "Required."}),
        ({"draw_id": "x"}, {"/draw/client_seed": "Required."}),
        ({"client_seed": "x"}, {"/draw/draw_id": "Required."}),
        ("x", {"/draw": "Must be an object."}),
        (None, {"/draw": "Must not be null."}),
        ({"draw_id": 5, "client_seed": "x"}, {"/draw/draw_id": "Must be a string of 1 to 64 characters."}),
        ({"draw_id": "", "client_seed": "x"}, {"/draw/draw_id": "Must be a string of 1 to 64 characters."}),
        (
            {"draw_id": "x", "client_seed": "x", "nonce": 0},
            {"/draw/nonce": "Unknown field. Allowed: draw_id or client_seed."},
        ),
    ],
)
def test_draw__of_another_shape__is_refused(client: ContractClient, draw: Any, errors: dict[str, str]) -> None:
    assert refusal(client, {**PVE, "draw": draw}) == errors


@pytest.mark.parametrize("seed", ["", "x" * 129, "🂡" * 129, 5, True, [], {}])
def test_client_seed__not_a_text_of_1_to_128_characters__is_refused(client: ContractClient, seed: Any) -> None:
    draw_id = promised(client)

    message = "Must be a string of 1 to 128 characters."
    assert refusal(client, by(draw_id, client_seed=seed)) == {"/draw/client_seed": message}


@pytest.mark.parametrize("seed", ["x", " ", ":", "🂡" * 128, "\u0000", "\ufeff", "e\u0301", "\n"])
def test_client_seed__any_other_text__comes_back_as_it_was(client: ContractClient, seed: str) -> None:
    draw_id = promised(client)

    answer = client.post(RESOLVE, json=by(draw_id, client_seed=seed)).get_json()

    assert answer["draw"]["client_seed"] == seed


def test_client_seed__half_a_surrogate_pair__is_no_json(client: ContractClient, draws: InMemoryDrawStore) -> None:
    body = b'{"action_type": "pve", "threshold": 0, "actor": {"npc": "rookie"}, "draw": %s}'
    draw = b'{"draw_id": "%s", "client_seed": "\\ud83c"}' % promised(client).encode()

    response = client.post(RESOLVE, data=body % draw, content_type="application/json")

    problem_of(response, 400, "malformed-body")
    assert draws.takers == {}


@pytest.mark.parametrize("path", ["/v1/odds", "/v1/score"])
def test_draw__where_nothing_is_drawn__is_an_unknown_field(client: ContractClient, path: str) -> None:
    document = problem_of(client.post(path, json=by("x")), 422, "invalid-input")

    assert "/draw" in {error["pointer"] for error in document["errors"]}


def test_verify__server_seed_in_capital_digits__is_the_same_seed(client: ContractClient) -> None:
    small, large = (
        client.post(VERIFY, json={"server_seed": text, "client_seed": "x", "hands": 200})
        for text in (SEED.hex(), SEED.hex().upper())
    )

    assert small.get_json() == large.get_json()
    assert len(small.get_json()["hands"]) == 200


@pytest.mark.parametrize("seed", ["", "ab", SEED.hex()[1:], SEED.hex() + "0", " " + SEED.hex()[1:], "g" * 64, "٣" * 64])
def test_verify__server_seed_not_64_digits__is_refused(client: ContractClient, seed: str) -> None:
    body = {"server_seed": seed, "client_seed": "x", "hands": 1}

    document = problem_of(client.post(VERIFY, json=body), 422, "invalid-input")

    message = "Must be a string of 64 hexadecimal digits."
    assert document["errors"] == [{"pointer": "/server_seed", "message": message}]


@pytest.mark.parametrize("hands", [0, 201, -1, 1.5, "1", True])
def test_verify__hands_out_of_bounds__are_refused(client: ContractClient, hands: Any) -> None:
    body = {"server_seed": SEED.hex(), "client_seed": "x", "hands": hands}

    document = problem_of(client.post(VERIFY, json=body), 422, "invalid-input")

    assert document["errors"] == [{"pointer": "/hands", "message": "Must be a whole number from 1 to 200."}]


def test_batch__items_with_draws_of_their_own__are_what_each_would_be_alone(client: ContractClient) -> None:
    one, other = promised(client), promised(client)
    items = [by(one), PVE, by(other, PVP, "another"), by(one), by("never")]

    results = client.post(BATCH, json={"requests": items}).get_json()["results"]

    assert [result.get("draw", {}).get("draw_id") for result in results] == [one, None, other, None, None]
    first = results[0]["resolution_id"]
    assert [result.get("errors") for result in results[3:]] == [
        [{"pointer": "/requests/3/draw/draw_id", "message": f"Already used by the resolution {first}."}],
        [{"pointer": "/requests/4/draw/draw_id", "message": UNKNOWN}],
    ]


def test_store_of_draws__away__keeps_from_promising_and_from_naming_and_from_nothing_else(
    client: ContractClient, draws: InMemoryDrawStore, dealer: ScriptedDealer
) -> None:
    draw_id = promised(client)
    draws.unavailable = True

    for path, body in ((DRAWS, {}), (RESOLVE, by(draw_id))):
        response = client.post(path, json=body)
        problem_of(response, 503, "store-unavailable")
        assert response.headers["Retry-After"] == "1"
    assert refusal(client, by(draw_id, {**PVE, "crime": "arson"}))
    assert dealer.draws == 0
    assert client.post(RESOLVE, json=PVE).status_code == 200
    verify = {"server_seed": SEED.hex(), "client_seed": "x", "hands": 1}
    assert client.post(VERIFY, json=verify).status_code == 200

    draws.unavailable = False
    assert client.post(RESOLVE, json=by(draw_id)).status_code == 200


def test_batch__store_of_draws_away__refuses_the_items_with_draws_in_their_place(
    dealer: ScriptedDealer,
) -> None:
    draws = CountingDrawStore(StoppedClock(), unavailable=True)
    client = ContractClient(make_app(dealer=dealer, draws=draws))
    items = [PVE, by("one"), PVE, by("other"), {**PVE, "crime": "arson"}, by("third")]

    results = client.post(BATCH, json={"requests": items}).get_json()["results"]

    assert [result.get("status") for result in results] == [None, 503, None, 503, 422, 503]
    assert {result["type"] for result in results if result.get("status") == 503} == {"/problems/store-unavailable"}
    assert dealer.dealt == 2
    assert draws.asked == 1


class CountingDrawStore(InMemoryDrawStore):
    """Counts how often a draw was to be taken."""

    asked = 0

    def take(
        self, draw_id: str, resolution_id: str, retry_id: str = "", purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> Any:
        self.asked += 1
        return super().take(draw_id, resolution_id, retry_id, purpose)
