"""The same crime resolved by other stacks, by this service, and by this service with nothing around the resolution."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bodies import FOUR_SKILLS, encoded
from benchmarks.clock import MICRO
from benchmarks.load import Load, in_turns, post
from benchmarks.peers import node
from benchmarks.peers.running import PORT, running
from benchmarks.servers import CONFIG, SERVICE, WORKERS
from benchmarks.tables import Table

ROUNDS: Final = 5
SECONDS: Final = 2.0
CONNECTIONS: Final = 32
GUNICORN: Final = (sys.executable, "-m", "gunicorn")
STOCK: Final = "Flask and marshmallow, gunicorn sync"
PEERS: Final[Mapping[str, Sequence[str]]] = {
    STOCK: (
        *GUNICORN,
        "-w",
        str(WORKERS),
        "-b",
        f"127.0.0.1:{PORT}",
        "benchmarks.peers.stock_flask:app",
    ),
    "FastAPI and pydantic, uvicorn": (
        *(sys.executable, "-m", "uvicorn", "--workers", str(WORKERS), "--port", PORT),
        *("--no-access-log", "--log-level", "warning", "benchmarks.peers.fastapi_app:app"),
    ),
}
OURS: Final = {
    "this service, all of it": (SERVICE, "info"),
    "this service, without log, records and insight": ("benchmarks.after_resolution:app()", "warning"),
}
NODE: Final = "Node, one process, no validation"


def side_by_side() -> Table:
    """A row for each stack."""
    request = post("/v1/resolve", encoded(FOUR_SKILLS))
    with ExitStack() as stack:
        trees = {name: stack.enter_context(running(command)) for name, command in PEERS.items()}
        if node.has_node():
            trees[NODE] = stack.enter_context(running(node.COMMAND, node.settings()))
        for name, (app, log_level) in OURS.items():
            folder = stack.enter_context(TemporaryDirectory(prefix="bench-"))
            settings = {
                "DESTINY_PORT": PORT,
                "DESTINY_DATA_DIR": f"{folder}/var",
                "DESTINY_WORKERS": str(WORKERS),
                "DESTINY_LOG_LEVEL": log_level,
            }
            trees[name] = stack.enter_context(running((*GUNICORN, "-c", str(CONFIG), app), settings))
        loads = in_turns({name: (tree, request) for name, tree in trees.items()}, CONNECTIONS, SECONDS, ROUNDS)
        memory = {name: tree.memory_mib() for name, tree in trees.items()}
    missing = "" if node.has_node() else " Node was not found, and is not measured."
    return Table(
        "Other stacks next to this service",
        "The same body, four skills, a crime and a location, and an answer of the same form. The others validate the "
        "body (all but Node), draw, score and answer; they have one tuning in a file, and no store, no records, no "
        "metrics and no log. CPU is that of all processes of a server, its store included, for an answer. Memory "
        f"counts shared pages once. {WORKERS} workers (Node: one process), {CONNECTIONS} connections, medians of "
        f"interleaved turns.{missing}",
        ["server", "CPU µs", "CPU, ratio", "rate, ratio", "p99, ratio", "memory, MiB", "failures"],
        [_row(name, load, loads[STOCK], memory[name]) for name, load in loads.items()],
    )


def _row(name: str, load: Load, stock: Load, memory: float) -> list[str]:
    return [
        name,
        f"{load.server_cpu * MICRO:.0f}",
        f"{load.server_cpu / stock.server_cpu:.2f}",
        f"{load.per_second / stock.per_second:.2f}",
        f"{load.p99 / stock.p99:.2f}",
        f"{memory:.0f}",
        str(load.failures),
    ]


if __name__ == "__main__":
    print(side_by_side().markdown())
