"""Compares gunicorn's kinds of workers under the same load, in turns, also with 300 idle connections open.

Run it as `python -m benchmarks.worker_classes`; it writes benchmarks/WORKER_CLASSES.md. It is not part of `make bench`,
which would take several times as long.
"""

from contextlib import ExitStack
from pathlib import Path
from typing import Final

from benchmarks.bodies import FOUR_SKILLS, encoded
from benchmarks.load import Load, in_turns, post
from benchmarks.machine import heading
from benchmarks.servers import SERVICE, Server
from benchmarks.tables import Table

KINDS: Final = {
    "gevent": (),
    "gevent, reuse port": ("--reuse-port",),
    "sync": ("-k", "sync"),
    "gthread 2x2": ("-k", "gthread", "--threads", "2"),
    "gthread 2x4": ("-k", "gthread", "--threads", "4"),
    "gthread 2x4, reuse port": ("-k", "gthread", "--threads", "4", "--reuse-port"),
}
ROUNDS: Final = 3
SECONDS: Final = 1.5
IDLE: Final = 300


def _measure(connections: int, idle: int) -> dict[str, Load]:
    request = post("/v1/resolve", encoded(FOUR_SKILLS))
    with ExitStack() as stack:
        servers = {kind: stack.enter_context(Server(SERVICE, *options)) for kind, options in KINDS.items()}
        calls = {kind: (server, request) for kind, server in servers.items()}
        return in_turns(calls, connections, SECONDS, ROUNDS, idle)


def _table(connections: int, idle: int = 0) -> Table:
    loads = _measure(connections, idle)
    base = loads["gevent"]
    rows = [
        [
            kind,
            f"{load.per_second / base.per_second:.2f}",
            f"{load.server_cpu / base.server_cpu:.2f}" if load.answers else "-",
            *(f"{seconds * 1e3:.1f}" for seconds in (load.p50, load.p99, load.longest)),
            str(load.failures),
        ]
        for kind, load in loads.items()
    ]
    beside = f", {idle} idle connections open" if idle else ""
    return Table(
        f"{connections} busy connections{beside}",
        "`POST /v1/resolve` with four skills, two workers. Rates and CPU time as ratios to gevent workers in the same "
        "run; medians of interleaved turns, times in milliseconds.",
        ["worker", "rate", "CPU an answer", "p50", "p99", "longest", "failures"],
        rows,
    )


def main() -> None:
    tables = [_table(connections, idle) for connections, idle in ((8, 0), (32, 0), (8, IDLE))]
    text = heading("Worker classes") + "\n".join(table.markdown() for table in tables)
    Path(__file__).with_name("WORKER_CLASSES.md").write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
