"""One run: one fault, one store, traffic before, during and after it, and what the history says."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

from tests.faults.calls import EXPECTED
from tests.faults.faults import Fault
from tests.faults.history import History, Kind, Operation
from tests.faults.promises import Broken, Revision, broken
from tests.faults.stage import Stage
from tests.faults.stores import StoreKind
from tests.faults.traffic import Traffic

BEFORE: Final = 5
"""So many requests of each kind are answered before the fault, and after it."""
SOON_S: Final = 10
"""Records are written behind, and workers look for a new tuning several times a second. This long is enough."""
GROUPS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "plain": (Kind.PLAIN,),
    "keyed": (Kind.KEYED,),
    "draws": (Kind.PROMISE, Kind.DRAW),
    "changes": (Kind.CHANGE,),
    "characters": (Kind.WRITE, Kind.READ),
}
"""Requests that need the same of the store."""
IN_USE: Final = 409
"""Of a key, or a tuning that the store has lost: nothing that the caller could act on."""


@dataclass(frozen=True)
class Served:
    """How a group of requests fared from the beginning of the fault until everything was back."""

    asked: int
    answered: int
    unavailable: int
    """503."""
    silence_s: float
    """The longest time without an answer."""


@dataclass(frozen=True)
class Run:
    """What came of it."""

    fault: str
    store: StoreKind
    seed: int
    operations: int
    broken: Broken
    served: Mapping[str, Served]
    errors: int
    """Answers that no caller should ever get, and tracebacks in the logs."""
    follows: bool
    """Whether every instance follows the tuning in the store afterwards."""
    date: str

    @property
    def spoiled_the_stage(self) -> bool:
        """Whether nothing more can be tried there.

        A service does not follow a store that has lost a revision that was live, also if its designer got no answer.
        """
        return bool(not self.follows or self.broken.lost_revisions or self.broken.disordered_revisions)


def traffic_for(fault: Fault, stage: Stage, seed: int) -> Traffic:
    return Traffic([instance.port for instance in stage.instances], f"{fault.name}-{seed}")


def perform(fault: Fault, stage: Stage, seed: int, traffic: Traffic) -> Run:
    """Do this on a stage where everything works. It does so afterwards, unless something was lost."""
    kind = stage.store.kind
    tracebacks = stage.tracebacks()
    with traffic.flowing():
        traffic.await_answers(BEFORE, set(Kind))
        time.sleep(max(0.0, stage.store.settles_at - time.monotonic()))
        began = traffic.history.now()
        fault.do(stage)
        healed = traffic.history.now()
        traffic.await_answers(BEFORE, answered_afterwards(fault, kind), since=healed)
        back = traffic.history.now()
    traffic.ask_all_again()
    return Run(
        fault.name,
        kind,
        seed,
        len(traffic.history),
        broken(traffic.history, read_log(stage), written(stage, traffic.history)),
        {name: served(traffic.history.of(*kinds), began, back) for name, kinds in GROUPS.items()},
        sum(map(is_wrong, traffic.history)) + stage.tracebacks() - tracebacks,
        comes_true_soon(stage.follows),
        f"{datetime.now(UTC):%Y-%m-%d}",
    )


def may_lose_revisions(fault: Fault, kind: StoreKind) -> bool:
    """Whether the documentation says so."""
    return fault.erases or kind is StoreKind.SENTINEL or (fault.splits and kind is StoreKind.REPLICATED)


def answered_afterwards(fault: Fault, kind: StoreKind) -> set[Kind]:
    """A service does not follow a store that has lost revisions, so nothing can be changed there."""
    return set(Kind) - ({Kind.CHANGE} if may_lose_revisions(fault, kind) else set())


def is_wrong(operation: Operation) -> bool:
    refused = 400 <= operation.status < 500 and operation.status not in EXPECTED[operation.kind]
    return refused or operation.status == 500


def served(operations: list[Operation], began: float, back: float) -> Served:
    """Of these operations, those that were sent between the two moments."""
    meanwhile = [one for one in operations if began <= one.invoked <= back]
    answers = sorted(one.completed for one in operations if is_answered(one) and began <= one.completed <= back)
    moments = [began, *answers, back]
    return Served(
        len(meanwhile),
        sum(map(is_answered, meanwhile)),
        sum(one.status == 503 for one in meanwhile),
        max(later - earlier for earlier, later in pairwise(moments)),
    )


def is_answered(operation: Operation) -> bool:
    return 200 <= operation.status < 500 and operation.status != IN_USE


def read_log(stage: Stage) -> list[Revision]:
    """Every revision in the store, the first one first, also where the service does not follow it."""
    kept = [json.loads(entry) for entry in stage.store.revisions()]
    return [Revision(record["revision"], record["reason"]) for record in kept]


def written(stage: Stage, history: History) -> set[str]:
    """The resolutions with a record, once all that wait have had the time to be written."""
    resolved = {resolution for operation in history for resolution in operation.resolutions}
    comes_true_soon(lambda: resolved <= stage.store.records())
    return stage.store.records()


def comes_true_soon(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + SOON_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.5)
    return True
