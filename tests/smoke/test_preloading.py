"""Workers forked from a master that has drawn already: each must go on with randomness of its own."""

import json
from collections import defaultdict
from contextlib import closing
from http.client import HTTPConnection

from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService, cold

MOST_DRAWS = 500
ENOUGH = 8
"""Hands of each worker. That two workers draw one and the same hand by chance happens once in 2.6 million times."""


def draw(service: RunningService) -> tuple[str, tuple[str, ...]]:
    """The worker that answers, and the hand that it drew."""
    body = json.dumps({"action_type": "pve", "threshold": 0, "actor": {"skills": {}}}).encode()
    connection = HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
    with closing(connection):
        connection.request("POST", "/v1/resolve", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return str(answer.headers["X-Worker"]), tuple(json.load(answer)["actor"]["hand"])


def test_workers__forked_after_the_master_has_drawn__draw_different_hands(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service(command=cold("tests.smoke.preloaded:app", "--preload"))
    eventually(lambda: service.output.count("Worker ready") == 2)

    hands: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for _ in range(MOST_DRAWS):
        worker, hand = draw(service)
        hands[worker].append(hand)
        if len(hands) == 2 and min(map(len, hands.values())) >= ENOUGH:
            break

    one, other = (drawn[:ENOUGH] for drawn in hands.values())
    assert len(one) == len(other) == ENOUGH
    assert not any(first == second for first, second in zip(one, other, strict=True))
