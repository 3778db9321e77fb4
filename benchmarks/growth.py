"""How the cost of an answer grows with what is sent, with what is kept, with workers and with connections."""

import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any, Final

import redis

from benchmarks.bodies import FOUR_SKILLS, batch, encoded
from benchmarks.clock import MICRO
from benchmarks.growth_picture import Growth, draw
from benchmarks.load import Load, get, middle, post, put_load
from benchmarks.peers.running import PORT, ProcessTree, running
from benchmarks.servers import CONFIG, SERVICE
from benchmarks.side_by_side import GUNICORN
from benchmarks.tables import Table
from tools.progress import Progress

SECONDS: Final = 1.0
TURNS: Final = 3
TOKEN: Final = secrets.token_hex(16)
AUTH: Final = {"Authorization": f"Bearer {TOKEN}"}
RESOLVE: Final = "/v1/resolve"
BATCH: Final = "/v1/resolve/batch"
TUNING: Final = "/v1/admin/tuning"
AT_ONCE: Final = 1000
"""How many resolutions one request makes when many are needed."""
WRITTEN_S: Final = 1.0
"""After this time all that is written behind answers is in the store."""
WARM_S: Final = 4.0
"""After this time the workers have computed what the first requests need."""
WORKERS: Final = (1, 2, 4)
CONNECTIONS: Final = (8, 32, 300, 1000)
PARTICIPANTS: Final = (2, 10, 50, 200)
BATCHES: Final = (1, 10, 100, 1000)
CATALOGUE: Final = (0, 100, 300, 900)
RECORDS: Final = (1_000, 10_000, 100_000, 1_000_000)
CHARACTERS: Final = (1_000, 10_000, 100_000, 1_000_000)
REVISIONS: Final = (10, 100, 1_000, 10_000)


@dataclass(frozen=True, slots=True)
class Running:
    """A service that is measured, and its store."""

    tree: ProcessTree
    store: redis.Redis

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The document of a good answer."""
        with closing(HTTPConnection("127.0.0.1", self.tree.port, timeout=60)) as connection:
            sent = None if body is None else json.dumps(body)
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, sent, {"Content-Type": "application/json", **AUTH, **named})
            answer = connection.getresponse()
            read = answer.read()
            if answer.status >= 300:
                raise RuntimeError(f"{method} {path}: {answer.status} {read[:500]!r}")
            return json.loads(read)

    def measured(self, request: bytes, connections: int = 8) -> Load:
        """A turn of load with this request alone."""
        load = put_load(self.tree, request, connections, SECONDS)
        if load.failures:
            raise RuntimeError(f"{load.failures} of {load.answers} requests failed: {request[:200]!r}")
        return load

    def store_cpu(self) -> float:
        """The CPU time that the store has used so far, in seconds."""
        used = self.store.info("cpu")
        return float(used["used_cpu_sys"]) + float(used["used_cpu_user"])

    def store_bytes(self) -> int:
        return int(self.store.info("memory")["used_memory"])


@contextmanager
def service(workers: int = 2, **settings: str) -> Iterator[Running]:
    with TemporaryDirectory(prefix="bench-") as folder:
        own = {
            "DESTINY_PORT": PORT,
            "DESTINY_DATA_DIR": f"{folder}/var",
            "DESTINY_WORKERS": str(workers),
            "DESTINY_ADMIN_TOKEN": TOKEN,
            "DESTINY_LOG_LEVEL": "warning",
        }
        command = (*GUNICORN, "-c", str(CONFIG), SERVICE)
        with (
            running(command, {**own, **settings}, "/health/ready") as tree,
            closing(redis.Redis(unix_socket_path=f"{folder}/var/store.sock", socket_timeout=60)) as store,
        ):
            run = Running(tree, store)
            sleep(WARM_S)
            run.measured(post(RESOLVE, encoded(FOUR_SKILLS)), 32)
            yield run


def growth() -> list[Growth]:
    """Every table; it takes some minutes."""
    steps: Sequence[Callable[[], Growth]] = (
        by_connections,
        by_participants,
        by_batch_size,
        by_catalogue,
        by_records,
        by_characters,
        by_revisions,
    )
    progress = Progress(len(steps))
    found = []
    for step in steps:
        progress.begin(step.__name__.replace("_", " "))
        found.append(step())
        progress.done()
    return found


def by_connections() -> Growth:
    request = post(RESOLVE, encoded(FOUR_SKILLS))
    turns = defaultdict[tuple[int, int], list[Load]](list)
    for _ in range(TURNS):
        for workers in WORKERS:
            with service(workers) as run:
                for connections in CONNECTIONS:
                    turns[workers, connections].append(run.measured(request, connections))
    loads = {of: middle(some) for of, some in turns.items()}
    first = loads[WORKERS[0], CONNECTIONS[0]]
    rows = [
        [
            str(workers),
            f"{connections:,}",
            f"{load.per_second / first.per_second:.2f}",
            _micro(load.server_cpu),
            f"{load.p99 / load.p50:.1f}",
            f"{load.longest / load.p50:.1f}",
        ]
        for (workers, connections), load in loads.items()
    ]
    table = Table(
        "Workers and connections",
        "`POST /v1/resolve` with four skills; each connection has one request under way. The load generator runs on "
        "the same two cores, so that two workers do not give twice the rate, and four share them. Medians of "
        "interleaved turns, and the longest of all.",
        ["workers", "connections", "rate, ratio", "CPU µs", "p99 / p50", "longest / p50"],
        rows,
    )
    lines = {
        f"{workers} worker{'s' * (workers > 1)}": [loads[workers, one].server_cpu * MICRO for one in CONNECTIONS]
        for workers in WORKERS
    }
    return Growth(table, CONNECTIONS, lines)


def by_participants() -> Growth:
    member = {"skills": FOUR_SKILLS["actor"]["skills"]}
    with service() as run:
        loads = [run.measured(post(RESOLVE, encoded(_gang_war([member] * (number // 2))))) for number in PARTICIPANTS]
    return _of_sizes(
        "Participants of a gang war",
        "`POST /v1/resolve`, four skills for each participant.",
        "participants",
        PARTICIPANTS,
        {"an answer": loads},
        each="a participant",
    )


def by_batch_size() -> Growth:
    with service(DESTINY_RECORDS="100000") as run:
        bodies = [encoded(batch(FOUR_SKILLS, number)) for number in BATCHES]
        loads = [run.measured(post(BATCH, body)) for body in bodies]
    about = "`POST /v1/resolve/batch`, four skills in each resolution, and no two equal."
    return _of_sizes("The size of a batch", about, "resolutions", BATCHES, {"an answer": loads}, each="a resolution")


def by_catalogue() -> Growth:
    loads: dict[str, list[Load]] = {"resolve": [], "catalogue": [], "tuning": []}
    with service() as run:
        for number in CATALOGUE:
            if number:
                names = [f"extra_{index}" for index in range(number)]
                items = {name: {"flat": 1} for name in names}
                effects = {name: {"flat": 1, "duration_seconds": 60} for name in names}
                body = {"values": {"items": items, "effects": effects}, "reason": "grow", "force": True}
                run.ask("PATCH", TUNING, body, If_Match=_etag(run))
            loads["resolve"].append(run.measured(post(RESOLVE, encoded(FOUR_SKILLS))))
            loads["catalogue"].append(run.measured(get("/v1/catalogue")))
            loads["tuning"].append(run.measured(get(TUNING, **AUTH)))
    about = "Items and effects, as many of each, in addition to the shipped ones."
    return _of_sizes("The size of the catalogue", about, "more items and effects", CATALOGUE, loads)


def by_records() -> Growth:
    with service(DESTINY_RECORDS=str(max(RECORDS))) as run:
        requests = {
            "resolve": post(RESOLVE, encoded(FOUR_SKILLS)),
            "page of 20": get("/v1/resolutions?limit=20", **AUTH),
        }
        return _as_kept("Records", "records", RECORDS, run, requests, lambda _: FOUR_SKILLS)


def by_characters() -> Growth:
    def action(number: int) -> Any:
        actor = {**FOUR_SKILLS["actor"], "character_id": f"character-{number}"}
        return {**FOUR_SKILLS, "actor": actor}

    with service(DESTINY_RECORDS="1000") as run:
        named = {**FOUR_SKILLS, "actor": {"character_id": "character-7"}}
        requests = {"resolve": post(RESOLVE, encoded(named)), "GET": get("/v1/characters/character-7")}
        return _as_kept("Characters", "characters", CHARACTERS, run, requests, action)


def _as_kept(  # noqa: PLR0913, PLR0917  what is kept, how much of it, and what is asked meanwhile
    title: str,
    unit: str,
    sizes: Sequence[int],
    run: Running,
    requests: Mapping[str, bytes],
    action: Callable[[int], Any],
) -> Growth:
    loads: dict[str, list[Load]] = {name: [] for name in requests}
    number, empty, bytes_each = 0, run.store_bytes(), []
    for size in sizes:
        while number < size:
            run.ask(
                "POST", BATCH, {"requests": [action(number + index) for index in range(min(AT_ONCE, size - number))]}
            )
            number += AT_ONCE
        sleep(WRITTEN_S)
        bytes_each.append((run.store_bytes() - empty) / size)
        for name, request in requests.items():
            loads[name].append(run.measured(request))
    about = (
        "`resolve` gives four skills, or a character that has them. Bytes are the store's memory for each of the "
        f"{unit}, with all that belongs to it."
    )
    grown = _of_sizes(title, about, unit, sizes, loads)
    columns = [*grown.table.columns, "store, bytes each"]
    rows = [[*row, f"{one:,.0f}"] for row, one in zip(grown.table.rows, bytes_each, strict=True)]
    return Growth(Table(title, about, columns, rows), sizes, grown.lines)


def by_revisions() -> Growth:
    loads: dict[str, list[Load]] = {"resolve": [], "page of 20": [], "revision 1": []}
    made = 0
    with service() as run:
        for size in REVISIONS:
            for made in range(made + 1, size + 1):  # noqa: B020  it goes on where it stopped
                body = {"values": {"items": {"extra": {"flat": made % 90 + 1}}}, "reason": "grow"}
                run.ask("PATCH", TUNING, body, If_Match=f'"{made - 1}"')
            loads["resolve"].append(run.measured(post(RESOLVE, encoded(FOUR_SKILLS))))
            loads["page of 20"].append(run.measured(get(f"{TUNING}/revisions?limit=20", **AUTH)))
            loads["revision 1"].append(run.measured(get(f"{TUNING}/revisions/1", **AUTH)))
    about = "Changes of one item, one after the other; a page is one of the history."
    return _of_sizes("Revisions of the tuning", about, "revisions", REVISIONS, loads)


def _of_sizes(  # noqa: PLR0913  the parts of a table
    title: str,
    about: str,
    unit: str,
    sizes: Sequence[int],
    loads: Mapping[str, Sequence[Load]],
    *,
    each: str = "",
) -> Growth:
    columns = [unit, *(f"{name}, CPU µs" for name in loads), *([f"CPU µs {each}"] if each else [])]
    rows = []
    for index, size in enumerate(sizes):
        costs = [one[index].server_cpu for one in loads.values()]
        rows.append([f"{size:,}", *map(_micro, costs), *([f"{costs[0] * MICRO / size:,.1f}"] if each else [])])
    lines = {name: [load.server_cpu * MICRO for load in one] for name, one in loads.items()}
    return Growth(Table(title, f"{about} CPU is that of the workers and of the store.", columns, rows), sizes, lines)


def _gang_war(members: Sequence[Any]) -> dict[str, Any]:
    return {"action_type": "gang_war", "attackers": members, "defenders": members}


def _etag(run: Running) -> str:
    return f'"{run.ask("GET", TUNING)["tuning_revision"]}"'


def _micro(seconds: float) -> str:
    return f"{seconds * MICRO:,.0f}"


def tables() -> list[Table]:
    """All tables; what is drawn of them goes into the picture."""
    found = growth()
    draw(found)
    return [one.table for one in found]


if __name__ == "__main__":
    print(*(table.markdown() for table in tables()), sep="\n")
