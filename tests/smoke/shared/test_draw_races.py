"""Several workers and many callers who name the same draw at the same moment: one of them gets it."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from tests.smoke.running_service import Answer, RunningService

CALLERS = 50
ROUNDS = 10


def test_draw__named_by_fifty_callers_at_once__is_used_by_one_of_them(service: RunningService) -> None:
    with ThreadPoolExecutor(CALLERS) as threads:
        answered_by = [_race_for_one_draw(service, threads) for _ in range(ROUNDS)]

    assert len(set().union(*answered_by)) > 1


def _race_for_one_draw(service: RunningService, threads: ThreadPoolExecutor) -> set[str | None]:
    """The workers that had a part in it."""
    promise = service.ask("POST", "/v1/draws")
    assert promise.status == 201
    promised = promise.document
    everyone = Barrier(CALLERS)

    def resolve(number: int) -> Answer:
        draw = {"draw_id": promised["draw_id"], "client_seed": f"caller {number}"}
        body = {"action_type": "pve", "threshold": 0, "actor": {"skills": {}}, "draw": draw}
        everyone.wait()
        return service.ask("POST", "/v1/resolve", body)

    answers = list(threads.map(resolve, range(CALLERS)))

    assert Counter(answer.status for answer in answers) == {200: 1, 422: CALLERS - 1}
    (winner,) = (answer.document for answer in answers if answer.status == 200)
    assert winner["draw"]["server_seed_hash"] == promised["server_seed_hash"]
    used = {"pointer": "/draw/draw_id", "message": f"Already used by the resolution {winner['resolution_id']}."}
    assert all(answer.document["errors"] == [used] for answer in answers if answer.status == 422)
    seeds = {name: winner["draw"][name] for name in ("server_seed", "client_seed")}
    verified = service.ask("POST", "/v1/draws/verify", {**seeds, "hands": 1})
    assert verified.document == {"server_seed_hash": promised["server_seed_hash"], "hands": [winner["actor"]["hand"]]}
    return {answer.headers["X-Worker"] for answer in answers}
