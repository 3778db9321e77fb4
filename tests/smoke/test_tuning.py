"""Changes of the tuning under several workers: nothing is lost, all follow, and the game goes on without its store."""

import os
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from threading import Barrier, Event
from typing import Any
from urllib.request import urlopen

import pytest

from tests.conftest import Eventually
from tests.dockerfile import last
from tests.processes import is_alive
from tests.smoke.conftest import StartService
from tests.smoke.running_service import Answer, RunningService

ADMINS = 50
WORKERS = 4
CHANGES = 5
PROMISE_S = 1.0
"""How long after the answer to a change another worker may still answer by the revision before it."""
TOKEN = "admin-token-of-the-tests"  # noqa: S105
TUNING = "/v1/admin/tuning"
ACTION = {"action_type": "pve", "crime": "bank_robbery", "actor": {"npc": "rookie"}}


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    """A service whose workers name themselves."""
    *command, _ = last("CMD").exec_form()
    started = start_service(
        command=[*command, "tests.smoke.preloaded:app"], DESTINY_WORKERS=str(WORKERS), DESTINY_ADMIN_TOKEN=TOKEN
    )
    eventually(lambda: started.is_ready() and len(started.workers) == WORKERS)
    return started


def patch(service: RunningService, based_on: int, author: str, values: Any) -> Answer:
    body = {"values": values, "author": author, "reason": "Why not."}
    return service.ask("PATCH", TUNING, body, Authorization=f"Bearer {TOKEN}", If_Match=f'"{based_on}"')


def read(service: RunningService, path: str = "") -> Any:
    answer = service.ask("GET", TUNING + path, Authorization=f"Bearer {TOKEN}")
    assert answer.status == 200
    return answer.document


def history(service: RunningService) -> list[Any]:
    """Every record, newest first."""
    page = read(service, "/revisions?limit=100")
    records: list[Any] = page["revisions"]
    while page["next_cursor"]:
        page = read(service, f"/revisions?limit=100&cursor={page['next_cursor']}")
        records += page["revisions"]
    return records


def test_admins__fifty_on_one_revision_at_once__one_wins_and_the_others_are_told(service: RunningService) -> None:
    everyone = Barrier(ADMINS)

    def change(admin: int) -> Answer:
        everyone.wait()
        return patch(service, 0, f"admin {admin}", {"items": {f"item_{admin}": {"flat": admin}}})

    with ThreadPoolExecutor(ADMINS) as threads:
        answers = list(threads.map(change, range(ADMINS)))

    assert Counter(answer.status for answer in answers) == {200: 1, 412: ADMINS - 1}
    assert {answer.headers["ETag"] for answer in answers} == {'"1"'}
    (won,) = (admin for admin, answer in enumerate(answers) if answer.status == 200)
    assert [record["author"] for record in history(service)] == [f"admin {won}", None]
    assert len({answer.headers["X-Worker"] for answer in answers}) > 1


def test_admins__fifty_who_try_until_they_succeed__all_do_and_nothing_is_lost(service: RunningService) -> None:
    everyone = Barrier(ADMINS)

    def change(admin: int) -> list[int]:
        """The statuses that it took."""
        everyone.wait()
        statuses, newest = list[int](), 0
        while 200 not in statuses:
            answer = patch(service, newest, f"admin {admin}", {"items": {f"item_{admin}": {"flat": admin}}})
            statuses.append(answer.status)
            newest = int(answer.headers["ETag"].strip('"'))
        return statuses

    with ThreadPoolExecutor(ADMINS) as threads:
        statuses = Counter(status for tries in threads.map(change, range(ADMINS)) for status in tries)

    assert statuses[200] == ADMINS
    assert set(statuses) == {200, 412}
    records = history(service)
    assert [record["revision"] for record in records] == list(range(ADMINS, -1, -1))
    assert [record["based_on"] for record in records[:-1]] == list(range(ADMINS - 1, -1, -1))
    assert {record["author"] for record in records[:-1]} == {f"admin {admin}" for admin in range(ADMINS)}
    items = read(service)["values"]["items"]
    assert {f"item_{admin}": {"flat": admin} for admin in range(ADMINS)}.items() <= items.items()


def test_change__made_by_one_worker__is_what_all_answer_by_within_a_second(service: RunningService) -> None:
    changing, begun = Event(), dict[int, float]()

    def look(_: int) -> list[tuple[float, str | None, int]]:
        """When requests were sent, which workers answered them, and by which revisions."""
        seen = []
        while not changing.is_set():
            sent = time.monotonic()
            answer = service.ask("POST", "/v1/resolve", ACTION)
            seen.append((sent, answer.headers["X-Worker"], answer.document["tuning_revision"]))
        return seen

    with ThreadPoolExecutor(2) as threads:
        looking = [threads.submit(look, number) for number in range(2)]
        for number in range(1, CHANGES + 1):
            made = patch(service, number - 1, "ann", {"critical_margin": 90 - number})
            assert made.status == 200
            begun[number] = time.monotonic()
            time.sleep(1.3 * PROMISE_S)
        changing.set()
        seen = [one for looker in looking for one in looker.result()]

    late = [(sent - begun[revision + 1], worker) for sent, worker, revision in seen if revision + 1 in begun]
    assert max(late)[0] < PROMISE_S
    after_the_last = {worker for sent, worker, revision in seen if revision == CHANGES}
    assert after_the_last == {str(pid) for pid in service.workers}


def another_store(service: RunningService, killed: int) -> bool:
    return service.store_pid() not in (0, killed)


def test_store__killed_again_and_again_under_traffic__loses_no_revision_and_stops_no_game(
    service: RunningService, eventually: Eventually
) -> None:
    over, made = Event(), dict[int, int]()

    def play(_: int) -> Counter[int]:
        statuses = Counter[int]()
        while not over.is_set():
            statuses[service.ask("POST", "/v1/resolve", ACTION).status] += 1
        return statuses

    def tune() -> Counter[int]:
        statuses, newest = Counter[int](), 0
        for attempt in count(1):
            if over.is_set():
                return statuses
            answer = patch(
                service, newest, f"attempt {attempt}", {"crimes": {"burglary": {"energy_cost": 1000 + attempt}}}
            )
            statuses[answer.status] += 1
            if answer.status == 200:
                made[answer.document["revision"]] = attempt
            if answer.status in (200, 412):
                newest = int(answer.headers["ETag"].strip('"'))
        raise AssertionError

    def more_made(than: int) -> bool:
        return len(made) > than

    with ThreadPoolExecutor(3) as threads:
        playing, tuning = [threads.submit(play, number) for number in range(2)], threads.submit(tune)
        for _ in range(3):
            killed, so_far = service.store_pid(), len(made)
            os.kill(killed, signal.SIGKILL)
            eventually(partial(another_store, service, killed))
            eventually(partial(more_made, so_far + 3))
        over.set()
        played = sum((one.result() for one in playing), Counter[int]())

    assert set(played) == {200}
    assert set(tuning.result()) <= {200, 412, 503}
    records = history(service)
    assert [record["revision"] for record in records] == list(range(len(records) - 1, -1, -1))
    authors = {record["revision"]: record["author"] for record in records}
    assert {revision: f"attempt {attempt}" for revision, attempt in made.items()}.items() <= authors.items()


def test_service__started_while_its_store_is_away__goes_on_with_the_last_good_revision(
    service: RunningService, start_service: StartService, eventually: Eventually
) -> None:
    assert patch(service, 0, "ann", {"critical_margin": 90}).status == 200
    service.master.terminate()
    service.exit_code()

    alone = start_service(DESTINY_REDIS_URL="unix:///nowhere/none.sock")
    eventually(lambda: alone.status("/health/live") == 200)

    assert alone.ask("POST", "/v1/resolve", ACTION).document["tuning_revision"] == 1
    ready = alone.ask("GET", "/health/ready")
    assert ready.status == 503
    assert ready.document["tuning"] == {
        "tuning_revision": 1,
        "revision": 1,
        "state": "last_good",
        "reason": "store_unavailable",
        "confirmed_at": None,
    }


def metrics(service: RunningService) -> str:
    with urlopen(f"http://127.0.0.1:{service.port}/metrics", timeout=5) as answer:
        text: str = answer.read().decode()
        return text


def log_says(service: RunningService, words: str) -> bool:
    return any(words in line["message"] for line in service.log)


def test_store__emptied_under_a_running_service__rolls_nothing_back_until_somebody_says_so(
    service: RunningService, start_service: StartService, eventually: Eventually
) -> None:
    assert patch(service, 0, "ann", {"critical_margin": 90}).status == 200
    copy = service.data_dir / "tuning-last-good.json"
    eventually(lambda: {service.ask("GET", "/version").document["tuning_revision"] for _ in range(40)} == {1})
    kept = copy.read_bytes()

    service.store().flushall()
    eventually(lambda: service.ask("GET", "/health/ready").document["tuning"]["reason"] == "other_history")
    assert service.ask("POST", "/v1/resolve", ACTION).document["tuning_revision"] == 1
    assert [patch(service, based_on, "ann", {"critical_margin": 80}).status for based_on in (0, 1)] == [409, 409]
    assert log_says(service, "Revision 1 stays live, and changes are refused")
    eventually(lambda: "destiny_tuning_history_differs 1.0" in metrics(service))

    service.master.terminate()
    service.exit_code()
    again = start_service(DESTINY_ADMIN_TOKEN=TOKEN)
    eventually(again.is_ready)
    assert again.ask("POST", "/v1/resolve", ACTION).document["tuning_revision"] == 1
    assert again.ask("GET", "/health/ready").document["tuning"]["reason"] == "other_history"
    assert copy.read_bytes() == kept

    copy.rename(copy.with_name("before.json"))
    old = again.workers
    again.master.send_signal(signal.SIGHUP)
    eventually(lambda: len(again.workers) == 4 and not any(map(is_alive, old)))
    eventually(again.is_ready)
    assert again.ask("GET", "/health/ready").document["tuning"]["state"] == "live"
    assert again.ask("POST", "/v1/resolve", ACTION).document["tuning_revision"] == 0
    assert patch(again, 0, "ann", {"critical_margin": 70}).status == 200
