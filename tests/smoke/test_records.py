"""Records and insight of a real service: every resolution is there once, whatever dies in between."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event
from typing import Any

import pytest

from tests.builders.random_actions import RandomActions
from tests.conftest import Eventually
from tests.smoke.conftest import StartService
from tests.smoke.recount import Recount
from tests.smoke.running_service import RunningService

Json = dict[str, Any]
WORKERS = 3
THREADS = 8
TRAFFIC_S = 5
LONGEST_S = 5
"""Far more than an answer takes while the store is unavailable, on a busy machine too; far less than a client waits."""
TOKEN = "token-of-the-smoke-tests"  # noqa: S105
AS_ADMIN = {"Authorization": f"Bearer {TOKEN}"}
RESOLUTIONS = "/v1/resolutions"
INSIGHTS = "/v1/admin/insights"


@pytest.fixture
def start(start_service: StartService, eventually: Eventually) -> Callable[..., RunningService]:
    """Starts a service of several workers and waits until it is ready."""

    def start(**settings: str) -> RunningService:
        started = start_service(DESTINY_WORKERS=str(WORKERS), DESTINY_ADMIN_TOKEN=TOKEN, **settings)
        eventually(lambda: started.is_ready() and len(started.workers) == WORKERS)
        return started

    return start


@pytest.fixture
def service(start: Callable[..., RunningService]) -> RunningService:
    return start()


def resolve(service: RunningService, body: Json) -> Json:
    answer = service.ask("POST", "/v1/resolve", body)
    assert answer.status == 200
    document: Json = answer.document
    return document


def play(service: RunningService, seed: int, number: int) -> list[Json]:
    """Resolutions made by some threads at once, half of them in batches."""

    def one_thread(thread: int) -> list[Json]:
        actions = RandomActions(seed + thread)
        batch = service.ask("POST", "/v1/resolve/batch", {"requests": actions.bodies(number // 2)})
        resolved = [{key: result[key] for key in result if key != "kind"} for result in batch.document["results"]]
        return [*resolved, *(resolve(service, actions.body()) for _ in range(number // 2))]

    with ThreadPoolExecutor(THREADS) as pool:
        return [resolution for made in pool.map(one_thread, range(THREADS)) for resolution in made]


def records(service: RunningService) -> Iterator[Json]:
    """Every record, page by page."""
    query = f"{RESOLUTIONS}?limit=100"
    cursor = ""
    while True:
        page = service.ask("GET", query + cursor).document
        yield from page["resolutions"]
        if page["next_cursor"] is None:
            return
        cursor = f"&cursor={page['next_cursor']}"


def by_id(resolutions: list[Json]) -> dict[str, Json]:
    found = {one["resolution_id"]: one for one in resolutions}
    assert len(found) == len(resolutions)
    return found


def read_back(service: RunningService) -> dict[str, Json]:
    """What every record says was answered, by its id."""
    return by_id([record["resolution"] for record in records(service)])


def insights(service: RunningService) -> Json:
    found: Json = service.ask("GET", f"{INSIGHTS}?days=2", **AS_ADMIN).document
    return found


def test_resolutions__of_several_workers__can_all_be_read_back(service: RunningService, eventually: Eventually) -> None:
    made = by_id(play(service, seed=100, number=100))

    eventually(lambda: len(list(records(service))) == len(made))

    read = list(records(service))
    ids = [record["resolution_id"] for record in read]
    assert ids == sorted(made, reverse=True)
    assert {record["resolution_id"]: record["resolution"] for record in read} == made
    for record in read[::20]:
        assert service.ask("GET", f"{RESOLUTIONS}/{record['resolution_id']}").document == record


def test_insights__of_several_workers__equal_a_recount_from_the_records(
    service: RunningService, eventually: Eventually
) -> None:
    made = play(service, seed=200, number=200)
    eventually(lambda: len(read_back(service)) == len(made))
    eventually(lambda: sum(insights(service)["resolutions"].values()) >= len(made))
    recount, found = Recount(records(service)), insights(service)

    assert found["resolutions"] == recount.resolutions
    assert {
        row["from"]: (row["duels"], row["actor_wins"]) for row in found["win_rate_by_skill_difference"]
    } == recount.differences
    assert {
        (kind, row["hand_rank"]): (counted["hands"], counted["wins"])
        for row in found["win_rate_by_hand_rank"]
        for kind, counted in row["by_action_type"].items()
        if counted["hands"]
    } == recount.hands
    assert {
        (kind, row["difficulty"]): {degree: number for degree, number in row["degrees"].items() if number}
        for kind, rows in found["success_by_difficulty"].items()
        for row in rows
    } == recount.degrees
    wars = found["gang_wars"]
    assert {"gang_war": (wars["gang_wars"], wars["attacker_wins"])} == recount.wars
    for suit, spread in found["suit_bonus_distribution"].items():
        assert spread["mean"] == pytest.approx(recount.mean_bonus(suit))
        for bar in spread["histogram"]:
            assert bar["participants"] == recount.bonuses_within(suit, bar["from"], bar["to"])


def test_insights__sampled_by_several_workers__are_as_the_odds_have_it(
    service: RunningService, eventually: Eventually
) -> None:
    seeds = count(300)

    def samples() -> list[Json]:
        found = insights(service)
        rows = [
            *found["win_rate_by_skill_difference"],
            *found["success_by_difficulty"]["pve"],
            *found["success_by_difficulty"]["skill_check"],
        ]
        return [row["against_odds"] for row in rows]

    def enough() -> bool:
        # A worker samples so few at a time that one go would not do, however large.
        play(service, seed=next(seeds), number=20)
        return total("sampled", samples()) > 50

    eventually(enough)

    seen = samples()
    variance = sum(sample["standard_error"] ** 2 for sample in seen)
    # Six standard errors: by chance once in 500 million runs.
    assert abs(total("wins", seen) - total("expected_wins", seen)) < 6 * variance**0.5


def total(name: str, samples: list[Json]) -> float:
    number: float = sum(sample[name] for sample in samples)
    return number


def test_store__killed_amid_traffic__delays_records_and_nothing_else(
    service: RunningService, eventually: Eventually
) -> None:
    answers: list[tuple[int, float, Json]] = []
    done = Event()

    def one_thread(thread: int) -> None:
        actions = RandomActions(400 + thread)
        while not done.is_set():
            before = time.monotonic()
            answer = service.ask("POST", "/v1/resolve", actions.body())
            answers.append((answer.status, time.monotonic() - before, answer.document))

    with ThreadPoolExecutor(THREADS) as pool:
        threads = [pool.submit(one_thread, thread) for thread in range(THREADS)]
        ending = time.monotonic() + TRAFFIC_S
        kills = 0
        while time.monotonic() < ending:
            time.sleep(0.7)
            if killed := service.store_pid():
                os.kill(killed, signal.SIGKILL)
                kills += 1
        done.set()
        for thread in threads:
            thread.result()

    assert kills > 2
    assert {status for status, _, _ in answers} == {200}
    assert max(seconds for _, seconds, _ in answers) < LONGEST_S
    made = by_id([document for _, _, document in answers])
    eventually(service.is_ready)
    eventually(lambda: len(read_back(service)) >= len(made))
    assert read_back(service) == made
    eventually(lambda: sum(insights(service)["resolutions"].values()) >= len(made))
    assert insights(service)["resolutions"] == Recount(records(service)).resolutions
    assert "Traceback" not in service.output


def test_service__told_to_end_right_after_it_answered__has_every_record_when_it_starts_again(
    service: RunningService, start: Callable[..., RunningService]
) -> None:
    made = by_id(play(service, seed=500, number=20))
    service.master.send_signal(signal.SIGTERM)
    assert service.exit_code() == 0

    successor = start()

    assert read_back(successor) == made
    assert insights(successor)["resolutions"] == Recount(records(successor)).resolutions


def test_service__reloaded_amid_traffic__has_every_record(service: RunningService, eventually: Eventually) -> None:
    made = by_id(play(service, seed=600, number=20))
    service.master.send_signal(signal.SIGHUP)
    eventually(lambda: len(service.workers) == 2 * WORKERS and service.output.count("Worker ready") == 2 * WORKERS)
    made |= by_id(play(service, seed=700, number=20))

    eventually(lambda: len(read_back(service)) == len(made))
    assert read_back(service) == made


def test_records__beyond_their_bound__are_the_newest(
    start: Callable[..., RunningService], eventually: Eventually
) -> None:
    service = start(DESTINY_RECORDS="50")
    crime = {"action_type": "pve", "crime": "burglary", "actor": {"npc": "rookie"}}
    made = by_id([resolve(service, crime) for _ in range(120)])
    newest = sorted(made, reverse=True)[:50]

    eventually(lambda: list(read_back(service)) == newest)
    assert {service.status(f"{RESOLUTIONS}/{one}") for one in newest} == {200}
    assert {service.status(f"{RESOLUTIONS}/{one}") for one in made if one not in newest} == {404}
