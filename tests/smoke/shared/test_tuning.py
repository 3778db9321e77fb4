"""Changes of the tuning under several workers: nothing is lost, and all follow."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

from tests.smoke.running_service import Answer, RunningService
from tests.smoke.tuning_calls import history, patch, read

ADMINS = 50
CHANGES = 3
PROMISE_S = 1.0
"""How long after the answer to a change another worker may still answer by the revision before it."""
ACTION = {"action_type": "pve", "crime": "bank_robbery", "actor": {"npc": "rookie"}}


def newest_revision(service: RunningService) -> int:
    number: int = history(service)[0]["revision"]
    return number


def test_admins__fifty_on_one_revision_at_once__one_wins_and_the_others_are_told(service: RunningService) -> None:
    everyone, newest = Barrier(ADMINS), newest_revision(service)

    def change(admin: int) -> Answer:
        everyone.wait()
        return patch(service, newest, f"admin {admin}", {"items": {f"raced_for_{admin}": {"flat": admin}}})

    with ThreadPoolExecutor(ADMINS) as threads:
        answers = list(threads.map(change, range(ADMINS)))

    assert Counter(answer.status for answer in answers) == {200: 1, 412: ADMINS - 1}
    assert {answer.headers["ETag"] for answer in answers} == {f'"{newest + 1}"'}
    (won,) = (admin for admin, answer in enumerate(answers) if answer.status == 200)
    assert [record["reason"] for record in history(service) if record["revision"] > newest] == [f"admin {won}"]
    assert len({answer.headers["X-Worker"] for answer in answers}) > 1


def test_admins__fifty_who_try_until_they_succeed__all_do_and_nothing_is_lost(service: RunningService) -> None:
    everyone, before = Barrier(ADMINS), newest_revision(service)

    def change(admin: int) -> list[int]:
        """The statuses that it took."""
        everyone.wait()
        statuses, newest = list[int](), before
        while 200 not in statuses:
            answer = patch(service, newest, f"admin {admin}", {"items": {f"item_{admin}": {"flat": admin}}})
            statuses.append(answer.status)
            newest = int(answer.headers["ETag"].strip('"'))
        return statuses

    with ThreadPoolExecutor(ADMINS) as threads:
        statuses = Counter(status for tries in threads.map(change, range(ADMINS)) for status in tries)

    assert statuses[200] == ADMINS
    assert set(statuses) == {200, 412}
    records = [record for record in history(service) if record["revision"] > before]
    assert [record["revision"] for record in records] == list(range(before + ADMINS, before, -1))
    assert [record["based_on"] for record in records] == list(range(before + ADMINS - 1, before - 1, -1))
    assert {record["reason"] for record in records} == {f"admin {admin}" for admin in range(ADMINS)}
    items = read(service)["values"]["items"]
    assert {f"item_{admin}": {"flat": admin} for admin in range(ADMINS)}.items() <= items.items()


def test_change__made_by_one_worker__is_what_all_answer_by_within_a_second(service: RunningService) -> None:
    changing, begun = Event(), dict[int, float]()
    before = newest_revision(service)

    def look(_: int) -> list[tuple[float, str | None, int]]:
        """When requests were sent, which workers answered them, and by which revisions."""
        seen = []
        while not changing.is_set():
            sent = time.monotonic()
            answer = service.ask("POST", "/v1/resolve", ACTION)
            seen.append((sent, answer.headers["X-Worker"], answer.document["tuning_revision"]))
            time.sleep(0.005)
        return seen

    with ThreadPoolExecutor(2) as threads:
        looking = [threads.submit(look, number) for number in range(2)]
        for number in range(before + 1, before + CHANGES + 1):
            made = patch(service, number - 1, "ann", {"critical_margin": 90 - number + before})
            assert made.status == 200
            begun[number] = time.monotonic()
            time.sleep(1.3 * PROMISE_S)
        changing.set()
        seen = [one for looker in looking for one in looker.result()]

    late = [(sent - begun[revision + 1], worker) for sent, worker, revision in seen if revision + 1 in begun]
    assert max(late)[0] < PROMISE_S
    after_the_last = {worker for sent, worker, revision in seen if revision == before + CHANGES}
    assert after_the_last == {str(pid) for pid in service.workers}
