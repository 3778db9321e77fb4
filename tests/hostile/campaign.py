"""One run: a service of its own, hostile requests from several processes, then floods; and what must hold."""

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Final

from tests.hostile import floods
from tests.hostile.broken import broken
from tests.hostile.client import Client, Report
from tests.hostile.exchange import Script, Sent
from tests.hostile.from_contract import TOKEN, from_contract
from tests.hostile.sequences import SEQUENCES
from tests.patience import PATIENCE_S
from tests.smoke.running_service import RunningService, free_port

USUAL_LOOP_S: Final = 0.33
"""How long ten million additions take on a usual machine."""
LONGEST_S: Final = 2.0
"""How long an answer may take there, with the requests before it."""
MOST_GROWTH: Final = 0.25
MOST_GROWTH_BYTES: Final = 24 << 20
"""How much a worker may grow after the first fifth of the requests, by the larger of both."""
MOST_DELAY: Final = 20
"""How many times as long other callers may wait during a flood. On a shared machine this is noisy."""
SETTINGS: Final = {
    "DESTINY_ADMIN_TOKEN": TOKEN,
    "DESTINY_HEAD_TIMEOUT_S": "5",
    "DESTINY_BODY_TIMEOUT_S": "5",
    "DESTINY_RECORDS": "2000",
}


@dataclass(frozen=True, slots=True)
class Plan:
    requests: int
    seed: int
    processes: int = 2
    connections: int = 8
    """Of each process."""
    flood_s: float = 5.0
    """How long each flood is; 0: there is none."""
    flood: int = 300
    command: Sequence[str] | None = None
    """What starts the service; None: as for the smoke tests."""


@dataclass(slots=True)
class Outcome:
    report: Report
    factor: float
    """How many times as long this machine takes for a plain loop as a usual one."""
    seconds: float
    workers_before: Sequence[int]
    workers_after: Sequence[int]
    memory: Sequence[tuple[int, int]]
    """Of each worker: bytes after a fifth of the requests, and at the end."""
    errors: Sequence[str]
    """What the service logged as errors."""
    p99: dict[str, float] = field(default_factory=dict)

    @property
    def mistakes(self) -> list[str]:
        """What did not hold."""
        found = [f"{number} times: {text}" for text, number in self.report.found.most_common()]
        if self.workers_before != self.workers_after:
            found.append(f"workers were lost: {self.workers_before} became {self.workers_after}")
        found += [
            f"a worker grew from {before >> 20} to {after >> 20} MiB"
            for before, after in self.memory
            if after - before > max(MOST_GROWTH * before, MOST_GROWTH_BYTES)
        ]
        longest, what, _ = self.report.longest[0]
        if longest > LONGEST_S * self.factor:
            found.append(f"{what} took {longest:.1f} s, over {LONGEST_S * self.factor:.1f} s")
        found += [
            f"others waited {times:.1f} times as long with {name}" for name, times in self.delays if times > MOST_DELAY
        ]
        return found + [f"logged: {line}" for line in self.errors]

    @property
    def delays(self) -> list[tuple[str, float]]:
        """By flood: how many times as long others waited, in the 99th percentile."""
        alone = self.p99.get("nothing")
        return [(name, p99 / alone) for name, p99 in self.p99.items() if alone]


def run(plan: Plan) -> Outcome:
    """Start a service, send everything, stop the service."""
    with TemporaryDirectory(prefix="destiny-") as folder:
        port = free_port()
        service = RunningService(Path(folder) / "var", port, Path(folder) / "output", plan.command, **SETTINGS)
        try:
            service.wait_until_ready()
            return _attacked(service, plan)
        finally:
            service.end()


def _attacked(service: RunningService, plan: Plan) -> Outcome:
    before = service.workers
    began, factors = perf_counter(), [_factor()]
    context = multiprocessing.get_context("spawn")
    answered: Synchronized[int] = context.Value("q", 0)
    results: multiprocessing.Queue[Report] = context.Queue()
    send = _Sender(service.port, plan, answered, results)
    senders = [context.Process(target=send, args=(number,)) for number in range(plan.processes)]
    for sender in senders:
        sender.start()
    while answered.value < plan.requests / 5 and all(sender.is_alive() for sender in senders):
        sleep(0.2)
    early = [_resident(pid) for pid in before]
    reports = [results.get() for _ in senders]
    for sender in senders:
        sender.join()
    seconds = perf_counter() - began
    factors.append(_factor())
    memory = list(zip(early, [_resident(pid) for pid in before], strict=True))
    p99 = _floods(service.port, plan) if plan.flood_s else {}
    whole = Report()
    for report in reports:
        whole.merge(report)
    errors = [str(line) for line in service.log if line["level"] not in ("info", "warning")]
    return Outcome(whole, max(factors), seconds, before, service.workers, memory, errors, p99)


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


def _floods(port: int, plan: Plan) -> dict[str, float]:
    seconds, number = plan.flood_s, plan.flood
    return {
        "nothing": floods.undisturbed(port, seconds),
        "slow heads": floods.with_slow_heads(port, seconds, number),
        "slow bodies": floods.with_slow_bodies(port, seconds, number),
        "idle connections": floods.with_idle(port, seconds, number),
    }


def _resident(pid: int) -> int:
    """The memory of a process, 0 if it is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _factor() -> float:
    """How much slower than a usual machine this one is now, with everything that runs on it."""
    began = perf_counter()
    added = 0
    for number in range(1_000_000):
        added += number
    return max(1.0, (perf_counter() - began) * 10 / USUAL_LOOP_S)
