"""The webhook of a running service: to a server that fails at first, that is slow, and that is gone for a while."""

import json
import os
import signal
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from threading import Event
from typing import Any

from service.webhook.message import DELIVERY, SIGNATURE, signature
from tests.conftest import Eventually
from tests.hooks import Hook, listening, with_status
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService, cold, free_port
from tests.smoke.tuning_calls import TOKEN, patch

SECRET = "a-secret-of-the-tests"  # noqa: S105
FIRST, SECOND = {"critical_margin": 90}, {"critical_margin": 91}


def started(start: StartService, hook: Hook, **settings: str) -> RunningService:
    service: RunningService = start(
        DESTINY_ADMIN_TOKEN=TOKEN,
        DESTINY_WEBHOOK_URL=hook.url,
        DESTINY_WEBHOOK_SECRET=SECRET,
        DESTINY_ENVIRONMENT="staging",
        **settings,
    )
    service.wait_until_ready()
    return service


def change(service: RunningService, based_on: int, values: Any) -> None:
    assert patch(service, based_on, "Because.", values).status == 200


def noted(service: RunningService, revision: int) -> Callable[[], bool]:
    """Whether the store says that this revision is delivered."""

    def is_noted() -> bool:
        keys = service.store().keys("destiny:webhook:*:delivered")
        return bool(keys) and service.store().get(keys[0]) == str(revision).encode()

    return is_noted


def revisions(hook: Hook) -> list[int]:
    return [json.loads(body)["revision"]["tuning_revision"] for _, _, body in hook.got]


def test_message__to_a_server_that_fails_at_first__arrives_signed_and_once(
    start_service: StartService, eventually: Eventually
) -> None:
    with listening(with_status(500, 503, 302, 204)) as hook:
        service = started(start_service, hook, DESTINY_WORKERS="3")
        eventually(noted(service, 0))
        change(service, 0, FIRST)
        eventually(noted(service, 1))
        change(service, 1, SECOND)
        eventually(noted(service, 2))

        eventually(lambda: "The webhook has taken revision 2." in service.output)
        assert service.output.count("The webhook does not take revision 1: it answered 500.") == 1

    assert revisions(hook) == [1, 1, 1, 1, 2]
    for _, headers, body in hook.got:
        moment = headers[SIGNATURE].partition("=")[2].partition(",")[0]
        assert headers[SIGNATURE] == f"t={moment},v1={signature(body, SECRET, moment)}"
        assert headers[DELIVERY] == json.loads(body)["id"]
        assert json.loads(body)["environment"] == "staging"
    assert len({headers[DELIVERY] for _, headers, _ in hook.got}) == 2
    assert SECRET not in service.output


def test_changes__while_the_server_is_slow__are_answered_and_so_is_everything_else(
    start_service: StartService, eventually: Eventually
) -> None:
    over = Event()

    def be_slow(_: Hook, handler: BaseHTTPRequestHandler) -> None:
        over.wait()
        with_status(200)(hook, handler)

    with listening(be_slow) as hook:
        service = started(start_service, hook)
        eventually(noted(service, 0))
        change(service, 0, FIRST)
        eventually(lambda: hook.got)

        # The server has not answered yet, and does so only after these.
        change(service, 1, SECOND)
        assert {service.status("/health/ready") for _ in range(20)} == {200}
        assert len(hook.got) == 1 or revisions(hook) == [1] * len(hook.got)
        over.set()
        eventually(noted(service, 2))

    assert sorted(set(revisions(hook))) == [1, 2]


def test_message__of_workers_that_were_killed__is_sent_by_the_next_ones(
    start_service: StartService, eventually: Eventually
) -> None:
    port = free_port()
    gone = Hook(port)
    service = started(start_service, gone)
    eventually(noted(service, 0))
    change(service, 0, FIRST)
    before = service.workers
    for worker in before:
        os.kill(worker, signal.SIGKILL)
    eventually(lambda: len(service.workers) == 2 * len(before) and service.is_ready())
    assert noted(service, 0)()

    with listening(with_status(200), port) as hook:
        eventually(noted(service, 1))

    assert revisions(hook) == [1]


def test_service__with_preload__says_that_it_sends_nothing_and_works(
    start_service: StartService, eventually: Eventually
) -> None:
    settings = {"DESTINY_WEBHOOK_URL": "http://127.0.0.1:1/", "DESTINY_WEBHOOK_SECRET": SECRET}
    service: RunningService = start_service(command=cold("tests.smoke.cold_app:app", "--preload"), **settings)

    eventually(lambda: service.output.count("With --preload, the webhook gets no messages.") == 2)
    assert service.status("/health/live") == 200
