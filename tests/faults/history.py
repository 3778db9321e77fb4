"""What callers sent and what came back, as they saw it: the material that the promises are checked against."""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import Any

NO_ANSWER = 0
"""The status of a request whose connection was refused, broke, or stayed silent for too long."""


class Kind(StrEnum):
    """Kinds of requests that need different things of the store."""

    PLAIN = "plain"
    KEYED = "keyed"
    PROMISE = "promise"
    DRAW = "draw"
    CHANGE = "change"
    WRITE = "write"
    READ = "read"


class Outcome(StrEnum):
    """What a caller knows after a request."""

    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    """It may have happened, and it may still happen."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One attempt of one caller."""

    kind: Kind
    subject: str
    """Which key, draw, character or log it was about."""
    invoked: float
    completed: float
    status: int
    value: Any = None
    """What was sent, if no other attempt sends it: the reason of a change, the number written to a character."""
    answer: Any = None
    """What came back: the body for a key, the resolution that has the draw, the revision, the number that was read."""
    resolutions: tuple[str, ...] = ()
    """The ids of what the answer says was resolved."""

    @property
    def outcome(self) -> Outcome:
        if 200 <= self.status < 300:
            return Outcome.DONE
        return Outcome.REFUSED if 400 <= self.status < 500 else Outcome.UNKNOWN


class History:
    """Operations in the order in which they completed. Any thread may add one."""

    def __init__(self, operations: Iterable[Operation] = (), clock: Callable[[], float] = time.monotonic) -> None:
        self.now = clock
        self._operations = list(operations)
        self._adding = Lock()

    def add(self, operation: Operation) -> None:
        with self._adding:
            self._operations.append(operation)

    def __iter__(self) -> Iterator[Operation]:
        with self._adding:
            return iter(list(self._operations))

    def __len__(self) -> int:
        return len(self._operations)

    def of(self, *kinds: Kind) -> list[Operation]:
        return [operation for operation in self if operation.kind in kinds]

    def by_subject(self, *kinds: Kind) -> dict[str, list[Operation]]:
        found: dict[str, list[Operation]] = defaultdict(list)
        for operation in self.of(*kinds):
            found[operation.subject].append(operation)
        return found

    def write(self, file: Path) -> None:
        """A JSON document for each operation, one a line."""
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("w", encoding="utf-8") as lines:
            lines.writelines(json.dumps(asdict(operation), default=str) + "\n" for operation in self)
