"""What a caller of `resolve` notices of another caller who keeps sending expensive requests."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any, Final

from benchmarks.bodies import MINIMAL, encoded
from benchmarks.load import post
from benchmarks.one_answer import one_answer
from benchmarks.paced import call
from benchmarks.servers import WATCHED, Server
from benchmarks.switches import Switches
from benchmarks.tables import Table

WITHOUT: Final = "benchmarks.without_turns:app"
FLOOD: Final = 16
"""Connections of the caller who sends expensive requests."""
SECONDS: Final = 1.5
LONGEST_S: Final = 60
BUSY_S: Final = 0.3
"""A worker that has used so much CPU is at work on expensive requests."""
ACCEPTED_S: Final = 5
MOST_FLOODS: Final = 10
ROUNDS: Final = 5
_FIRST_CARDS: Final = ["As", "Ah", "W", "W", "Ks", "Kd", "Qs", "Qd", "Js", "Jd", "9s", "9h", "8c"]
_CHEAP: Final = post("/v1/resolve", encoded(MINIMAL))

Json = dict[str, Any]


def starving() -> Table:
    """A row for each kind of expensive request."""
    with ExitStack() as stack:
        servers = {name: stack.enter_context(Server(app)) for name, app in {"none": WITHOUT, "turns": WATCHED}.items()}
        for server in servers.values():
            server.wait_until_warm()
        rows = [_row(what, post(path, encoded(body)), servers) for what, path, body in _questions()]
    return Table(
        "One caller's expensive requests, and another's actions",
        f"`POST /v1/resolve` while {FLOOD} other connections keep sending the same expensive request; two workers, "
        "with and without the turns of expensive work. The milliseconds are the CPU that a worker uses while a request "
        "waits for its answer, at the 99th percentile: its own, and that of the work which comes before it. So they "
        "depend less than times on what else the machine does; if the caller itself waits for a processor, the work "
        f"of that time counts too. Medians of {ROUNDS} interleaved rounds of {SECONDS:g} s.",
        ["expensive request", "idle", "without turns", "with turns", "without / with", "with / idle"],
        rows,
    )


def _questions() -> Iterator[tuple[str, str, Json]]:
    npc = {"npc": "veteran"}
    duel = {"action_type": "pvp", "actor": npc, "target": npc}
    levels = {"participant": {"skills": {"lockpicking": 1}}, "grow": {"skills": ["lockpicking"]}}
    side = [{"skills": {"stealth": 10 + n}} for n in range(5)]
    war = {"action_type": "gang_war", "method": "average", "attackers": side, "defenders": side}
    yield "decide, 2 players", "/v1/pyramid/decide", {"cards": _FIRST_CARDS, "players": 2, "declare": True}
    yield "odds by level, 5 opponents", "/v1/odds/curve", {**levels, "against": {"opponents": [npc] * 5}}
    yield "odds of a gang war of 5 a side", "/v1/odds", war
    yield "a batch of 1,000 duels", "/v1/resolve/batch", {"requests": [duel] * 1000}
    tiles = {"variant": "omaha_hi_lo", "tiles": ["A♠", "K♥", "Q♦", "J♣"], "samples": 15_000, "opponents": 9}
    yield "odds of tiles, 15,000 samples", "/v1/piecepacks/odds", tiles


def _row(what: str, expensive: bytes, servers: Mapping[str, Server]) -> list[str]:
    for server in servers.values():
        if b'"/problems/' in (answer := one_answer(server.port, expensive)):
            raise RuntimeError(f"{what}: refused, and so not expensive: {answer.decode()}")
    idle: list[float] = []
    flooded: dict[str, list[float]] = {name: [] for name in servers}
    for _ in range(ROUNDS):
        for name, server in servers.items():
            idle.append(wait(server, _CHEAP, SECONDS))
            with flood(server, expensive, FLOOD):
                flooded[name].append(wait(server, _CHEAP, SECONDS))
            server.wait_until_quiet()
    alone, without, turns = (median(some) * 1000 for some in (idle, *flooded.values()))
    return [what, f"{alone:.1f}", f"{without:.1f}", f"{turns:.1f}", f"{without / turns:.1f}", f"{turns / alone:.1f}"]


def wait(server: Server, request: bytes, seconds: float) -> float:
    """The CPU seconds that a worker uses while a caller waits who sends this request now and then.

    It is the 99th percentile, and depends less on what else the machine does than the time of an answer. The server's
    workers must note their switches.
    """
    waits: list[float] = []
    seen = call(server.port, request, seconds)
    answered_by = _worker_of_each(server.output)
    for worker in server.workers:
        those = [one for one in seen if answered_by[one.request_id] == worker]
        waits += Switches(server.data, worker).cpu_between([one.sent for one in those], [one.came for one in those])
    return sorted(waits)[int(len(waits) * 0.99)]


def _worker_of_each(log: str) -> dict[str, int]:
    """The worker that answered each request, by the request's id, from what the service has logged."""
    lines = (json.loads(line) for line in log.splitlines() if '"request_id"' in line and line.endswith("}"))
    return {line["request_id"]: line["pid"] for line in lines}


@contextmanager
def flood(server: Server, request: bytes, connections: int) -> Iterator[None]:
    """Keep so many connections of another caller busy, from when every worker is."""
    job = {
        "port": server.port,
        "request": request.decode("latin-1"),
        "connections": connections,
        "seconds": LONGEST_S,
        "idle": 0,
    }
    command = [sys.executable, "-m", "benchmarks.load_generator"]
    for _ in range(MOST_FLOODS):
        before = server.cpu_of_each_worker()
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as flooding:
            try:
                if flooding.stdin:
                    flooding.stdin.write(json.dumps(job))
                    flooding.stdin.close()
                if _all_busy(server, before):
                    yield
                    return
            finally:
                flooding.kill()
    raise RuntimeError("A worker has accepted none of the other caller's connections.")


def _all_busy(server: Server, before: Sequence[float]) -> bool:
    """Wait until all workers are at work; False if one is not, because another has accepted all connections."""
    deadline = time.monotonic() + ACCEPTED_S
    while min(now - then for now, then in zip(server.cpu_of_each_worker(), before, strict=True)) < BUSY_S:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


if __name__ == "__main__":
    print(starving().markdown())
