"""Traffic on two services while their store fails over, and what has to hold afterwards.

Every promise of `DESTINY_STORE_SAFETY=replicated` is checked: key by key, draw by draw, revision by revision.
"""

import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any, Final

from tests.patience import PATIENCE_S, wait_until
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService
from tests.smoke.tuning_calls import AS_ADMIN, TOKEN, TUNING, history

PLAYERS: Final = 4
AFTERWARDS: Final = 20
"""So many answers after a failover show that the service answers again."""
ACTION: Final = {"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}


def two_services(start_service: StartService, url: str, folder: Path, replicas: int = 1) -> list[RunningService]:
    settings = {
        "DESTINY_REDIS_URL": url,
        "DESTINY_STORE_SAFETY": "replicated",
        "DESTINY_STORE_REPLICAS": str(replicas),
        "DESTINY_ADMIN_TOKEN": TOKEN,
        "DESTINY_LOG_LEVEL": "warning",
    }
    started = [start_service(folder / name, **settings, command=None) for name in ("one", "two")]
    wait_until(lambda: all(map(is_up, started)), lambda: "The services did not start.")
    return started


def is_up(service: RunningService) -> bool:
    return service.status("/health/ready") == 200


@dataclass
class Seen:
    """What callers were sent."""

    answers: dict[str, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    """By key; a second answer to a key is a broken promise."""
    draws: dict[str, str] = field(default_factory=dict)
    """The resolution of each promised draw that was taken."""
    revisions: dict[int, str] = field(default_factory=dict)
    """The reason given for each acknowledged revision."""
    statuses: Counter[int] = field(default_factory=Counter)
    odd: list[bytes] = field(default_factory=list)

    def note(self, status: int, body: bytes) -> None:
        self.statuses[status] += 1
        if status not in {200, 201, 412, 503} and b"idempotency-key-in-use" not in body:
            self.odd.append(body)


@dataclass
class Traffic:
    """Callers who ask either service, with each key, draw or change until they have an answer."""

    services: list[RunningService]
    seed: int
    done: Event = field(default_factory=Event)
    seen: Seen = field(default_factory=Seen)

    def play(self, player: int) -> None:
        chosen = random.Random(self.seed + player)
        number = 0
        while not self.done.is_set():
            number += 1
            if chosen.random() < 0.3:
                self._with_a_draw(chosen)
            else:
                self._with_a_key(chosen, f"{player}-{number}")

    def tune(self) -> None:
        chosen, newest, number = random.Random(self.seed - 1), 0, 0
        while not self.done.is_set():
            number += 1
            reason = f"change {number}"
            body = {"values": {"items": {f"item_{number % 5}": {"flat": number}}}, "reason": reason}
            status, headers, _ = self.ask(chosen, "PATCH", TUNING, body, **AS_ADMIN, **{"If-Match": f'"{newest}"'})
            if status == 200:
                self.seen.revisions[newest + 1] = reason
            if tag := headers.get("ETag"):
                newest = int(tag.strip('"'))
            elif status == 503:  # it may have become a revision anyway
                time.sleep(0.05)

    def _with_a_key(self, chosen: random.Random, key: str) -> None:
        sent = self.seen.answers[key]
        for _ in range(chosen.choice((1, 2))):
            status = 0
            while status != 200 and not self.done.is_set():
                status, _, body = self.ask(chosen, "POST", "/v1/resolve", ACTION, **{"Idempotency-Key": key})
                sent |= {body} if status == 200 else set()
                time.sleep(0.0 if status == 200 else 0.02)

    def _with_a_draw(self, chosen: random.Random) -> None:
        status, _, body = self.ask(chosen, "POST", "/v1/draws", {})
        if status != 201:
            time.sleep(0.02)
            return
        draw_id = json.loads(body)["draw_id"]
        status, _, body = self.ask(chosen, "POST", "/v1/resolve", taking(draw_id))
        if status == 200:
            self.seen.draws[draw_id] = json.loads(body)["resolution_id"]

    def ask(self, chosen: random.Random, method: str, path: str, body: Any, **headers: str) -> tuple[int, Any, bytes]:
        port = chosen.choice(self.services).port
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
            connection.request(method, path, json.dumps(body), {"Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            text = answer.read()
        self.seen.note(answer.status, text)
        return answer.status, answer.headers, text

    def answer(self, chosen: random.Random, action: Any, **headers: str) -> tuple[int, bytes]:
        """What the services say once they can: on a busy machine a replica may be slow even now."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            status, _, body = self.ask(chosen, "POST", "/v1/resolve", action, **headers)
            if status != 503:
                return status, body
        raise TimeoutError("The services do not answer any more.")

    def answered(self) -> int:
        return sum(map(len, list(self.seen.answers.values())))

    def await_answers(self) -> float:
        """Return how long it takes from now until a key is answered again, and wait until many are."""
        began, before = time.monotonic(), self.answered()
        # A request under way may still have its answer from before.
        wait_until(lambda: self.answered() > before + PLAYERS, lambda: "No key was answered after the failover.")
        took = time.monotonic() - began
        wait_until(lambda: self.answered() > before + AFTERWARDS, lambda: "The services do not answer any more.")
        return took


def taking(draw_id: str) -> dict[str, Any]:
    return {**ACTION, "draw": {"draw_id": draw_id, "client_seed": "any"}}


@contextmanager
def flowing(services: list[RunningService]) -> Iterator[Traffic]:
    """The traffic, as long as the block runs."""
    seed = time.time_ns() % 1_000_000
    print(f"Seed: {seed}")  # noqa: T201  pytest shows it if the test fails
    traffic = Traffic(services, seed)
    with ThreadPoolExecutor(PLAYERS + 1) as pool:
        callers = [pool.submit(traffic.play, player) for player in range(PLAYERS)] + [pool.submit(traffic.tune)]
        try:
            wait_until(lambda: traffic.answered() > AFTERWARDS, lambda: "The services do not answer.")
            yield traffic
        finally:
            traffic.done.set()
        for caller in callers:
            caller.result()


def assert_every_promise_is_kept(traffic: Traffic, took: list[float]) -> None:
    services = traffic.services
    seen = traffic.seen
    counts = (len(seen.answers), len(seen.draws), len(seen.revisions))
    print(f"Back after {took}; {counts} keys, draws and revisions; statuses {dict(seen.statuses)}")  # noqa: T201
    assert seen.odd == []
    assert min(counts) > 0

    chosen = random.Random(traffic.seed)
    wait_until(lambda: all(map(is_up, services)), lambda: "The services did not get ready.")
    for key in [key for key, sent in seen.answers.items() if sent]:
        status, body = traffic.answer(chosen, ACTION, **{"Idempotency-Key": key})
        seen.answers[key].add(body)
        assert status == 200
    assert [key for key, sent in seen.answers.items() if len(sent) > 1] == []

    for draw_id, resolution_id in seen.draws.items():
        status, body = traffic.answer(chosen, taking(draw_id))
        assert (status, f"Already used by the resolution {resolution_id}." in body.decode()) == (422, True)

    wait_until(lambda: services[0].status(f"{TUNING}/revisions", TOKEN) == 200, lambda: "The history cannot be read.")
    kept = {record["revision"]: record["reason"] for record in history(services[0])}
    assert {number: kept.get(number) for number in seen.revisions} == seen.revisions
    assert not any("Traceback" in service.output for service in services)
