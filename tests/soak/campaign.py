"""One run: its own service, how much it can do, and then half of that for as long as wanted."""

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.hostile.exchange import Script
from tests.processes import is_alive
from tests.smoke.running_service import RunningService, free_port
from tests.smoke.tuning_calls import TOKEN
from tests.soak.client import PacedClient, Window
from tests.soak.mix import scripts
from tests.soak.watch import Sample

CONNECTIONS: Final = 32
SHARE: Final = 0.5
"""How much of what the service can do is asked of it."""
MOST_GROWTH: Final = 0.1
MOST_GROWTH_MIB: Final = 16.0
"""How much a worker or the store may grow from the second fifth of the run to the last one, by the larger of both."""
MOST_MORE: Final = 20
"""How many more descriptors and threads a worker may have then."""


@dataclass(frozen=True, slots=True)
class Plan:
    seconds: float
    seed: int
    window_s: float = 15.0
    probe_s: float = 20.0
    """How long the service is asked as much as it can do, before."""
    command: Sequence[str] | None = None
    """What starts the service; None: as for the smoke tests."""


@dataclass(slots=True)
class Outcome:
    plan: Plan
    capacity: float
    """Answers a second that the service gave when it was asked as much as possible."""
    samples: list[Sample] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    lost_workers: bool = False
    errors: Sequence[str] = ()

    def early_and_late(self, figure: Callable[[Sample], float]) -> tuple[float, float]:
        """The median of a figure in the second fifth and in the last fifth of the run."""
        fifth = max(1, len(self.samples) // 5)
        early, late = self.samples[fifth : 2 * fifth] or self.samples[:fifth], self.samples[-fifth:]
        return median(map(figure, early)), median(map(figure, late))

    @property
    def mistakes(self) -> list[str]:
        """What did not hold."""
        found = [f"{number} times: {text}" for text, number in self.wrong.most_common()]
        if self.lost_workers:
            found.append("a worker was lost")
        for name, figure in (("a worker", _worker), ("the store, without kept answers,", _store)):
            early, late = self.early_and_late(figure)
            if late - early > max(MOST_GROWTH * early, MOST_GROWTH_MIB):
                found.append(f"{name} grew from {early:.0f} to {late:.0f} MiB")
        for name, count in (("descriptors", _descriptors), ("threads", _threads)):
            early, late = self.early_and_late(count)
            if late - early > MOST_MORE:
                found.append(f"a worker had {early:.0f} {name}, then {late:.0f}")
        return found + [f"logged: {line}" for line in self.errors]


def _worker(sample: Sample) -> float:
    return sample.worker_mib


def _store(sample: Sample) -> float:
    return sample.store_mib - sample.kept_mib


def _descriptors(sample: Sample) -> float:
    return sample.descriptors


def _threads(sample: Sample) -> float:
    return sample.threads


def run(plan: Plan, show: Callable[[Sample], None] = lambda _: None) -> Outcome:
    """Start a service, keep it busy, stop it; each sample is shown when it is taken."""
    with TemporaryDirectory(prefix="destiny-") as folder:
        # The usual room for kept answers is used up after half an hour of this.
        settings = {
            "DESTINY_ADMIN_TOKEN": TOKEN,
            "DESTINY_IDEMPOTENCY_HOURS": "1",
            "DESTINY_IDEMPOTENCY_MIB": "4096",
        }
        output = Path(folder) / "output"
        service = RunningService(Path(folder) / "var", free_port(), output, plan.command, **settings)
        try:
            service.wait_until_ready()
            outcome = _watched(service, plan, show)
        finally:
            service.end()
        outcome.errors = list(_errors(output))
        return outcome


def _watched(service: RunningService, plan: Plan, show: Callable[[Sample], None]) -> Outcome:
    workers = service.workers
    outcome = Outcome(plan, _capacity(service.port, plan))
    context = multiprocessing.get_context("spawn")
    windows: multiprocessing.Queue[Window | None] = context.Queue()
    rate = max(1.0, SHARE * outcome.capacity)
    sender = context.Process(target=_send, args=(service.port, plan, rate, windows))
    began = time.monotonic()
    sender.start()
    with closing(service.store()) as store:
        while window := windows.get():
            sample = Sample.of(time.monotonic() - began, window, workers, store)
            outcome.samples.append(sample)
            outcome.answers += len(window.latencies)
            outcome.wrong += window.wrong
            show(sample)
    sender.join()
    outcome.lost_workers = not all(map(is_alive, workers))
    return outcome


def _errors(output: Path) -> Iterator[str]:
    """What the service logged as errors; the log has a line for each request, so it is not read at once."""
    with output.open() as lines:
        yield from (line for line in lines if '"level":"error"' in line or '"level":"critical"' in line)


def _capacity(port: int, plan: Plan) -> float:
    """Scripts a second with all connections busy, from this process: the rate that the sender halves."""
    chosen = Random(f"{plan.seed} capacity")
    begun = Counter[str]()

    def counted() -> Iterator[Script]:
        for script in scripts(chosen):
            begun["scripts"] += 1
            yield script

    began = time.monotonic()
    with closing(PacedClient(port, CONNECTIONS, counted(), None)) as client:
        for _ in client.run(plan.probe_s, plan.probe_s):
            pass
    return begun["scripts"] / (time.monotonic() - began)


def _send(port: int, plan: Plan, rate: float, windows: "multiprocessing.Queue[Window | None]") -> None:
    try:
        with closing(PacedClient(port, CONNECTIONS, scripts(Random(plan.seed)), rate)) as client:
            for window in client.run(plan.seconds, plan.window_s):
                windows.put(window)
    finally:
        windows.put(None)
