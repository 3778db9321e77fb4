"""Promised draws of a service whose store is killed."""

import os
import signal

from tests.conftest import Eventually
from tests.smoke.conftest import StartService
from tests.smoke.running_service import Answer


def test_draw__store_killed_and_started_again__is_still_promised_and_once_used_stays_used(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service()
    eventually(service.is_ready)
    used, kept = (service.ask("POST", "/v1/draws").document["draw_id"] for _ in range(2))

    def resolve(draw_id: str) -> Answer:
        draw = {"draw_id": draw_id, "client_seed": "any"}
        body = {"action_type": "pve", "threshold": 0, "actor": {"npc": "rookie"}, "draw": draw}
        return service.ask("POST", "/v1/resolve", body)

    first = resolve(used)
    assert first.status == 200
    killed = service.store_pid()

    os.kill(killed, signal.SIGKILL)
    assert {resolve(used).status for _ in range(20)} <= {422, 503}
    eventually(lambda: service.store_pid() not in (0, killed))
    eventually(service.is_ready)

    again = resolve(used)
    assert again.status == 422
    resolution = first.document["resolution_id"]
    assert again.document["errors"][0]["message"] == f"Already used by the resolution {resolution}."
    assert [resolve(kept).status for _ in range(2)] == [200, 422]
