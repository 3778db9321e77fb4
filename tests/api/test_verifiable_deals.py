"""Verifiable deals over HTTP: promised for a game, used once, revealed, verified from their seeds."""

from dataclasses import dataclass
from typing import Any, Final

import pytest

from service.engines.draws import DrawPurpose
from service.engines.piecepacks.tiles import TILE_TEXT
from service.engines.pyramid.cards import DECK, text_of
from tests.api.refusals import problem_of
from tests.builders.actions import PVE, RESOLVE, Json
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.draw_store import InMemoryDrawStore, UnluckyDrawStore
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.system import KnownSeeds, StoppedClock

DRAWS, VERIFY = "/v1/draws", "/v1/draws/verify"
SEED: Final = bytes(range(90, 122))
CLIENT_SEED: Final = "♠: the player's own words :0"
UNKNOWN: Final = "No promised draw has this id: it is unknown or has expired. Promise another with POST /v1/draws."


@dataclass(frozen=True)
class Game:
    """A game that deals."""

    purpose: str
    path: str
    body: Json
    wrong: tuple[Json, ...]
    """What makes the body wrong."""


PYRAMID = Game(
    "pyramid_deal",
    "/v1/pyramid/deal",
    {"players": 3, "variant": "standard"},
    ({"players": 7}, {"players": 1}, {"variant": "solo"}, {"bogus": 1}),
)
PIECEPACKS = Game(
    "piecepacks_deal",
    "/v1/piecepacks/deal",
    {"variant": "omaha_hi_lo", "players": 4},
    ({"players": 11}, {"players": 21}, {"players": 1}, {"variant": "stud"}, {"bogus": 1}),
)
GAMES = pytest.mark.parametrize("game", [PYRAMID, PIECEPACKS], ids=lambda game: game.purpose)


@pytest.fixture
def client(clock: StoppedClock, draws: InMemoryDrawStore) -> ContractClient:
    return ContractClient(make_app(clock=clock, draws=draws, seeds=KnownSeeds(SEED)))


def promise(client: ContractClient, purpose: str, **body: Any) -> Json:
    """A new draw."""
    response = client.post(DRAWS, json={"for": purpose, **body})
    assert response.status_code == 201
    answer: Json = response.get_json()
    return answer


def by(draw_id: str, body: Json) -> Json:
    """The body, by this draw."""
    return {**body, "draw": {"draw_id": draw_id, "client_seed": CLIENT_SEED}}


def deal(client: ContractClient, game: Game, **body: Any) -> Json:
    """A deal by a draw that was just promised for it."""
    response = client.post(game.path, json=by(promise(client, game.purpose)["draw_id"], {**game.body, **body}))
    assert response.status_code == 200
    answer: Json = response.get_json()
    return answer


def refusal(client: ContractClient, path: str, body: Json) -> dict[str, str]:
    """What is wrong with a body, by pointer."""
    document = problem_of(client.post(path, json=body), 422, "invalid-input")
    return {error["pointer"]: error["message"] for error in document["errors"]}


def verified(client: ContractClient, body: Json) -> Json:
    """What `verify` answers."""
    response = client.post(VERIFY, json=body)
    assert response.status_code == 200
    answer: Json = response.get_json()
    return answer


@pytest.mark.parametrize("purpose", DrawPurpose)
def test_draws__for_a_purpose__say_so(client: ContractClient, purpose: str) -> None:
    assert promise(client, purpose)["for"] == purpose


@pytest.mark.parametrize("purpose", ["tuples", "", "Resolve", 1, True, [], {}])
def test_draws__for_something_else__are_refused(client: ContractClient, purpose: Any) -> None:
    message = "Must be resolve, pyramid_deal or piecepacks_deal."
    assert refusal(client, DRAWS, {"for": purpose}) == {"/for": message}


@GAMES
def test_deal__by_a_promised_draw__reveals_what_leads_to_it(client: ContractClient, game: Game) -> None:
    promised = promise(client, game.purpose)

    answer = client.post(game.path, json=by(promised["draw_id"], game.body)).get_json()

    draw, deal_id = answer.pop("draw"), answer.pop("deal_id")
    assert deal_id == "01930000-0000-7000-8000-000000000002"
    assert draw == {
        "for": game.purpose,
        "draw_id": promised["draw_id"],
        "client_seed": CLIENT_SEED,
        "server_seed": SEED.hex(),
        "server_seed_hash": promised["server_seed_hash"],
        "deal": answer,
    }
    by_seeds = {"for": game.purpose, "server_seed": SEED.hex(), "client_seed": CLIENT_SEED, **game.body}
    redone = {"server_seed_hash": promised["server_seed_hash"], "deal": answer}
    assert verified(client, by_seeds) == redone
    assert verified(client, {"draw": draw}) == {"matches": True, **redone}


@pytest.mark.parametrize(
    ("game", "body", "places"),
    [
        (PYRAMID, {"players": 6, "variant": "standard"}, [text_of(card) for card in DECK]),
        (PIECEPACKS, {"variant": "texas_holdem", "players": 20}, list(TILE_TEXT)),
    ],
    ids=["pyramid", "piecepacks"],
)
def test_deal__of_a_full_table__shows_nothing_that_was_not_dealt(
    client: ContractClient, game: Game, body: Json, places: list[str]
) -> None:
    answer = deal(client, game, **body)

    in_draw = list(texts(answer["draw"]["deal"]))
    assert sorted(texts({key: answer[key] for key in answer if key != "draw"})) == sorted(in_draw)
    for text in in_draw:
        places.remove(text)
    assert len(places) == {"pyramid_deal": 4, "piecepacks_deal": 3}[game.purpose]


def texts(answer: Any) -> Any:
    """Every card or tile below an answer."""
    if isinstance(answer, dict):
        for key, below in answer.items():
            if key in ("cards", "kitty", "tiles", "board"):
                yield from below
            elif key == "players":
                for player in below:
                    yield from texts(player)


@GAMES
def test_deal__no_draw_named__has_an_id_and_reveals_nothing(client: ContractClient, game: Game) -> None:
    answers = [client.post(game.path, json=game.body).get_json() for _ in range(2)]

    assert all("draw" not in answer for answer in answers)
    assert len({answer["deal_id"] for answer in answers}) == 2


@GAMES
def test_deal__draw_named_twice__names_the_deal_that_was_first(client: ContractClient, game: Game) -> None:
    draw_id = promise(client, game.purpose)["draw_id"]
    first = client.post(game.path, json=by(draw_id, game.body)).get_json()["deal_id"]

    message = f"Already used by the deal {first}."
    assert refusal(client, game.path, by(draw_id, game.body)) == {"/draw/draw_id": message}


ROUTES: Final = {
    "resolve": (RESOLVE, PVE),
    "pyramid_deal": (PYRAMID.path, PYRAMID.body),
    "piecepacks_deal": (PIECEPACKS.path, PIECEPACKS.body),
}


@pytest.mark.parametrize("purpose", DrawPurpose)
def test_draw__promised_for_something_else__is_refused_and_stays_as_it_was(
    client: ContractClient, draws: InMemoryDrawStore, purpose: str
) -> None:
    draw_id = promise(client, purpose)["draw_id"]

    for other, (path, body) in ROUTES.items():
        if other != purpose:
            message = f"This draw was promised for {purpose}; name one that was promised for {other}."
            assert refusal(client, path, by(draw_id, body)) == {"/draw/draw_id": message}
    assert draws.takers == {}
    path, body = ROUTES[purpose]
    assert client.post(path, json=by(draw_id, body)).status_code == 200


@GAMES
def test_deal__wrong_in_anything_else__leaves_the_draw_as_it_was(
    client: ContractClient, draws: InMemoryDrawStore, game: Game
) -> None:
    draw_id = promise(client, game.purpose)["draw_id"]

    for wrong in game.wrong:
        assert "/draw/draw_id" not in refusal(client, game.path, by(draw_id, {**game.body, **wrong}))

    assert draws.takers == {}
    assert client.post(game.path, json=by(draw_id, game.body)).status_code == 200


@GAMES
def test_deal__draw_unknown_or_expired__is_refused(client: ContractClient, clock: StoppedClock, game: Game) -> None:
    draw_id = promise(client, game.purpose, expires_in_seconds=30)["draw_id"]
    clock.pass_time(seconds=30)

    for gone in (draw_id, "never"):
        assert refusal(client, game.path, by(gone, game.body)) == {"/draw/draw_id": UNKNOWN}


@GAMES
def test_deal__store_of_draws_unavailable__keeps_from_deals_by_a_draw_alone(
    client: ContractClient, draws: InMemoryDrawStore, game: Game
) -> None:
    draw_id = promise(client, game.purpose)["draw_id"]
    draws.unavailable = True

    problem_of(client.post(game.path, json=by(draw_id, game.body)), 503, "store-unavailable")
    assert client.post(game.path, json=game.body).status_code == 200

    draws.unavailable = False
    assert client.post(game.path, json=by(draw_id, game.body)).status_code == 200


@GAMES
def test_retry__of_a_deal_whose_answer_was_not_kept__is_dealt_by_the_same_draw(clock: StoppedClock, game: Game) -> None:
    idempotency = InMemoryIdempotencyStore(clock)
    draws = UnluckyDrawStore(clock, idempotency)
    client = ContractClient(make_app(clock=clock, draws=draws, idempotency=idempotency))
    body = by(promise(client, game.purpose)["draw_id"], game.body)
    key = {"Idempotency-Key": "a-key"}
    problem_of(client.post(game.path, json=body, headers=key), 503, "store-unavailable")
    ((taker, _),) = draws.takers.values()
    idempotency.unavailable = False
    clock.pass_time(minutes=1)

    answer = client.post(game.path, json=body, headers=key)

    assert answer.status_code == 200
    assert answer.get_json()["deal_id"] == taker
    assert client.post(game.path, json=body, headers=key).data == answer.data
    refused = refusal(client, game.path, body)
    assert refused == {"/draw/draw_id": f"Already used by the deal {taker}."}
    assert verified(client, {"draw": answer.get_json()["draw"]})["matches"] is True


OTHER_SEED: Final = bytes(range(32)).hex()


@GAMES
def test_verify__answered_deal_with_anything_changed__does_not_match(client: ContractClient, game: Game) -> None:
    draw = deal(client, game)["draw"]
    first, second, *others = draw["deal"]["players"]
    changed = [
        {**draw, "server_seed": OTHER_SEED},
        {**draw, "client_seed": "another"},
        {**draw, "server_seed_hash": "0" * 64},
        {**draw, "deal": {**draw["deal"], "players": [second, first, *others]}},
        {**draw, "deal": {**draw["deal"], "players": [first, second, *others[:-1]]}},
        {**draw, "deal": {**draw["deal"], "players": [first, first, *others]}},
        {**draw, "deal": {**draw["deal"], "variant": {"pyramid_deal": "no_surrender"}.get(game.purpose, "five_card")}},
    ]
    if game is PIECEPACKS:
        changed.append({**draw, "deal": {**draw["deal"], "board": draw["deal"]["board"][::-1]}})
    # Fewer players of Pyramid Poker are dealt the same first hands, and leave no board to tell them apart by.
    expected = [one is changed[4] and game is PYRAMID for one in changed]

    assert [verified(client, {"draw": one})["matches"] for one in changed] == expected


@GAMES
def test_verify__answered_deal_in_another_order_or_other_digits__matches(client: ContractClient, game: Game) -> None:
    draw = deal(client, game)["draw"]
    for player in draw["deal"]["players"]:
        for held in player.values():
            held.sort()
    draw["server_seed"], draw["server_seed_hash"] = draw["server_seed"].upper(), draw["server_seed_hash"].upper()
    del draw["draw_id"]

    assert verified(client, {"draw": draw})["matches"] is True


def test_verify__answered_hands_changed__do_not_match(client: ContractClient) -> None:
    body = by(promise(client, "resolve")["draw_id"], {**PVE, "action_type": "pvp", "target": {"npc": "rookie"}})
    del body["crime"]
    draw = client.post(RESOLVE, json=body).get_json()["draw"]
    hands = draw["hands"]
    changed = [hands[::-1], hands[:1], [hands[0], hands[0]], [hands[0], [*hands[1][:4], "2♠"]]]

    assert "2♠" not in hands[1]
    assert verified(client, {"draw": {**draw, "hands": [hand[::-1] for hand in hands]}})["matches"] is True
    answers = [verified(client, {"draw": {**draw, "hands": other}}) for other in changed]
    assert [answer["matches"] for answer in answers] == [False, True, False, False]
    assert [answer["hands"] for answer in answers] == [hands, hands[:1], hands, hands]
    without_purpose = {key: value for key, value in draw.items() if key != "for"}
    assert verified(client, {"draw": without_purpose})["matches"] is True


SEEDS: Final = {"server_seed": OTHER_SEED, "client_seed": "x"}
HASH: Final = {**SEEDS, "server_seed_hash": "0" * 64}
HAND: Final = ["K♠", "Q♠", "J♠", "10♠", "9♠"]


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"for": "tuples", **SEEDS}, {"/for": "Must be resolve, pyramid_deal or piecepacks_deal."}),
        ({"for": None, **SEEDS, "hands": 1}, {"/for": "Must be resolve, pyramid_deal or piecepacks_deal."}),
        ({"for": "pyramid_deal", **SEEDS}, {"/players": "Required."}),
        ({"for": "pyramid_deal", **SEEDS, "players": 7}, {"/players": "Must be a whole number from 2 to 6."}),
        ({"for": "piecepacks_deal", **SEEDS, "players": 2}, {"/variant": "Required."}),
        (
            {"for": "piecepacks_deal", **SEEDS, "players": 11, "variant": "omaha_hi_lo"},
            {"/players": "omaha_hi_lo takes 2 to 10 players, not 11."},
        ),
        ({"draw": 5}, {"/draw": "Must be an object."}),
        ({"draw": None}, {"/draw": "Must not be null."}),
        ({"draw": {**HASH, "hands": [HAND]}, "hands": 1}, {"/hands": "Unknown field. Allowed: draw."}),
        ({"draw": {"for": "x"}}, {"/draw/for": "Must be resolve, pyramid_deal or piecepacks_deal."}),
        ({"draw": {**HASH}}, {"/draw/hands": "Required."}),
        ({"draw": {**SEEDS, "hands": [HAND]}}, {"/draw/server_seed_hash": "Required."}),
        (
            {"draw": {**SEEDS, "server_seed_hash": "x", "hands": [HAND]}},
            {"/draw/server_seed_hash": "Must be a string of 64 hexadecimal digits."},
        ),
        ({"draw": {**HASH, "hands": []}}, {"/draw/hands": "Must be an array of 1 to 200 items."}),
        ({"draw": {**HASH, "hands": [HAND[:4]]}}, {"/draw/hands/0": "Must be an array of 5 items."}),
        ({"draw": {**HASH, "for": "pyramid_deal"}}, {"/draw/deal": "Required."}),
        (
            {"draw": {**HASH, "for": "piecepacks_deal", "deal": {"variant": "five_card", "players": [], "board": []}}},
            {"/draw/deal/players": "Must be an array of 2 to 20 items."},
        ),
        (
            {
                "draw": {
                    **HASH,
                    "for": "piecepacks_deal",
                    "deal": {"variant": "five_card", "players": [{"tiles": []}] * 10, "board": []},
                }
            },
            {"/draw/deal/players": "five_card takes 2 to 9 players, not 10."},
        ),
    ],
)
def test_verify__body_that_is_wrong__is_refused(client: ContractClient, body: Json, errors: dict[str, str]) -> None:
    assert refusal(client, VERIFY, body) == errors
