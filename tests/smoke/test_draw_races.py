"""Several workers and many callers who name the same draw at the same moment: one of them gets it."""

import json
import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from threading import Barrier
from typing import Any

from tests.conftest import Eventually
from tests.dockerfile import last
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService

CALLERS = 50
ROUNDS = 10
WORKERS = 4

Answer = tuple[int, Any, str | None]
"""The status, the document, and the worker that answered."""


def post(service: RunningService, path: str, body: Any = None) -> Answer:
    connection = HTTPConnection("127.0.0.1", service.port, timeout=20)
    with closing(connection):
        sent = None if body is None else json.dumps(body).encode()
        connection.request("POST", path, sent, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.load(answer), answer.headers["X-Worker"]


def test_draw__named_by_fifty_callers_at_once__is_used_by_one_of_them(
    start_service: StartService, eventually: Eventually
) -> None:
    *command, _ = last("CMD").exec_form()
    service = start_service(command=[*command, "tests.smoke.preloaded:app"], DESTINY_WORKERS=str(WORKERS))
    eventually(lambda: service.is_ready() and len(service.workers) == WORKERS)

    with ThreadPoolExecutor(CALLERS) as threads:
        answered_by = [_race_for_one_draw(service, threads) for _ in range(ROUNDS)]

    assert len(set().union(*answered_by)) > 1


def _race_for_one_draw(service: RunningService, threads: ThreadPoolExecutor) -> set[str | None]:
    """The workers that had a part in it."""
    status, promised, _ = post(service, "/v1/draws")
    assert status == 201
    everyone = Barrier(CALLERS)

    def resolve(number: int) -> Answer:
        draw = {"draw_id": promised["draw_id"], "client_seed": f"caller {number}"}
        body = {"action_type": "pve", "threshold": 0, "actor": {"skills": {}}, "draw": draw}
        everyone.wait()
        return post(service, "/v1/resolve", body)

    answers = list(threads.map(resolve, range(CALLERS)))

    assert Counter(status for status, _, _ in answers) == {200: 1, 422: CALLERS - 1}
    (winner,) = (document for status, document, _ in answers if status == 200)
    assert winner["draw"]["server_seed_hash"] == promised["server_seed_hash"]
    used = {"pointer": "/draw/draw_id", "message": f"Already used by the resolution {winner['resolution_id']}."}
    assert all(document["errors"] == [used] for status, document, _ in answers if status == 422)
    seeds = {name: winner["draw"][name] for name in ("server_seed", "client_seed")}
    _, verified, _ = post(service, "/v1/draws/verify", {**seeds, "hands": 1})
    assert verified == {"server_seed_hash": promised["server_seed_hash"], "hands": [winner["actor"]["hand"]]}
    return {worker for _, _, worker in answers}


def test_draw__store_killed_and_started_again__is_still_promised_and_once_used_stays_used(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service()
    eventually(service.is_ready)
    used, kept = (post(service, "/v1/draws")[1]["draw_id"] for _ in range(2))

    def resolve(draw_id: str) -> Answer:
        draw = {"draw_id": draw_id, "client_seed": "any"}
        return post(
            service, "/v1/resolve", {"action_type": "pve", "threshold": 0, "actor": {"npc": "rookie"}, "draw": draw}
        )

    status, resolution, _ = resolve(used)
    assert status == 200
    killed = service.store_pid()

    os.kill(killed, signal.SIGKILL)
    assert {resolve(used)[0] for _ in range(20)} <= {422, 503}
    eventually(lambda: service.store_pid() not in (0, killed))
    eventually(service.is_ready)

    status, document, _ = resolve(used)
    assert status == 422
    assert document["errors"][0]["message"] == f"Already used by the resolution {resolution['resolution_id']}."
    assert [resolve(kept)[0] for _ in range(2)] == [200, 422]
