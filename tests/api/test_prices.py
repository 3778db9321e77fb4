"""What requests cost, in units, and callers whose expensive requests wait for their turn."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from service.characters.ports import Found
from service.pyramid.decide import MOST_ARRANGED
from service.settings import Settings
from service.system.prices import HIGHEST_PRICE
from service.system.turns import MOST_WAITING, Turns
from tests.api.refusals import problem_of
from tests.conftest import Eventually
from tests.contract_client import ContractClient
from tests.fakes.app import ADMIN_TOKEN, AS_ADMIN, make_app
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import CountedYields, StoppedClock

NPC = {"npc": "veteran"}
DUEL = {"action_type": "pvp", "actor": NPC, "target": NPC}
LOADED = {"skills": {}, "modifiers": [{"source": f"source {n}", "flat": 1} for n in range(50)]}
DEALT = {"hand": ["As", "Kd", "10h", "7c", "2s"]}
GROWING = {"participant": {"skills": {"stealth": 1}}, "grow": {"skills": ["stealth"]}}
FIRST_CARDS = ["As", "Ah", "Ac", "Ks", "Kd", "Qs", "Qd", "Js", "Jd", "9s", "9h", "8c", "7c"]
HOLDEM = {"variant": "texas_holdem", "tiles": ["A♠", "K♥"]}
OMAHA = {"variant": "omaha_hi_lo", "tiles": ["A♠", "K♥", "Q♦", "J♣"]}
CRIME = {"difficulty": "easy", "threshold": 80, "energy_cost": 10}
VALUES = {"values": {"hand_rank_scores": {"pair": 13}}}


def war(number: int, one: Any = NPC, **more: Any) -> dict[str, Any]:
    return {"action_type": "gang_war", "attackers": [one] * number, "defenders": [one] * number, **more}


def batch(*items: Any) -> dict[str, Any]:
    return {"requests": items}


COSTS = [
    ("/v1/resolve", DUEL, 1),
    ("/v1/resolve", war(1), 1),
    ("/v1/resolve", war(100), 10),
    ("/v1/resolve", war(20, LOADED), 12),
    ("/v1/score", war(100, {**NPC, **DEALT}), 10),
    ("/v1/resolve/batch", batch(DUEL), 1),
    ("/v1/resolve/batch", batch(*[DUEL] * 1000), 100),
    ("/v1/resolve/batch", batch(*[war(100)] * 5), 50),
    ("/v1/resolve/batch", batch(*[{**DUEL, "actor": LOADED}] * 40), 14),
    ("/v1/odds", DUEL, 1),
    ("/v1/odds/curve", GROWING | {"against": {"thresholds": [100]}}, 2),
    ("/v1/odds/curve", GROWING | {"against": {"opponents": [NPC] * 5}}, 80),
    ("/v1/pyramid/decide", {"cards": FIRST_CARDS, "players": 2, "samples": MOST_ARRANGED // 8}, 50),
    ("/v1/piecepacks/odds", HOLDEM | {"samples": 1000, "opponents": 19}, 54),
    ("/v1/piecepacks/odds", OMAHA | {"samples": 10_000, "opponents": 9}, 80),
    ("/v1/piecepacks/odds", HOLDEM | {"board": ["9♠", "8♥", "7♦", "6♣"], "opponents": 1}, 5),
    ("/v1/admin/tuning/preview", VALUES, 11),
    ("/v1/admin/tuning/preview", {"values": {"crimes": {f"crime_{n}": CRIME for n in range(500)}}}, 36),
]


@pytest.mark.parametrize(("path", "body", "cost"), COSTS)
def test_cost__of_each_kind__is_its_share_of_the_most_expensive(path: str, body: Any, cost: int) -> None:
    client = ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, rate_limit=1000)))
    answer = client.post(path, json=body, headers=AS_ADMIN if "admin" in path else {})

    assert answer.status_code == 200, answer.json
    assert answer.headers["RateLimit-Cost"] == str(cost)


def test_cost__of_the_odds_of_a_gang_war__grows_with_the_spread_of_its_totals() -> None:
    client = ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, rate_limit=1000)))

    def cost(spades: float, **more: Any) -> int:
        body = war(4, {"suit_bonuses": {"spades": spades}}, **more)
        return int(client.post("/v1/odds", json=body).headers["RateLimit-Cost"])

    for method in ("average", "best_three"):
        costs = [cost(spades, method=method) for spades in (1, 40.1, 2000)]
        assert costs == sorted(set(costs))
    assert cost(2000) <= HIGHEST_PRICE
    assert cost(1) == 1


def test_cost__of_the_odds_of_the_best_three__grows_with_each_who_differs() -> None:
    client = ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, rate_limit=1000)))

    def cost(*spades: float) -> int:
        side = [{"suit_bonuses": {"spades": bonus}} for bonus in spades]
        body = {"action_type": "gang_war", "attackers": side, "defenders": side, "method": "best_three"}
        return int(client.post("/v1/odds", json=body).headers["RateLimit-Cost"])

    equal, *differing = [cost(*range(9_000 - kinds, 9_000), *[9_000] * (5 - kinds)) for kinds in range(5)]
    for kinds, units in enumerate(differing, start=2):
        assert units == pytest.approx(equal * (1 + kinds) / 2, rel=0.02)


@pytest.mark.parametrize(("query", "cost"), [("", 1), ("?by=crime&days=3", 10), ("?by=revision&days=30", 100)])
def test_cost__of_insights__is_that_of_the_days_that_are_split(query: str, cost: int) -> None:
    client = ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, rate_limit=1000)))

    assert client.get(f"/v1/admin/insights{query}", headers=AS_ADMIN).headers["RateLimit-Cost"] == str(cost)


def test_cost__of_a_tuning_as_a_file__is_that_of_its_size() -> None:
    client = ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, rate_limit=1000)))
    headers = {**AS_ADMIN, "If-Match": '"0"', "Content-Type": "application/toml"}

    answer = client.request("PUT", "/v1/admin/tuning?reason=larger", data="#" * (64 << 10), headers=headers)

    assert answer.headers["RateLimit-Cost"] == "50"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (batch(*[{"attackers": [0] * 1000, "defenders": [0] * 1001}]), 422),
        (batch(*[None, 1, [], {"actor": [1], "target": "me", "attackers": {"a": 1}}]), 200),
        ([DUEL], 422),
        ({"requests": "all"}, 422),
    ],
)
def test_price__of_a_batch_of_anything__is_that_of_an_ordinary_request(body: Any, status: int) -> None:
    client = ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, rate_limit=1000)))
    answer = client.post("/v1/resolve/batch", json=body)

    assert answer.status_code == status
    assert answer.headers["RateLimit-Cost"] == "1"


def test_caller__with_too_much_expensive_work_waiting__is_refused_until_it_is_done(eventually: Eventually) -> None:
    turns = Turns(CountedYields())
    client = ContractClient(make_app(turns=turns))
    expensive = batch(*[DUEL] * 1000)

    def send(body: Any, address: str = "10.0.0.1") -> Any:
        path = "/v1/resolve/batch" if "requests" in body else "/v1/resolve"
        return client.post(path, json=body, environ_base={"REMOTE_ADDR": address})

    with ThreadPoolExecutor(32) as threads, turns.hold("10.0.0.9", 1):
        waiting = [threads.submit(send, expensive) for _ in range(MOST_WAITING // HIGHEST_PRICE)]
        eventually(lambda: turns.waiting("10.0.0.1") == MOST_WAITING)
        refused = send(expensive)
        assert send(DUEL).status_code == 200
        other = threads.submit(send, expensive, "10.0.0.2")
        eventually(lambda: turns.waiting("10.0.0.2"))

    document = problem_of(refused, 429, "too-many-requests")
    assert f"of {MOST_WAITING} units waiting" in document["detail"]
    assert refused.headers["Retry-After"] == "2"
    assert refused.headers["RateLimit-Policy"] == f'"waiting";q={MOST_WAITING}'
    assert refused.headers["RateLimit"] == '"waiting";r=0;t=2'
    assert refused.headers["RateLimit-Cost"] == "100"
    assert {one.result().status_code for one in (*waiting, other)} == {200}
    assert send(expensive).status_code == 200


def test_caller__that_is_refused_for_what_waits__is_not_charged(eventually: Eventually) -> None:
    turns = Turns(CountedYields())
    client = ContractClient(make_app(Settings(admin_token=ADMIN_TOKEN, rate_limit=10_000), turns=turns))

    def send() -> Any:
        return client.post("/v1/resolve/batch", json=batch(*[DUEL] * 1000))

    with ThreadPoolExecutor(32) as threads, turns.hold("another", 1):
        waiting = [threads.submit(send) for _ in range(MOST_WAITING // HIGHEST_PRICE)]
        eventually(lambda: turns.waiting("127.0.0.1") == MOST_WAITING)
        refused = send()

    assert refused.headers["RateLimit-Cost"] == "1"
    assert {one.result().headers["RateLimit-Cost"] for one in waiting} == {"100"}


class SlowCharacters(InMemoryCharacterStore):
    """Answers lookups when the test lets it."""

    def __init__(self) -> None:
        super().__init__(StoppedClock())
        self.asked: list[str] = []
        self.answers = Event()

    def look_up(self, ids: Sequence[str]) -> list[Found]:
        self.asked += ids
        self.answers.wait()
        return super().look_up(ids)


def test_batch__that_waits_for_its_characters__holds_up_no_other(eventually: Eventually) -> None:
    store = SlowCharacters()
    client = ContractClient(make_app(characters=store))
    bad = [{**DUEL, "actor": {"character_id": one}} for one in ("{ada}", 7, None, ".")]
    ada = {**DUEL, "actor": {"character_id": "ada", "skills": {}}}

    with ThreadPoolExecutor(2) as threads:
        waiting = threads.submit(client.post, "/v1/resolve/batch", json=batch(*bad, *[ada] * 50))
        try:
            eventually(lambda: store.asked)
            other = threads.submit(client.post, "/v1/resolve/batch", json=batch(*[DUEL] * 50))
            eventually(other.done)
        finally:
            store.answers.set()

    assert other.result().status_code == 200
    assert store.asked == ["ada"]
    results: Any = waiting.result().json
    assert [one["kind"] for one in results["results"]] == ["problem"] * 4 + ["duel"] * 50
