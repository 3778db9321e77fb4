"""What a service uses while it is asked, how busy the machine is, and what is in the service's log."""

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Final, Self

USUAL_LOOP_S: Final = 0.033
"""How long a million additions take on a usual machine."""
EVERY_S: Final = 2.0
AROUND_S: Final = 10.0
"""How long before a moment the machine's business counts."""
MOST_LINES: Final = 20


@dataclass(frozen=True, slots=True)
class Sample:
    """One look."""

    at: float
    """By the clock of `time.monotonic`."""
    share: float
    """How much of the requests was answered."""
    factor: float
    """How many times as long a plain loop takes as on a usual machine that does nothing else."""
    workers: tuple[int, ...]
    """The resident memory of each worker, in bytes."""
    store: int


@dataclass(slots=True)
class Watch:
    """Looks at the processes again and again in a thread, from `with` on until its end."""

    workers: Sequence[int]
    store: int
    """Its process id."""
    share: Callable[[], float]
    show: Callable[[Sample], None]
    """Gets a sample after each twentieth of the requests."""
    samples: list[Sample] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._look)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
        self.samples.append(self._sample())

    def factor_before(self, moment: float) -> float:
        """How busy the machine was at most, shortly before this moment or at the next look."""
        near = [one.factor for one in self.samples if -AROUND_S < one.at - moment < 2 * EVERY_S]
        return max(near, default=1.0)

    def _look(self) -> None:
        shown = 0
        while not self._stop.wait(EVERY_S):
            self.samples.append(one := self._sample())
            if int(20 * one.share) > shown:
                shown = int(20 * one.share)
                self.show(one)

    def _sample(self) -> Sample:
        return Sample(monotonic(), self.share(), factor(), tuple(map(resident, self.workers)), resident(self.store))


def resident(pid: int) -> int:
    """The memory of a process in bytes, 0 if it is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def factor() -> float:
    """How much slower than a usual machine this one is now, with everything that runs on it."""
    began = perf_counter()
    added = 0
    for number in range(1_000_000):
        added += number
    return max(1.0, (perf_counter() - began) / USUAL_LOOP_S)


def errors(output: Path) -> list[str]:
    """The first lines of the log above warnings. The log of a long run does not fit into memory."""
    found = (str(line) for line in _lines(output) if line["level"] not in ("info", "warning"))
    return [line for _, line in zip(range(MOST_LINES), found, strict=False)]


def _lines(output: Path) -> Iterator[dict[str, Any]]:
    with output.open("rb") as file:
        for line in file:
            if line.startswith(b"{") and b'"level":"info"' not in line[:100] and line.endswith(b"\n"):
                yield json.loads(line)
