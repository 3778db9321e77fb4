"""One caller's expensive requests on many connections, and what another caller notices of them."""

import json

from benchmarks.load import post
from benchmarks.one_answer import one_answer
from benchmarks.servers import WATCHED, Server
from benchmarks.starving import flood, wait

CONNECTIONS = 16
"""So few that none of their questions is refused: then a caller would send the next at once."""
SECONDS = 2
QUESTION = {"participant": {}, "grow": {"all": True}, "against": {"opponents": [{"npc": "veteran"}] * 5}}
"""At all levels."""
ACTION = {"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}


def test_action__while_another_caller_asks_expensive_questions_without_end__waits_for_less_than_half_of_one() -> None:
    question = post("/v1/odds/curve", json.dumps(QUESTION).encode())
    with Server(WATCHED) as server:
        server.wait_until_warm()
        for _ in range(8):  # the first questions of a worker also compute what all others use
            assert b'"levels"' in one_answer(server.port, question)
        server.wait_until_quiet()
        before = server.worker_cpu()
        one_answer(server.port, question)
        one_question = server.worker_cpu() - before

        with flood(server, question, CONNECTIONS):
            waited = wait(server, post("/v1/resolve", json.dumps(ACTION).encode()), SECONDS)

    # In CPU, because time depends on what else the machine does. Without pauses it waits for whole questions.
    assert waited < one_question / 2
