"""What the service and its store use at a moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import redis

from service.store.keys import ONE
from tests.soak.client import Window


@dataclass(frozen=True, slots=True)
class Sample:
    """The figures of a window, and of the moment at its end."""

    at_s: float
    answers_a_second: float
    p50_ms: float
    p99_ms: float
    longest_ms: float
    worker_mib: float
    """Of the largest worker: what it has for itself, as the kernel counts it."""
    descriptors: int
    """Of the worker with most of them."""
    threads: int
    store_mib: float
    kept_mib: float
    """What of it is for kept answers, which grow until the first expire after an hour."""
    file_mib: float
    """The store's append-only file."""
    rewrites: int
    """How often the store has rewritten it."""

    @classmethod
    def of(cls, at_s: float, window: Window, workers: Sequence[int], store: redis.Redis) -> "Sample":
        memory, persistence = store.info("memory"), store.info("persistence")
        return cls(
            at_s=round(at_s, 1),
            answers_a_second=round(len(window.latencies) / window.seconds, 1),
            p50_ms=_ms(window.quantile(0.5)),
            p99_ms=_ms(window.quantile(0.99)),
            longest_ms=_ms(window.quantile(1.0)),
            worker_mib=max(map(_private_mib, workers)),
            descriptors=max(map(_descriptors, workers)),
            threads=max(map(_threads, workers)),
            store_mib=_mib(memory["used_memory"]),
            kept_mib=_mib(sum(map(int, store.hvals(ONE.idempotency_bytes(b""))))),
            file_mib=_mib(persistence["aof_current_size"]),
            rewrites=persistence["aof_rewrites"],
        )


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def _mib(number: int) -> float:
    return round(number / 2**20, 1)


def _private_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines[1:]}
    return _mib((sizes["Private_Clean"] + sizes["Private_Dirty"]) << 10)


def _descriptors(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def _threads(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/task").iterdir())
