"""What a cluster costs the workers, compared with one server: python -m benchmarks.cluster_cost."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bodies import FOUR_SKILLS, encoded
from benchmarks.clock import MICRO
from benchmarks.load import Load, in_turns, post
from benchmarks.load_generator import FRESH
from benchmarks.one_answer import one_answer
from benchmarks.servers import SERVICE, Server
from benchmarks.tables import Table
from tools.cluster.topology import Cluster
from tools.servers.group import DURABLE, Servers, client_of, free_ports

ROUNDS: Final = 7
SECONDS: Final = 1.5
CONNECTIONS: Final = 8
ONE: Final = "one server"
ANN: Final = {"character_id": "ann"}
FIRST: Final = post("/v1/resolve", encoded({**FOUR_SKILLS, "actor": {**FOUR_SKILLS["actor"], **ANN}}))
"""From then on the character is known."""


class OneServer(Servers):
    """A server with the settings of those in the cluster, also over TCP."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        (self._port,) = free_ports(1)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}"

    @property
    def what_to_kill(self) -> str:
        return f"The server is process {self.pid(self._port)}."

    def _start_all(self) -> None:
        self._spawn_server(self._port, DURABLE)
        self._await(self._answers)

    def _answers(self) -> bool:
        with client_of(self._port) as client:
            return bool(client.ping())


def get(path: str) -> bytes:
    """A request as bytes."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n".encode()


def cluster_cost() -> Table:
    """One row for each kind of request and of store."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="destiny-")))
        for name in ("one", "three"):
            (folder / name).mkdir()
        stores = {
            ONE: stack.enter_context(OneServer(folder / "one")),
            "three primaries": stack.enter_context(Cluster(folder / "three", replicas=0)),
        }
        services = {
            name: stack.enter_context(Server(SERVICE, environment={"DESTINY_REDIS_URL": store.url}))
            for name, store in stores.items()
        }
        for server in services.values():
            one_answer(server.port, FIRST)
        rows = []
        for what, request in _requests().items():
            for server in services.values():
                one_answer(server.port, request)
            loads = in_turns(
                {name: (server, request) for name, server in services.items()}, CONNECTIONS, SECONDS, ROUNDS
            )
            rows += [_row(what, name, load, loads[ONE]) for name, load in loads.items()]
    return Table(
        "A cluster compared with one server",
        "Two workers over one server and over a cluster of three primaries, all by TCP on the same two cores, "
        f"{CONNECTIONS} connections, medians of interleaved turns. CPU is the workers' time for an answer.",
        ["request", "store", "CPU µs", "CPU added µs", "CPU, ratio", "rate, ratio", "failures"],
        rows,
    )


def _requests() -> dict[str, bytes]:
    resolve = encoded(FOUR_SKILLS)
    named = encoded({**FOUR_SKILLS, "actor": ANN})
    return {
        "plain": post("/v1/resolve", resolve),
        "a new Idempotency-Key": post("/v1/resolve", resolve, Idempotency_Key=FRESH),
        "a replay": post("/v1/resolve", resolve, Idempotency_Key="the-same-each-time"),
        "of a known character": post("/v1/resolve", named),
        "GET a character": get("/v1/characters/ann"),
        "GET 50 records": get("/v1/resolutions?limit=50"),
    }


def _row(what: str, store: str, load: Load, one: Load) -> list[str]:
    return [
        what,
        store,
        f"{load.server_cpu * MICRO:.0f}",
        f"{(load.server_cpu - one.server_cpu) * MICRO:.0f}",
        f"{load.server_cpu / one.server_cpu:.2f}",
        f"{load.per_second / one.per_second:.2f}",
        str(load.failures),
    ]


if __name__ == "__main__":
    print(cluster_cost().markdown())
