"""What the most expensive request of each route costs its worker, and how long it holds the event loop at a stretch.

Both are times of a plain loop on the same machine. With words as arguments, only the rows that have one of them.
"""

import socket
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import process_time
from typing import Final

import orjson
import redis

from benchmarks.expensive_requests import (
    ADMIN_TOKEN,
    ROUNDS,
    ExpensiveRequest,
    effects_of_character,
    expensive_requests,
    loaded_character,
)
from benchmarks.expensive_tunings import FILLED, entries
from benchmarks.servers import WATCHED, Server
from benchmarks.switches import Switches
from benchmarks.tables import Table
from service.engines.documents import MOST_ENTRIES
from service.insights.ports import MOST_DAYS, MOST_DECIDED, Increments
from service.insights.redis import RedisInsightStore

USUAL_LOOP_MS: Final = 190
"""Ten million additions on a usual machine, where a bare Flask route of stock gunicorn takes 146 µs of CPU.

All figures are put in proportion to it.
"""
ALLOWED_MS: Final = 100
LONGEST_MS: Final = 20
"""How long a request may hold the event loop of its worker: so long others wait."""
QUIET_S: Final = 0.05
"""An idle worker takes less CPU in half a second; one that warms up takes more."""


@dataclass(frozen=True, slots=True, order=True)
class _Cost:
    """Milliseconds of a usual machine."""

    all_ms: float
    others_ms: float
    """What of it was in workers that did not answer: they follow the tuning, too."""
    longest_ms: float
    status: str


def most_expensive(words: Sequence[str] = ()) -> Table:
    """A row for each request, those of a route together."""
    with Server(WATCHED, environment={"DESTINY_ADMIN_TOKEN": ADMIN_TOKEN}) as server:
        _wait_for_quiet(server)
        _fill(server)
        wanted = (
            one for one in expensive_requests() if not words or any(word in f"{one.route} {one.what}" for word in words)
        )
        rows = [_row(request, server) for request in wanted]
    return Table(
        "The most expensive requests",
        f"The workers' CPU for one request, under a catalogue with {MOST_ENTRIES:,} entries of each kind but NPCs, the "
        f"better of {ROUNDS}, with its answer compressed; what of it the other worker used, which follows changes of "
        f"the tuning and is otherwise nearly idle; and the longest stretch of it in which the worker served no "
        f"other request. Milliseconds are those of a usual machine, on which ten million additions take "
        f"{USUAL_LOOP_MS} ms: the same loop runs before and after each request, and took {_loop_ms():.0f} ms at the "
        f"end. What is allowed should stay below {ALLOWED_MS}, and below {LONGEST_MS} at a stretch; more is marked "
        "with *. Changes of every entry of a full catalogue cost more: they are rare, only operators can make them, "
        "and other requests keep their turns.",
        ["route", "request", "bytes", "status", "ms", "of which in the other worker", "longest stretch ms", ""],
        rows,
    )


def _row(request: ExpensiveRequest, server: Server) -> Sequence[str]:
    tries = [_cost(request, server, number) for number in range(ROUNDS)]
    cost, longest_ms = min(tries), min(one.longest_ms for one in tries)
    return [
        request.route,
        request.what,
        f"{len(request.body):,}",
        cost.status,
        f"{cost.all_ms:.0f}",
        f"{cost.others_ms:.0f}",
        f"{longest_ms:.0f}",
        "*" if cost.all_ms > ALLOWED_MS or longest_ms > LONGEST_MS else "",
    ]


def _cost(request: ExpensiveRequest, server: Server, number: int) -> _Cost:
    loop = _loop_ms()
    began, before = time.perf_counter(), server.cpu_of_each_worker()
    status = _answered(request, server.port, number)
    time.sleep(0.3)  # records are written behind the answer, and are a part of its price
    spent = [after - earlier for after, earlier in zip(server.cpu_of_each_worker(), before, strict=True)]
    longest = max(Switches(server.data, pid).longest_stretch(began) for pid in server.workers)
    usual_ms = 1000 * USUAL_LOOP_MS / ((loop + _loop_ms()) / 2)
    return _Cost(sum(spent) * usual_ms, (sum(spent) - max(spent)) * usual_ms, longest * usual_ms, status)


def _loop_ms() -> float:
    """What ten million additions take now."""
    began, added = process_time(), 0
    for number in range(1_000_000):
        added += number
    return (process_time() - began) * 10 * 1000


def _answered(request: ExpensiveRequest, port: int, number: int = 0) -> str:
    """The status of the answer, which is read to its end."""
    with socket.create_connection(("127.0.0.1", port), timeout=300) as connection:
        connection.sendall(request.sent(number))
        return b"".join(_received(connection))[9:12].decode()


def _received(connection: socket.socket) -> Iterator[bytes]:
    while data := connection.recv(1 << 20):
        yield data


def _wait_for_quiet(server: Server) -> None:
    """Return when the workers have warmed up."""
    spent = -1.0
    while (now := server.worker_cpu()) - spent > QUIET_S:
        spent = now
        time.sleep(0.5)


def _fill(server: Server) -> None:
    """A catalogue, a character, and counts of a month, that are as full as they can be."""
    for number, section in enumerate(FILLED):
        body = orjson.dumps({"values": {section: entries(section, MOST_ENTRIES)}, "reason": "the benchmark"})
        change = ExpensiveRequest("PATCH", "/v1/admin/tuning", "", body, {"If-Match": f'"{number}"'})
        if (status := _answered(change, server.port)) != "200":
            raise RuntimeError(f"The catalogue cannot be filled: {section} got {status}.")
    for request in (loaded_character(), *effects_of_character()):
        _answered(request, server.port)
    store = RedisInsightStore(redis.Redis(unix_socket_path=str(server.data / "store.sock")))
    today = datetime.now(UTC).date()
    figures = (12_345, 12_345, 1_234, 2_345, 123_456_789, 1_234, 1_234, 123_456_789_012, 12_345_678_901)
    decided = {(n // 50, "pve", f"crime_number_{n % 50}"): figures for n in range(MOST_DECIDED)}
    counts: dict[tuple[str, ...], int] = {("difficulty", "pve", "hard", "success"): 100}
    for number in range(MOST_DAYS):
        store.add(Increments("the benchmark", number + 1, today - timedelta(days=number), counts, decided))
    time.sleep(1.5)  # until every worker follows the last revision


if __name__ == "__main__":
    print(most_expensive(sys.argv[1:]).markdown())
