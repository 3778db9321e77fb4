"""One run: a service of its own, hostile requests from several processes, then floods; and what must hold."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from queue import Empty
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from tests.hostile import tokens
from tests.hostile.broken import broken
from tests.hostile.client import Client
from tests.hostile.exchange import Script, Sent
from tests.hostile.floods import FLOODS, Waits, waits
from tests.hostile.from_contract import from_contract
from tests.hostile.report import Report
from tests.hostile.sequences import SEQUENCES
from tests.hostile.watch import Sample, Watch, errors
from tests.openapi import operations
from tests.patience import PATIENCE_S
from tests.smoke.running_service import RunningService, free_port

LONGEST_S: Final = 2.0
"""How long an answer may take there, with the requests before it."""
MOST_GROWTH: Final = 0.25
MOST_GROWTH_BYTES: Final = 24 << 20
"""How much a worker may grow after the first fifth of the requests, by the larger of both."""
MOST_DELAY: Final = 3
"""How many times as long other callers may wait during a flood."""
ENOUGH: Final = 20_000
"""From this many requests on, every operation must have succeeded at least once."""
ADOPT: Final = "POST /v1/admin/tuning/adopt"
SETTINGS: Final = {
    "DESTINY_HEAD_TIMEOUT_S": "5",
    "DESTINY_BODY_TIMEOUT_S": "5",
    "DESTINY_RECORDS": "2000",
    "DESTINY_CORS_ORIGINS": "http://good.example",
}


@dataclass(frozen=True, slots=True)
class Plan:
    requests: int
    seed: int
    processes: int = 2
    connections: int = 8
    """Of each process."""
    flood_s: float = 5.0
    """How long each measurement with and without a flood is; 0: there are none."""
    flood: int = 300
    command: Sequence[str] | None = None
    """What starts the service; None: as for the smoke tests."""


@dataclass(slots=True)
class Outcome:
    plan: Plan
    report: Report
    watch: Watch
    seconds: float
    workers_after: Sequence[int]
    errors: Sequence[str]
    """What the service logged as errors."""
    waits: dict[str, Waits] = field(default_factory=dict)
    """By flood: how long other callers waited."""

    @property
    def mistakes(self) -> list[str]:
        """What did not hold."""
        found = [f"{number} times: {text}" for text, number in self.report.found.most_common()]
        if list(self.watch.workers) != list(self.workers_after):
            found.append(f"workers were lost: {self.watch.workers} became {self.workers_after}")
        found += [
            f"a worker grew from {before >> 20} to {after >> 20} MiB"
            for before, after in zip(self.early.workers, self.late.workers, strict=True)
            if after - before > max(MOST_GROWTH * before, MOST_GROWTH_BYTES)
        ]
        for slow in self.report.longest:
            most = LONGEST_S * self.watch.factor_before(slow.ended)
            if slow.seconds > most:
                found.append(f"{slow.what} took {slow.seconds:.1f} s, over {most:.1f} s")
        if self.report.sent >= ENOUGH:
            found += [f"{what} never succeeded" for what in self.never_well]
        found += [
            f"others waited {one.times:.1f} times as long with {name}"
            for name, one in self.waits.items()
            if one.times > MOST_DELAY
        ]
        return found + [f"logged: {line}" for line in self.errors]

    @property
    def early(self) -> Sample:
        """After a fifth of the requests."""
        return next((one for one in self.watch.samples if one.share >= 0.2), self.late)

    @property
    def late(self) -> Sample:
        return self.watch.samples[-1]

    @property
    def never_well(self) -> list[str]:
        """The operations that no request has reached and succeeded with, except for one that needs a replaced store."""
        well = {what for what, status in self.report.reached if 200 <= status < 300}
        return [what for one in operations() if (what := f"{one.method} {one.path}") not in {*well, ADOPT}]


def run(plan: Plan, show: Callable[[Sample], None] = lambda _: None) -> Outcome:
    """Start a service, send everything, stop the service."""
    with TemporaryDirectory(prefix="destiny-") as folder:
        settings = SETTINGS | tokens.settings(Path(folder))
        output = Path(folder) / "output"
        service = RunningService(Path(folder) / "var", free_port(), output, plan.command, **settings)
        try:
            service.wait_until_ready()
            return _attacked(service, plan, output, show)
        finally:
            service.end()


def _attacked(service: RunningService, plan: Plan, output: Path, show: Callable[[Sample], None]) -> Outcome:
    began = perf_counter()
    context = multiprocessing.get_context("spawn")
    answered: Synchronized[int] = context.Value("q", 0)
    with Watch(service.workers, service.store_pid(), lambda: answered.value / plan.requests, show) as watch:
        whole = _sent(context, _Sender(service.port, plan, answered, context.Queue()))
    seconds = perf_counter() - began
    found = {}
    if plan.flood_s:
        found = {name: waits(service.port, flood, plan.flood, plan.flood_s) for name, flood in FLOODS.items()}
    return Outcome(plan, whole, watch, seconds, service.workers, errors(output), found)


def _sent(context: multiprocessing.context.SpawnContext, send: "_Sender") -> Report:
    """What all processes report that send."""
    senders = [context.Process(target=send, args=(number,)) for number in range(send.plan.processes)]
    for sender in senders:
        sender.start()
    whole, missing = Report(), len(senders)
    while missing:
        try:
            whole.merge(send.results.get(timeout=1))
            missing -= 1
        except Empty:
            if any(sender.exitcode for sender in senders):
                raise RuntimeError("a process that sends has failed") from None
    for sender in senders:
        sender.join()
    return whole


@dataclass(frozen=True, slots=True)
class _Sender:
    """One process that sends: it counts what is answered, and hands back its report."""

    port: int
    plan: Plan
    answered: "Synchronized[int]"
    results: "multiprocessing.Queue[Report]"

    def __call__(self, number: int) -> None:
        random = Random(f"{self.plan.seed} {number}")
        requests = -(-self.plan.requests // self.plan.processes)
        client = Client(self.port, self.plan.connections, scripts(random), self._count)
        self.results.put(client.run(requests, PATIENCE_S))

    def _count(self) -> None:
        with self.answered.get_lock():
            self.answered.value += 1


def scripts(random: Random) -> Iterator[Script]:
    """Scripts without end, most of them single requests."""
    while True:
        kind = random.random()
        if kind < 0.75:
            yield _one(from_contract(random))
        elif kind < 0.9:
            yield _one(broken(random))
        else:
            yield random.choice(SEQUENCES)(random)


def _one(sent: Sent) -> Script:
    yield sent
