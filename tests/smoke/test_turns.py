"""One caller's expensive requests on many connections, and what another caller notices of them."""

import json

from benchmarks.load import post
from benchmarks.paced import call, cpu_of, percentile_99, worker_of_each
from benchmarks.starving import flood
from tests.smoke.conftest import StartService

CONNECTIONS = 16
"""So few that none of their questions is refused: then a caller would send the next at once."""
SECONDS = 2
QUESTION = {"participant": {}, "grow": {"all": True}, "against": {"opponents": [{"npc": "veteran"}] * 5}}
"""At all levels."""
ACTION = {"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}


def test_action__while_another_caller_asks_expensive_questions_without_end__waits_for_less_than_half_of_one(
    start_service: StartService,
) -> None:
    service = start_service()
    service.wait_until_ready()
    for _ in range(8):  # the first questions of a worker also compute what all others use
        assert service.ask("POST", "/v1/odds/curve", QUESTION).status == 200
    before = sum(cpu_of(service.workers).values())
    service.ask("POST", "/v1/odds/curve", QUESTION)
    one_question = sum(cpu_of(service.workers).values()) - before

    with flood(service.port, post("/v1/odds/curve", json.dumps(QUESTION).encode()), CONNECTIONS, service.workers):
        seen = call(service.port, post("/v1/resolve", json.dumps(ACTION).encode()), SECONDS, service.workers)

    # In CPU, because time depends on what else the machine does. Without turns it waits for some ten questions.
    assert percentile_99(seen, worker_of_each(service.output)) < one_question / 2
