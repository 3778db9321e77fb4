"""What each use of the store adds to `/v1/resolve`: the same request with and without it."""

from contextlib import ExitStack
from typing import Final

from benchmarks.bodies import FOUR_SKILLS, encoded
from benchmarks.clock import MICRO
from benchmarks.load import Load, in_turns, post
from benchmarks.load_generator import FRESH
from benchmarks.one_answer import one_answer
from benchmarks.servers import SERVICE, Server
from benchmarks.tables import Table

WITH_PING: Final = "benchmarks.with_ping:app"
ROUNDS: Final = 5
SECONDS: Final = 1.5
CONNECTIONS: Final = (8, 32)
BARE: Final = "nothing kept"
ROUND_TRIP: Final = "nothing kept, after a PING to the store"
REQUESTS: Final = {
    BARE: post("/v1/resolve", encoded(FOUR_SKILLS)),
    "a new Idempotency-Key": post("/v1/resolve", encoded(FOUR_SKILLS), Idempotency_Key=FRESH),
    "a replay": post("/v1/resolve", encoded(FOUR_SKILLS), Idempotency_Key="the-same-each-time"),
}
"""The requests to compare. The first is the baseline."""


def store_cost() -> Table:
    """The figures of each variant compared with those of the bare request."""
    with ExitStack() as stack:
        server, pinging = (stack.enter_context(Server(app)) for app in (SERVICE, WITH_PING))
        for request in REQUESTS.values():
            one_answer(server.port, request)  # a replay needs a first answer
        asked = {name: (server, request) for name, request in REQUESTS.items()}
        asked[ROUND_TRIP] = pinging, REQUESTS[BARE]
        rows = [row for connections in CONNECTIONS for row in _rows(asked, connections)]
    return Table(
        "What the store adds to a resolution",
        "`POST /v1/resolve` with four skills: bare, with a key that is new each time (drawn and kept), and with one "
        "that is not (replayed); and bare after a `PING`, which is what any round trip costs at least. Two workers and "
        "an embedded store on the same two cores, keep-alive, medians of interleaved turns. CPU is the workers' time "
        "for an answer; the rate has the store's and the load generator's time in it too.",
        ["request", "connections", "rate, ratio", "CPU µs", "CPU added µs", "CPU, ratio", "p99, ratio", "failures"],
        rows,
    )


def _rows(asked: dict[str, tuple[Server, bytes]], connections: int) -> list[list[str]]:
    loads = in_turns(asked, connections, SECONDS, ROUNDS)
    return [_row(name, connections, load, loads[BARE]) for name, load in loads.items()]


def _row(name: str, connections: int, load: Load, bare: Load) -> list[str]:
    return [
        name,
        str(connections),
        f"{load.per_second / bare.per_second:.2f}",
        f"{load.server_cpu * MICRO:.0f}",
        f"{(load.server_cpu - bare.server_cpu) * MICRO:.0f}",
        f"{load.server_cpu / bare.server_cpu:.2f}",
        f"{load.p99 / bare.p99:.2f}",
        str(load.failures),
    ]


if __name__ == "__main__":
    print(store_cost().markdown())
