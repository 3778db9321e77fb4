"""What a resolution in a batch costs, compared with a single call of servers of other makes."""

from contextlib import ExitStack
from statistics import median
from typing import Any, Final

import orjson

from benchmarks.bodies import BODIES, batch, encoded
from benchmarks.clock import MICRO
from benchmarks.load import Server as Loaded
from benchmarks.load import post, put_load
from benchmarks.one_answer import one_answer
from benchmarks.peers import node
from benchmarks.peers.running import ProcessTree, running
from benchmarks.servers import SERVICE, Server
from benchmarks.tables import Table

ROUNDS: Final = 5
SECONDS: Final = 1.5
BATCH: Final = 1000
CONNECTIONS: Final = 8
OURS, DIFFERENT = "ours, in a batch of 1,000 equal ones", "ours, in a batch of 1,000 different ones"
SINGLE, NODE = "ours, single calls", "Node, `http` module"

Json = dict[str, Any]
Call = tuple[Loaded, bytes, int, int]
"""A server, a request, on how many connections, and how many actions it has."""


def batch_and_peers() -> Table:
    """A row for each body and server."""
    missing = "" if node.has_node() else f" {NODE}: skipped, because this machine has no `node`."
    with ExitStack() as stack:
        service = stack.enter_context(Server(SERVICE))
        peers = {NODE: stack.enter_context(running(node.COMMAND, node.settings()))} if node.has_node() else {}
        rows = [row for name, body in BODIES.items() for row in _rows(name, body, service, peers)]
    return Table(
        "A resolution in a batch, compared with bare servers",
        "CPU time of the workers for an action, medians of interleaved turns. Ours validates, records and counts "
        "each action. The others (`benchmarks/peers`) parse JSON, draw, score and answer JSON of the same shape, one "
        f"action a call on {CONNECTIONS} connections, and do nothing else. Equal actions are checked once, and share "
        f"what is equal in their answers.{missing}",
        ["body", "server", "CPU µs", "of the first"],
        rows,
    )


def _rows(name: str, body: Json, service: Server, peers: dict[str, ProcessTree]) -> list[list[str]]:
    single, equal = encoded(body), encoded({"requests": [body] * BATCH})
    different = encoded(batch(body, BATCH))
    calls: dict[str, Call] = {
        OURS: (service, post("/v1/resolve/batch", equal), 1, BATCH),
        DIFFERENT: (service, post("/v1/resolve/batch", different), 1, BATCH),
        SINGLE: (service, post("/v1/resolve", single), CONNECTIONS, 1),
        **{peer: (tree, post("/v1/resolve", single), CONNECTIONS, 1) for peer, tree in peers.items()},
    }
    for peer, tree in peers.items():
        _require_same_shape(peer, one_answer(service.port, calls[SINGLE][1]), one_answer(tree.port, calls[peer][1]))
    turns: dict[str, list[float]] = {one: [] for one in calls}
    for _ in range(ROUNDS):
        for one, (loaded, request, connections, actions) in calls.items():
            load = put_load(loaded, request, connections, SECONDS)
            if load.failures:
                raise RuntimeError(f"{one}: {load.failures} requests failed.")
            turns[one].append(load.server_cpu / actions)
    costs = {one: median(times) * MICRO for one, times in turns.items()}
    return [[name, one, f"{cost:.1f}", f"{cost / costs[OURS]:.2f}"] for one, cost in costs.items()]


def _require_same_shape(peer: str, ours: bytes, theirs: bytes) -> None:
    if _shape(orjson.loads(ours)) != _shape(orjson.loads(theirs)):
        raise RuntimeError(f"{peer} answers in another shape: {theirs!r}, and not {ours!r}.")


def _shape(value: Any) -> Any:
    """The fields, at all depths."""
    return {name: _shape(one) for name, one in value.items()} if isinstance(value, dict) else None


if __name__ == "__main__":
    print(batch_and_peers().markdown())
