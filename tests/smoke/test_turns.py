"""One caller's expensive requests on many connections, and what another caller notices of them."""

import json
from statistics import median

from benchmarks.load import post
from benchmarks.one_answer import one_answer
from benchmarks.servers import WATCHED, Server
from benchmarks.starving import flood, wait

CONNECTIONS = 16
"""So few that none of their questions is refused: then a caller would send the next at once."""
ROUNDS = 3
SECONDS = 0.5
QUESTION = {"participant": {}, "grow": {"all": True}, "against": {"opponents": [{"npc": "veteran"}] * 5}}
"""At all levels."""
ACTION = {"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}


def test_action__while_another_caller_asks_expensive_questions_without_end__waits_less_than_three_times_as_long() -> (
    None
):
    question, action = (
        post(path, json.dumps(body).encode()) for path, body in (("/v1/odds/curve", QUESTION), ("/v1/resolve", ACTION))
    )
    undisturbed, behind = [], []
    with Server(WATCHED) as server:
        server.wait_until_warm()
        for _ in range(8):  # the first questions of a worker also compute what all others use
            assert b'"levels"' in one_answer(server.port, question)
        for _ in range(ROUNDS):
            server.wait_until_quiet()
            undisturbed.append(wait(server, action, SECONDS))
            with flood(server, question, CONNECTIONS):
                behind.append(wait(server, action, SECONDS))

    # In CPU, because time depends more on what else the machine does. Without pauses it waits for whole questions.
    assert median(behind) < 3 * median(undisturbed)
