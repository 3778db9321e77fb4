"""What a start costs until the service is ready, and the memory of its processes, private and shared."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.bodies import FOUR_SKILLS, encoded
from benchmarks.load import in_turns, post
from benchmarks.servers import SERVICE, Server
from benchmarks.tables import Table

STARTS: Final = 5
LOAD_S: Final = 5.0
CONNECTIONS: Final = 8
PAGES_MAKER: Final = b"service.documentation.make"


def start_and_memory() -> list[Table]:
    starts = [_start() for _ in range(STARTS)]
    return [_start_table(starts), _memory_table()]


def _start() -> dict[str, float]:
    began = time.monotonic()
    with Server(SERVICE) as server:
        while not server.answers("/health/ready"):
            time.sleep(0.01)
        ready = time.monotonic() - began
        spent = {pid: _cpu_s(pid) for pid in _family(server.master.pid)}
        workers = sum(spent[pid] for pid in server.workers)
        pages = sum(spent[pid] for pid in spent if PAGES_MAKER in _command(pid))
        server.wait_until_warm()
        warm = sum(map(_cpu_s, server.workers))
        return {
            "ready": ready,
            "cpu": sum(spent.values()) - pages,
            "workers": workers,
            "warm": warm - workers,
        }


def _start_table(starts: Sequence[dict[str, float]]) -> Table:
    parts = {
        "from the command to ready, by the clock": "ready",
        "CPU time until then, of all processes but the one that makes the pages": "cpu",
        "of it, in both workers": "workers",
        "CPU time of the warm-up after it, in both workers": "warm",
    }
    return Table(
        "Start",
        f"gunicorn with two workers and the embedded store, to the first 200 of `/health/ready`; medians of {STARTS} "
        "starts. The pages of the documentation are made at the same time, by a process that yields to the others.",
        ["part", "seconds"],
        [[part, f"{median(start[name] for start in starts):.2f}"] for part, name in parts.items()],
    )


def _memory_table() -> Table:
    with Server(SERVICE) as server:
        processes = {"master": [server.master.pid], "worker": server.workers}
        rows = [*_rows("warm", server.wait_until_warm, processes)]
        rows += _rows("after load", lambda: _load(server), processes)
    return Table(
        "Memory",
        "The same service. Private is what a process has alone; of the rest, each process has its part. "
        f"The load is {LOAD_S:g} s of `POST /v1/resolve` over {CONNECTIONS} connections. Workers are averaged.",
        ["when", "process", "private, MiB", "with its part of what is shared, MiB"],
        rows,
    )


def _load(server: Server) -> None:
    in_turns({"resolve": (server, post("/v1/resolve", encoded(FOUR_SKILLS)))}, CONNECTIONS, LOAD_S, 1)


def _rows(when: str, reach: Callable[[], object], processes: dict[str, list[int]]) -> Iterator[list[str]]:
    reach()
    for name, pids in processes.items():
        sizes = [_memory_mib(pid) for pid in pids]
        yield [when, name, *(f"{sum(column) / len(pids):.0f}" for column in zip(*sizes, strict=True))]


def _memory_mib(pid: int) -> tuple[float, float]:
    """Private memory, and memory with each shared page divided among those who share it."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    kib = {name: int(size.split()[0]) for name, _, size in (line.partition(":") for line in lines)}
    return (kib["Private_Clean"] + kib["Private_Dirty"]) / 1024, kib["Pss"] / 1024


def _family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    parents = {int(path.name): int(_numbers(path)[1]) for path in Path("/proc").glob("[0-9]*")}
    family = [pid]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    return family


def _cpu_s(pid: int) -> float:
    """The CPU time of the process and of its children that have ended."""
    return sum(map(int, _numbers(Path(f"/proc/{pid}"))[11:15])) / os.sysconf("SC_CLK_TCK")


def _numbers(process: Path) -> list[str]:
    """What the kernel says of the process after its name; zeros if it has ended."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["0"] * 50


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()
