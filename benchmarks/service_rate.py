"""What `/v1/resolve` costs compared with a bare Flask route of stock gunicorn, and a batch with single calls."""

from contextlib import ExitStack
from json import dumps
from statistics import median
from typing import Final

from benchmarks.bare import SIZES
from benchmarks.bodies import BODIES, MINIMAL, batch, encoded
from benchmarks.clock import MICRO
from benchmarks.load import Load, in_turns, middle, post, put_load
from benchmarks.one_answer import one_answer
from benchmarks.servers import BARE, SERVICE, STOCK_WORKER, Server
from benchmarks.tables import Table

ROUNDS: Final = 5
SECONDS: Final = 1.5
CONNECTIONS: Final = (8, 32)
BATCH: Final = 1000

Loads = dict[str, list[Load]]


def _bare_path(number: int) -> str:
    return f"/constant/{number}"


def rate() -> list[Table]:
    """Both tables."""
    with ExitStack() as stack:
        service = stack.enter_context(Server(SERVICE))
        requests = [post("/v1/resolve", encoded(body)) for body in BODIES.values()]
        sizes = {_bare_path(n): len(one_answer(service.port, request)) for n, request in enumerate(requests)}
        bare = stack.enter_context(Server(BARE, *STOCK_WORKER, environment={SIZES: dumps(sizes)}))
        return [_against_bare(service, bare), _batch_against_singles(service)]


def _against_bare(service: Server, bare: Server) -> Table:
    rows = []
    for number, (name, body) in enumerate(BODIES.items()):
        ours, constant = post("/v1/resolve", encoded(body)), post(_bare_path(number), encoded(body))
        for connections in CONNECTIONS:
            calls = {"bare": (bare, constant), "ours": (service, ours)}
            loads = in_turns(calls, connections, SECONDS, ROUNDS)
            rows.append(_row(name, connections, loads["ours"], loads["bare"]))
    return Table(
        "One resolution over HTTP, compared with a bare Flask route",
        "`POST /v1/resolve`, and a Flask route that returns a constant JSON of the same size from gunicorn's own "
        "gevent worker: same settings otherwise, two workers, keep-alive, medians of interleaved turns. CPU is the "
        "workers' time for an answer, which the load generator on the same two cores does not disturb.",
        ["body", "connections", "rate, ratio", "bare CPU µs", "our CPU µs", "CPU, ratio", "p99, ratio", "failures"],
        rows,
    )


def _row(name: str, connections: int, ours: Load, bare: Load) -> list[str]:
    return [
        name,
        str(connections),
        f"{ours.per_second / bare.per_second:.2f}",
        f"{bare.server_cpu * MICRO:.0f}",
        f"{ours.server_cpu * MICRO:.0f}",
        f"{bare.server_cpu / ours.server_cpu:.2f}",
        f"{ours.p99 / bare.p99:.2f}",
        str(ours.failures + bare.failures),
    ]


def _batch_against_singles(service: Server) -> Table:
    single = post("/v1/resolve", encoded(MINIMAL))
    many = post("/v1/resolve/batch", encoded(batch(MINIMAL, BATCH)))
    turns: Loads = {"batch": [], "one connection": [], "32 connections": []}
    for _ in range(ROUNDS):
        turns["batch"].append(put_load(service, many, 1, SECONDS))
        turns["one connection"].append(put_load(service, single, 1, SECONDS))
        turns["32 connections"].append(put_load(service, single, 32, SECONDS))
    batched = 1 / median(load.per_second * BATCH for load in turns.pop("batch"))
    rows = [
        [
            f"single calls, {name}",
            f"{MICRO / middle(loads).per_second:.1f}",
            f"{batched * MICRO:.1f}",
            f"{1 / middle(loads).per_second / batched:.1f}",
        ]
        for name, loads in turns.items()
    ]
    return Table(
        f"A batch of {BATCH:,} compared with single calls",
        "Minimal bodies, none equal to another; time that passes for one resolution. A batch is one call on one "
        "connection and one worker's work; 32 connections keep both workers busy.",
        ["compared with", "single µs", "batch µs", "times as fast"],
        rows,
    )
