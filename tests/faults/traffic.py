"""Mixed traffic from several threads, and the questions that are asked once it is over."""

import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from threading import Event
from typing import Any, Final

from tests.faults.calls import Caller, Reply, Request, skills_of
from tests.faults.history import History, Kind, Outcome
from tests.patience import PATIENCE_S, wait_until
from tests.smoke.tuning_calls import AS_ADMIN, TUNING

ACTION: Final = {"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}
CHARACTERS: Final = ("ann", "bob", "carol", "dan")
KEYED: Final[Sequence[tuple[str, Any]]] = (
    ("/v1/resolve", ACTION),
    ("/v1/resolve/batch", {"requests": [ACTION] * 2}),
    ("/v1/draws", {}),
)
PAUSE_S: Final = (0.01, 0.06)
CONSIDERS_S: Final = (0.1, 0.3)
"""A change costs more than all else: every worker reads it."""
PATIENCE: Final = 40
"""How many times a player asks with a key before the next one."""
ASKERS: Final = 4
REMEMBERED: Final = 30


class Traffic:
    """Players and designers, who go on as long as `flowing` does."""

    def __init__(self, ports: list[int], seed: str) -> None:
        """What is made of the seed are names too, so no two on one stage may have the same."""
        self.history = History()
        self._ports, self._seed = ports, seed
        self._done = Event()
        self._numbers = count(1)
        self._keys: deque[Request] = deque(maxlen=REMEMBERED)
        self._draws: deque[str] = deque(maxlen=REMEMBERED)
        self._requests: dict[str, Request] = {}
        """By key: the request that each was first sent with."""
        self._newest: dict[Caller, int] = {}
        """The revision that each designer saw last."""
        self._characters = [f"{name}-{seed}" for name in CHARACTERS]

    @contextmanager
    def flowing(self) -> Iterator[None]:
        jobs = [self._plain, *[self._keyed] * 2, *[self._draw] * 2, *[self._change] * 2, *[self._character] * 2]
        with ThreadPoolExecutor(len(jobs)) as pool:
            try:
                running = [pool.submit(self._repeat, job, number) for number, job in enumerate(jobs)]
                yield
            finally:
                self._done.set()
            self._raise_what_went_wrong(running)

    def await_answers(self, number: int, kinds: set[Kind], since: float = 0.0) -> None:
        """Return when so many requests of each of these kinds were sent after this moment and have been done."""
        wait_until(
            lambda: all(self._answered(kind, since) >= number for kind in kinds),
            lambda: f"Not answered any more: {[kind for kind in kinds if self._answered(kind, since) < number]}.",
            pause_s=0.1,
        )

    def ask_all_again(self) -> None:
        """Every key with its request, every draw with another, every character: what counts is what they say now."""
        with ThreadPoolExecutor(ASKERS) as pool:
            for future in [pool.submit(self._until_it_is_clear, request, n) for n, request in enumerate(self._known())]:
                future.result()

    def _known(self) -> Iterator[Request]:
        for key, operations in self.history.by_subject(Kind.KEYED).items():
            if any(operation.outcome is Outcome.DONE for operation in operations):
                yield self._requests[key]
        for draw_id, operations in self.history.by_subject(Kind.DRAW).items():
            if any(operation.answer for operation in operations):
                yield self._taking(draw_id, "the last one")
        for character in self._characters:
            yield self._reading(character)

    def _until_it_is_clear(self, request: Request, number: int) -> None:
        caller = self._caller(f"again {number}")
        deadline = time.monotonic() + PATIENCE_S
        while caller.send(request).may_pass:
            if time.monotonic() > deadline:
                raise TimeoutError(f"No answer any more for {request.kind} {request.subject}.")
            time.sleep(0.1)

    def _answered(self, kind: Kind, since: float) -> int:
        return sum(one.outcome is Outcome.DONE and one.invoked >= since for one in self.history.of(kind))

    def _caller(self, name: str) -> Caller:
        return Caller(self._ports, self.history, random.Random(f"{self._seed} {name}"))

    def _repeat(self, job: Callable[[Caller], None], number: int) -> None:
        caller = self._caller(str(number))
        while not self._done.is_set():
            job(caller)
            time.sleep(caller.chosen.uniform(*PAUSE_S))

    def _raise_what_went_wrong(self, running: list[Future[None]]) -> None:
        for future in running:
            future.result()

    def _plain(self, caller: Caller) -> None:
        if caller.chosen.random() < 0.2:
            caller.send(Request(Kind.PLAIN, "any", "POST", "/v1/resolve/batch", {"requests": [ACTION] * 3}))
        else:
            caller.send(Request(Kind.PLAIN, "any", "POST", "/v1/resolve", ACTION))

    def _keyed(self, caller: Caller) -> None:
        """A new key until it is answered, or one that has been answered before."""
        if self._keys and caller.chosen.random() < 0.3:
            caller.send(caller.chosen.choice(list(self._keys)))
            return
        key = f"{self._seed}-{next(self._numbers)}"
        path, body = caller.chosen.choice(KEYED)
        request = Request(Kind.KEYED, key, "POST", path, body, {"Idempotency-Key": key})
        self._requests[key] = request
        self._persist(caller, request)
        self._keys.append(request)

    def _draw(self, caller: Caller) -> None:
        """A promised draw, named by this caller and perhaps by another one at the same moment."""
        if not self._draws or caller.chosen.random() < 0.5:
            reply = caller.send(Request(Kind.PROMISE, "any", "POST", "/v1/draws", {}))
            if reply.status == 201:
                self._draws.append(reply.document["draw_id"])
        if self._draws:
            draw_id = caller.chosen.choice(list(self._draws)[-4:])
            seed = str(next(self._numbers))
            self._persist(caller, self._taking(draw_id, seed, with_a_key=caller.chosen.random() < 0.5))

    def _taking(self, draw_id: str, client_seed: str, *, with_a_key: bool = False) -> Request:
        body = {**ACTION, "draw": {"draw_id": draw_id, "client_seed": client_seed}}
        headers = {"Idempotency-Key": f"{draw_id} {client_seed}".replace(" ", "-")} if with_a_key else {}
        return Request(Kind.DRAW, draw_id, "POST", "/v1/resolve", body, headers)

    def _persist(self, caller: Caller, request: Request) -> Reply:
        reply = caller.send(request)
        for _ in range(PATIENCE):
            if not reply.may_pass or self._done.is_set():
                break
            time.sleep(caller.chosen.uniform(0.02, 0.1))
            reply = caller.send(request)
        return reply

    def _change(self, caller: Caller) -> None:
        """One of two designers: each bases a change on what they saw last."""
        known = self._newest.get(caller, 0)
        number = next(self._numbers)
        values = {"items": {f"item_{number % 5}": {"flat": caller.chosen.randint(1, 40_000) / 100}}}
        body: Any = {"values": values, "reason": f"{self._seed} {number}"}
        headers = {**AS_ADMIN, "If-Match": f'"{known}"'}
        reply = caller.send(Request(Kind.CHANGE, "log", "PATCH", TUNING, body, headers, body["reason"]))
        if tag := reply.headers.get("ETag"):
            self._newest[caller] = int(tag.strip('"'))
        time.sleep(caller.chosen.uniform(*CONSIDERS_S))

    def _character(self, caller: Caller) -> None:
        character = caller.chosen.choice(self._characters)
        if caller.chosen.random() < 0.4:
            number = next(self._numbers)
            body = {"skills": skills_of(number)}
            path = f"/v1/characters/{character}"
            caller.send(Request(Kind.WRITE, character, "PUT", path, body, value=number))
        else:
            caller.send(self._reading(character))

    def _reading(self, character: str) -> Request:
        return Request(Kind.READ, character, "GET", f"/v1/characters/{character}")
