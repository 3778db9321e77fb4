"""Insight over HTTP: what was resolved shows in it, within its window, for the admin alone."""

import pytest

from service.operators.roles import Role
from tests.builders.actions import BATCH, GANG_WAR, PVE, PVP, RESOLVE, SKILL_CHECK
from tests.builders.hands import PAIR, ROYAL_FLUSH
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.insight_store import InMemoryInsightStore
from tests.fakes.operators import AS, AS_ANN
from tests.fakes.system import ScriptedDealer, StoppedClock

INSIGHTS = "/v1/admin/insights"


@pytest.fixture
def store() -> InMemoryInsightStore:
    return InMemoryInsightStore()


@pytest.fixture
def client(clock: StoppedClock, store: InMemoryInsightStore) -> ContractClient:
    dealer = ScriptedDealer(ROYAL_FLUSH, PAIR)
    return ContractClient(make_app(clock=clock, insight=store, dealer=dealer))


def read(client: ContractClient, query: str = "") -> dict[str, object]:
    answer = client.get(INSIGHTS + query, headers=AS_ADMIN)
    assert answer.status_code == 200
    found: dict[str, object] = answer.get_json()
    return found


def test_insights__of_one_of_each_action__count_each_where_it_belongs(client: ContractClient) -> None:
    client.post(BATCH, json={"requests": [PVE, SKILL_CHECK, PVP, GANG_WAR, {"action_type": "pve"}]})

    found = read(client)

    assert (found["from"], found["to"]) == ("2025-12-26", "2026-01-01")
    assert found["resolutions"] == {"pve": 1, "skill_check": 1, "pvp": 1, "gang_war": 1}
    assert found["gang_wars"] == {"gang_wars": 1, "attacker_wins": 0, "win_rate": 0}


def test_insights__of_a_robbery_by_a_royal_flush__are_these(client: ContractClient) -> None:
    client.post(RESOLVE, json=PVE)

    found = read(client)

    assert found["win_rate_by_skill_difference"] == []
    (row,) = found["success_by_difficulty"]["pve"]  # type: ignore[index]
    against_odds = row.pop("against_odds")
    assert row == {
        "difficulty": "hard",
        "mean_threshold": 275,
        "attempts": 1,
        "successes": 1,
        "success_rate": 1,
        "degrees": {"critical_success": 1, "success": 0, "failure": 0, "critical_failure": 0},
    }
    odds = client.post("/v1/odds", json=PVE).get_json()["success"]["probability"]
    assert against_odds == {
        "sampled": 1,
        "wins": 1,
        "expected_wins": round(odds, 9),
        "standard_error": pytest.approx((odds * (1 - odds)) ** 0.5),
        "z": None,
    }
    royal = found["win_rate_by_hand_rank"][0]  # type: ignore[index]
    nothing = {"hands": 0, "wins": 0, "win_rate": None}
    assert royal == {
        "hand_rank": "royal_flush",
        "drawn": 1,
        "share": 1,
        "expected_share": 4 / 2_598_960,
        "z": None,
        "by_action_type": {
            "pve": {"hands": 1, "wins": 1, "win_rate": 1},
            "skill_check": nothing,
            "pvp": nothing,
            "gang_war": nothing,
        },
    }
    spades = found["suit_bonus_distribution"]["spades"]  # type: ignore[index]
    assert (spades["participants"], spades["mean"]) == (1, 72.43)
    assert [bar["participants"] for bar in spades["histogram"]] == [0, 0, 0, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(("query", "resolved"), [("?days=1", 1), ("?days=2", 3), ("", 7), ("?days=30", 30)])
def test_insights__of_a_window__end_today(
    client: ContractClient, clock: StoppedClock, query: str, resolved: int
) -> None:
    # One resolution on the last day, two on the day before, four more within the week, and the rest before that.
    for days, number in ((0, 23), (20, 4), (1, 2), (1, 1)):
        clock.pass_time(days=days)
        client.post(BATCH, json={"requests": [PVE] * number})

    assert read(client, query)["resolutions"] == {"pve": resolved, "skill_check": 0, "pvp": 0, "gang_war": 0}


@pytest.mark.parametrize(
    ("query", "pointer", "message"),
    [
        ("days=0", "/days", "Must be a whole number from 1 to 30."),
        ("days=31", "/days", "Must be a whole number from 1 to 30."),
        ("days=week", "/days", "Must be a whole number from 1 to 30."),
        ("from=2026-01-01", "/from", "Unknown field. Allowed: days."),
    ],
)
def test_insights__asked_for_wrongly__are_refused_with_what_is_allowed(
    client: ContractClient, query: str, pointer: str, message: str
) -> None:
    refused = client.get(f"{INSIGHTS}?{query}", headers=AS_ADMIN)

    assert refused.status_code == 422
    assert refused.get_json()["errors"] == [{"pointer": pointer, "message": message}]


def test_insights__reset__begin_anew_and_say_when(client: ContractClient, clock: StoppedClock) -> None:
    client.post(RESOLVE, json=PVE)
    clock.pass_time(hours=1)

    answer = client.request("DELETE", INSIGHTS, headers=AS_ADMIN)

    assert (answer.status_code, answer.data) == (204, b"")
    found = read(client)
    assert found["resolutions"] == {"pve": 0, "skill_check": 0, "pvp": 0, "gang_war": 0}
    assert found["reset_at"] == "2026-01-01T01:00:00.000Z"


def test_resets__listed__say_who_and_when_newest_first(client: ContractClient, clock: StoppedClock) -> None:
    for headers in (AS_ADMIN, AS_ANN, AS_ADMIN):
        clock.pass_time(hours=1)
        client.request("DELETE", INSIGHTS, headers=headers)
    by = [{"author": name, "time": f"2026-01-01T0{hour}:00:00.000Z"} for name, hour in (("admin", 3), ("ann", 2))]

    page = client.get(f"{INSIGHTS}/resets?limit=2", headers=AS[Role.VIEWER]).get_json()
    last = client.get(f"{INSIGHTS}/resets?limit=2&cursor={page['next_cursor']}", headers=AS_ANN).get_json()

    assert page["resets"] == by
    assert last == {"resets": [{"author": "admin", "time": "2026-01-01T01:00:00.000Z"}], "next_cursor": None}


def test_reset__by_an_operator_who_may_not__is_refused_and_not_listed(
    client: ContractClient, store: InMemoryInsightStore
) -> None:
    assert client.request("DELETE", INSIGHTS, headers=AS[Role.SUPPORT]).status_code == 403
    assert store.made == []


def test_insights__while_the_store_is_away__wait_and_no_resolution_does(
    client: ContractClient, store: InMemoryInsightStore
) -> None:
    store.unavailable = True
    assert client.post(RESOLVE, json=PVE).status_code == 200
    assert client.get(INSIGHTS, headers=AS_ADMIN).status_code == 503

    store.unavailable = False

    assert read(client)["resolutions"] == {"pve": 1, "skill_check": 0, "pvp": 0, "gang_war": 0}


def test_insights__of_a_retry__count_it_once(client: ContractClient) -> None:
    for _ in range(3):
        client.post(RESOLVE, json=PVE, headers={"Idempotency-Key": "a-key"})

    assert read(client)["resolutions"] == {"pve": 1, "skill_check": 0, "pvp": 0, "gang_war": 0}
