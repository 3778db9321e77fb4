"""Insight over HTTP: what was resolved shows in it, within its window, for the admin alone."""

from datetime import date

import pytest

from service.engines.destiny.insight.tally import Name
from service.insights.ports import Increments
from service.operators.roles import Role
from tests.builders.actions import BATCH, GANG_WAR, PVE, PVP, RESOLVE, SKILL_CHECK
from tests.builders.hands import PAIR, ROYAL_FLUSH
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.insight_store import InMemoryInsightStore
from tests.fakes.operators import AS, AS_ANN
from tests.fakes.system import ScriptedDealer, StoppedClock
from tests.openapi import Json

INSIGHTS = "/v1/admin/insights"
TUNING = "/v1/admin/tuning"
ALLOWED = "days, from, to, by, limit, cursor, crime or difficulty"
NO_DAY = "Must be a day, written as 2026-01-31."
KEPT = "Must be a day from 2025-12-03 to 2026-01-01: the last 30 days, in UTC."


@pytest.fixture
def store() -> InMemoryInsightStore:
    return InMemoryInsightStore()


@pytest.fixture
def client(clock: StoppedClock, store: InMemoryInsightStore) -> ContractClient:
    dealer = ScriptedDealer(ROYAL_FLUSH, PAIR)
    return ContractClient(make_app(clock=clock, insight=store, dealer=dealer))


def read(client: ContractClient, query: str = "") -> Json:
    answer = client.get(INSIGHTS + query, headers=AS_ADMIN)
    assert answer.status_code == 200
    found: Json = answer.get_json()
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
    (row,) = found["success_by_difficulty"]["pve"]
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
    royal = found["win_rate_by_hand_rank"][0]
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
    spades = found["suit_bonus_distribution"]["spades"]
    assert (spades["participants"], spades["mean"]) == (1, 72.43)
    assert [bar["participants"] for bar in spades["histogram"]] == [0, 0, 0, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("query", "resolved"),
    [
        ("?days=1", 1),
        ("?days=2", 3),
        ("", 7),
        ("?days=30", 30),
        ("?from=2026-01-22", 3),
        ("?from=2026-01-21&to=2026-01-22", 6),
        ("?from=2026-01-01&to=2026-01-21", 27),
        ("?from=2026-01-02&to=2026-01-20", 0),
    ],
)
def test_insights__of_a_window__have_its_days_and_no_others(
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
        ("week=1", "/week", f"Unknown parameter. Allowed: {ALLOWED}."),
        ("from=yesterday", "/from", NO_DAY),
        ("from=2025-02-30", "/from", NO_DAY),
        ("from=20251231", "/from", NO_DAY),
        ("from=2025-12-31T00:00", "/from", NO_DAY),
        ("from=2025-12-31&to=2026-1-1", "/to", NO_DAY),
        ("from=2025-12-02", "/from", KEPT),
        ("from=2026-01-02", "/from", KEPT),
        ("from=0001-01-01", "/from", KEPT),
        ("from=9999-12-31", "/from", KEPT),
        ("from=2025-12-31&to=2026-01-02", "/to", KEPT),
        ("from=2025-12-31&to=2025-12-30", "/to", "Must not be before from, which is 2025-12-31."),
        ("to=2025-12-31", "/to", "Needs from."),
        ("days=7&from=2025-12-31", "/days", "Must not come with from: send one of them."),
        ("days=7&to=2025-12-31", "/days", "Must not come with to: send one of them."),
        ("by=week", "/by", "Must be day, revision or crime."),
        ("limit=5", "/limit", "Needs by=revision or by=crime."),
        ("by=day&limit=5", "/limit", "Needs by=revision or by=crime."),
        ("by=crime&limit=101", "/limit", "Must be a whole number from 1 to 100."),
        ("by=day&cursor=5", "/cursor", "Needs by=revision or by=crime."),
        ("by=revision&cursor=x", "/cursor", "Must be the next_cursor of an earlier page."),
        ("by=revision&crime=bank_robbery", "/crime", "Needs by=crime."),
        ("difficulty=easy", "/difficulty", "Needs by=crime."),
        ("by=crime&crime=", "/crime", "Must be a string of 1 to 64 characters."),
        ("by=crime&crime=a&difficulty=b", "/crime", "Must not come with difficulty: send one of them."),
    ],
)
def test_insights__asked_for_wrongly__are_refused_with_what_is_allowed(
    client: ContractClient, query: str, pointer: str, message: str
) -> None:
    refused = client.get(f"{INSIGHTS}?{query}", headers=AS_ADMIN)

    assert refused.status_code == 422
    assert refused.get_json()["errors"] == [{"pointer": pointer, "message": message}]


def test_insights__reset__begin_again_and_say_when(client: ContractClient, clock: StoppedClock) -> None:
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


def publish(client: ContractClient, revision: int, values: dict[str, object]) -> None:
    """Change the tuning of the client's service."""
    change = {"values": values, "reason": "Try.", "force": True}
    made = client.request("PATCH", TUNING, json=change, headers={**AS_ADMIN, "If-Match": f'"{revision}"'})
    assert made.status_code == 200


def test_insights__by_crime_before_and_after_a_change__compare_each_with_its_own_odds(
    client: ContractClient, clock: StoppedClock
) -> None:
    client.post(RESOLVE, json=PVE)
    before = client.post("/v1/odds", json=PVE).get_json()["success"]["probability"]
    clock.pass_time(days=1)
    publish(client, 0, {"crimes": {"bank_robbery": {"threshold": 5_000}}})
    client.post(BATCH, json={"requests": [PVE, PVE, SKILL_CHECK, {**PVP}]})
    after = client.post("/v1/odds", json=PVE).get_json()["success"]["probability"]

    found = read(client, "?by=crime")

    robbery, check = found["crimes"]
    assert (robbery["action_type"], robbery["name"], robbery["truncated"]) == ("pve", "bank_robbery", False)
    assert (check["action_type"], check["name"]) == ("skill_check", SKILL_CHECK["difficulty"])
    assert [
        (row["tuning_revision"], row["first_day"], row["mean_threshold"], row["attempts"], row["successes"])
        for row in robbery["revisions"]
    ] == [(1, "2026-01-02", 5_000, 2, 0), (0, "2026-01-01", 275, 1, 1)]
    assert [row["against_odds"]["expected_wins"] for row in robbery["revisions"]] == [2 * after, round(before, 9)]
    assert [row["degrees"]["critical_success"] for row in robbery["revisions"]] == [0, 1]
    assert found["without_revision"]["pve"]["attempts"] == 0


def test_insights__by_revision__have_what_each_decided_newest_first(
    client: ContractClient, clock: StoppedClock
) -> None:
    client.post(BATCH, json={"requests": [PVE, PVP]})
    clock.pass_time(days=1)
    client.post(BATCH, json={"requests": [PVE, GANG_WAR]})
    publish(client, 0, {"critical_margin": 90})
    publish(client, 1, {"critical_margin": 80})
    client.post(RESOLVE, json=SKILL_CHECK)

    page = read(client, "?by=revision&limit=1")
    last = read(client, f"?by=revision&limit=1&cursor={page['next_cursor']}")

    (new,), (old,) = page["revisions"], last["revisions"]
    assert (new["tuning_revision"], new["first_day"], new["last_day"]) == (2, "2026-01-02", "2026-01-02")
    assert (old["tuning_revision"], old["first_day"], old["last_day"]) == (0, "2026-01-01", "2026-01-02")
    assert (page["next_cursor"], last["next_cursor"]) == ("0", None)
    assert [new["outcomes"][kind]["attempts"] for kind in ("pve", "skill_check")] == [0, 1]
    assert old["outcomes"]["pve"]["attempts"] == 2
    assert old["outcomes"]["pvp"]["duels"] == old["outcomes"]["gang_war"]["gang_wars"] == 1


def test_insights__by_day__mark_the_revisions_that_went_live(client: ContractClient, clock: StoppedClock) -> None:
    client.post(RESOLVE, json=PVE)
    clock.pass_time(days=1, hours=1)
    publish(client, 0, {"critical_margin": 90})
    publish(client, 1, {"critical_margin": 80})
    clock.pass_time(days=1)
    client.post(BATCH, json={"requests": [PVE, PVE, PVP]})

    found = read(client, "?by=day&from=2026-01-01&to=2026-01-03")

    first, second, third = found["days"]
    assert [day["day"] for day in (first, second, third)] == ["2026-01-01", "2026-01-02", "2026-01-03"]
    assert [day["outcomes"]["pve"]["attempts"] for day in (first, second, third)] == [1, 0, 2]
    assert third["outcomes"]["pvp"]["duels"] == 1
    assert first["went_live"] == third["went_live"] == []
    assert second["went_live"] == [
        {"tuning_revision": number, "time": "2026-01-02T01:00:00.000Z", "author": "admin", "reason": "Try."}
        for number in (2, 1)
    ]
    assert found["truncated"] is False


@pytest.mark.parametrize("by", ["day", "revision", "crime"])
def test_insights__split__can_be_read_by_a_viewer_and_change_nothing(client: ContractClient, by: str) -> None:
    client.post(RESOLVE, json=PVE)
    before = read(client)

    for _ in range(2):
        assert client.get(f"{INSIGHTS}?by={by}", headers=AS[Role.VIEWER]).status_code == 200

    assert read(client) == before


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["bank_robbery", "custom", "easy"]),
        ("&crime=bank_robbery", ["bank_robbery"]),
        ("&crime=custom", ["custom"]),
        ("&crime=easy", []),
        ("&difficulty=easy", ["easy"]),
        ("&limit=2", ["bank_robbery", "custom"]),
        ("&limit=2&cursor=2", ["easy"]),
        ("&cursor=9007199254740991", []),
    ],
)
def test_insights__by_crime__have_those_that_were_asked_for(
    client: ContractClient, query: str, names: list[str]
) -> None:
    check = {**SKILL_CHECK, "difficulty": "easy"}
    bare = {**{name: value for name, value in PVE.items() if name != "crime"}, "threshold": 100}
    client.post(BATCH, json={"requests": [check, bare, PVE]})

    found = read(client, f"?by=crime{query}")

    assert [row["name"] for row in found["crimes"]] == names
    assert found["next_cursor"] == ("2" if query == "&limit=2" else None)


def test_insights__of_counts_without_revisions__say_how_many_there_are(
    client: ContractClient, store: InMemoryInsightStore
) -> None:
    client.post(RESOLVE, json=PVE)
    row = ("difficulty", "pve", "hard")
    old: dict[Name, int] = {(*row, "failure"): 3, (*row, "success"): 1, ("threshold", *row): 110_000}
    store.add(Increments("of an earlier release", 1, date(2026, 1, 1), old))

    for by in ("revision", "crime"):
        missing = read(client, f"?by={by}")["without_revision"]["pve"]
        assert (missing["attempts"], missing["successes"], missing["success_rate"]) == (4, 1, 0.25)
    (today,) = read(client, "?by=day&days=1")["days"]
    assert today["outcomes"]["pve"]["attempts"] == 5
    assert read(client)["resolutions"]["pve"] == 5
