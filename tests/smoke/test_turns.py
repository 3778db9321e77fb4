"""One caller's dear questions on many connections, and what another caller notices of them."""

import json
from typing import Any

import pytest

from benchmarks.load import post
from benchmarks.paced import call, cpu_of, percentile_99, worker_of_each
from benchmarks.starving import flood
from tests.smoke.conftest import StartService

CONNECTIONS = 32
SECONDS = 2
VETERAN = {"npc": "veteran"}
CURVE = {"participant": {}, "grow": {"all": True}, "against": {"opponents": [VETERAN] * 5}}
"""At all levels."""
BATCH = {"requests": [{"action_type": "pvp", "actor": VETERAN, "target": VETERAN}] * 1000}
ACTION = {"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}
A_PART = 5


@pytest.mark.parametrize(("path", "question"), [("/v1/odds/curve", CURVE), ("/v1/resolve/batch", BATCH)])
def test_action__while_another_caller_asks_dear_questions_without_end__waits_for_a_small_part_of_one(
    start_service: StartService, path: str, question: dict[str, Any]
) -> None:
    service = start_service()
    service.wait_until_ready()
    for _ in range(8):  # the first questions of a worker also compute what all others use
        assert service.ask("POST", path, question).status == 200
    before = sum(cpu_of(service.workers).values())
    service.ask("POST", path, question)
    one_question = sum(cpu_of(service.workers).values()) - before

    with flood(service.port, post(path, json.dumps(question).encode()), CONNECTIONS, service.workers):
        seen = call(service.port, post("/v1/resolve", json.dumps(ACTION).encode()), SECONDS, service.workers)

    # In CPU, because time depends on what else the machine does. It is a stretch of the work, about a twentieth of a
    # question; without turns it is some ten questions, and with long stretches a third of one.
    assert percentile_99(seen, worker_of_each(service.output)) < one_question / A_PART
