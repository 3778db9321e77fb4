"""How callers ask: by way of a balancer, and every attempt goes into the history."""

import json
import random
import re
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

from tests.faults.history import NO_ANSWER, History, Kind, Operation

TIMEOUT_S: Final = 5
"""As the documented loop has it."""
TAKEN_BY: Final = re.compile(rb"Already used by the resolution ([\w-]+)\.")
SKILLS: Final = ("lockpicking", "stealth", "safecracking")
PER_SKILL: Final = 100


@dataclass(frozen=True)
class Request:
    """What to send, and what the history calls it."""

    kind: Kind
    subject: str
    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    value: Any = None


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def may_pass(self) -> bool:
        """Whether the documentation says to send the same again."""
        return self.status in {NO_ANSWER, 429} or self.status >= 500 or b"idempotency-key-in-use" in self.body

    @property
    def document(self) -> Any:
        return json.loads(self.body)


class Caller:
    """One of those who play."""

    def __init__(self, ports: list[int], history: History, chosen: random.Random) -> None:
        self._ports, self._history = ports, history
        self.chosen = chosen

    def send(self, request: Request) -> Reply:
        invoked = self._history.now()
        reply = self._send(request)
        completed = self._history.now()
        done = 200 <= reply.status < 300
        self._history.add(
            Operation(
                request.kind,
                request.subject,
                invoked,
                completed,
                reply.status,
                request.value,
                _ANSWERS[request.kind](reply, done),
                _resolutions(reply) if done else (),
            )
        )
        return reply

    def _send(self, request: Request) -> Reply:
        """As a balancer does: if an instance does not listen, another one gets the request."""
        for port in self.chosen.sample(self._ports, len(self._ports)):
            with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)) as connection:
                try:
                    connection.connect()
                except OSError:
                    continue
                try:
                    body = None if request.body is None else json.dumps(request.body)
                    headers = {"Content-Type": "application/json", **request.headers}
                    connection.request(request.method, request.path, body, headers)
                    answer = connection.getresponse()
                    return Reply(answer.status, dict(answer.headers), answer.read())
                except (OSError, HTTPException):
                    break
        return Reply(NO_ANSWER, {}, b"")


def _resolutions(reply: Reply) -> tuple[str, ...]:
    if b'"resolution_id"' not in reply.body:
        return ()
    document = reply.document
    return tuple(one["resolution_id"] for one in document.get("results", [document]) if "resolution_id" in one)


def _resolution_of_the_draw(reply: Reply, done: bool) -> str | None:  # noqa: FBT001
    if done:
        return str(reply.document["resolution_id"])
    named = TAKEN_BY.search(reply.body)
    return named[1].decode() if named else None


def skills_of(number: int) -> dict[str, int]:
    """A number as skills, so that no two writes of a character are alike."""
    return {skill: 1 + number // PER_SKILL**place % PER_SKILL for place, skill in enumerate(SKILLS)}


def number_of(skills: Mapping[str, int]) -> int:
    return sum((skills[skill] - 1) * PER_SKILL**place for place, skill in enumerate(SKILLS))


EXPECTED: Final[Mapping[Kind, frozenset[int]]] = {
    Kind.PLAIN: frozenset(),
    Kind.KEYED: frozenset({409}),
    Kind.PROMISE: frozenset(),
    Kind.DRAW: frozenset({409, 422}),
    Kind.CHANGE: frozenset({409, 412}),
    Kind.WRITE: frozenset(),
    Kind.READ: frozenset({404}),
}
"""With which 4xx each kind may be refused."""
_ANSWERS: Final[Mapping[Kind, Callable[[Reply, bool], Any]]] = {
    Kind.PLAIN: lambda _, __: None,
    Kind.KEYED: lambda reply, done: sha256(reply.body).hexdigest() if done else None,
    Kind.PROMISE: lambda _, __: None,
    Kind.DRAW: _resolution_of_the_draw,
    Kind.CHANGE: lambda reply, done: int(reply.headers["ETag"].strip('"')) if done else None,
    Kind.WRITE: lambda _, __: None,
    Kind.READ: lambda reply, done: number_of(reply.document["skills"]) if done else None,
}
