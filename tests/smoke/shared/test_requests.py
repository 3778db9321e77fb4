"""What any worker answers alike."""

from concurrent.futures import ThreadPoolExecutor

from tests.conftest import Eventually
from tests.smoke.running_service import Answer, RunningService
from tests.smoke.test_metrics import VERSION_ASKED, numbers

CALLERS = 50
ASKED = 40
MOST_ASKED = 500
"""Connections come to any worker as the kernel likes."""
DUEL = {"action_type": "pvp", "actor": {"skills": {}}, "target": {"skills": {}}}


def test_service__asked_for_a_path_of_almost_8_kib__answers_in_its_own_words(service: RunningService) -> None:
    assert service.status(f"/v1/resolutions/{'x' * 8_000}") == 404
    assert service.status(f"/v1/resolutions/{'x' * 8_200}") == 414


def test_keys__each_thread_its_own__draw_each_for_itself(service: RunningService) -> None:
    def ask(number: int) -> Answer:
        return service.ask("POST", "/v1/resolve", DUEL, Idempotency_Key=f"each-its-own-{number}")

    with ThreadPoolExecutor(CALLERS) as pool:
        answers = list(pool.map(ask, range(CALLERS)))

    assert {(answer.status, answer.headers["Idempotent-Replayed"]) for answer in answers} == {(200, None)}
    assert len({answer.document["resolution_id"] for answer in answers}) == CALLERS


def test_metrics__of_several_workers__add_up_whichever_is_asked(
    service: RunningService, eventually: Eventually
) -> None:
    total = numbers(service).get(VERSION_ASKED, 0) + ASKED
    assert {service.status("/version") for _ in range(ASKED)} == {200}
    assert len({line["pid"] for line in service.requests("/version")}) > 1
    eventually(lambda: numbers(service)[VERSION_ASKED] == total)

    shown: list[float] = []
    while len(shown) < 10 or len({line["pid"] for line in service.requests("/metrics")}) < 2:
        assert len(shown) < MOST_ASKED
        shown.append(numbers(service)[VERSION_ASKED])
    assert set(shown) == {total}
    assert numbers(service)["destiny_store_up"] == 1
