"""What records and insight cost `/v1/resolve`, compared with the same service without them."""

from contextlib import ExitStack
from typing import Final

from benchmarks.bodies import FOUR_SKILLS, encoded
from benchmarks.clock import MICRO
from benchmarks.load import Load, in_turns, post
from benchmarks.servers import Server
from benchmarks.tables import Table

ROUNDS: Final = 7
SECONDS: Final = 1.5
CONNECTIONS: Final = (8, 32)
VARIANTS: Final = {
    "neither": (),
    "record": ("records",),
    "insight": ("insight",),
    "both": ("records", "insight"),
}


def record_cost() -> Table:
    """One row for each variant and number of connections."""
    request = post("/v1/resolve", encoded(FOUR_SKILLS))
    with ExitStack() as stack:
        servers = {
            name: stack.enter_context(Server(f"benchmarks.after_resolution:app{done!r}"))
            for name, done in VARIANTS.items()
        }
        calls = {name: (server, request) for name, server in servers.items()}
        rows = []
        for connections in CONNECTIONS:
            loads = in_turns(calls, connections, SECONDS, ROUNDS)
            rows += [_row(name, connections, load, loads["neither"]) for name, load in loads.items()]
    return Table(
        "Records and insight behind `/v1/resolve`",
        "The same body, four skills, a crime and a location, resolved by services that keep neither records nor "
        "insight, one of them, or both; two workers and a store each, medians of interleaved turns. CPU is the "
        "workers' time for an answer, with the writing behind it; the rate has the store's work in it as well, on the "
        "same two cores.",
        ["kept", "connections", "CPU µs", "CPU, ratio", "rate, ratio", "p99, ratio", "failures"],
        rows,
    )


def _row(name: str, connections: int, load: Load, bare: Load) -> list[str]:
    return [
        name,
        str(connections),
        f"{load.server_cpu * MICRO:.0f}",
        f"{load.server_cpu / bare.server_cpu:.3f}",
        f"{load.per_second / bare.per_second:.2f}",
        f"{load.p99 / bare.p99:.2f}",
        str(load.failures),
    ]


if __name__ == "__main__":
    print(record_cost().markdown())
