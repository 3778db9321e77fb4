"""What a caller of `resolve` notices of another caller who asks dear questions without end."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any, Final

from benchmarks.bodies import MINIMAL, encoded
from benchmarks.load import post
from benchmarks.paced import CONNECTIONS, PAUSE_S, latencies, percentile_99
from benchmarks.servers import SERVICE, Server
from benchmarks.tables import Table

WITHOUT: Final = "benchmarks.without_turns:app"
FLOOD: Final = 24
"""Connections of the caller who asks dear questions."""
SECONDS: Final = 3.0
ROUNDS: Final = 1
_FIRST_CARDS: Final = ["As", "Ah", "W", "W", "Ks", "Kd", "Qs", "Qd", "Js", "Jd", "9s", "9h", "8c"]

Json = dict[str, Any]


def starving() -> Table:
    """A row for each kind of dear question."""
    with ExitStack() as stack:
        servers = {name: stack.enter_context(Server(app)) for name, app in {"all": WITHOUT, "turns": SERVICE}.items()}
        rows = [_row(what, post(path, encoded(body)), servers) for what, path, body in _questions()]
    return Table(
        "One caller's dear questions, and another's actions",
        f"The 99th percentile of `POST /v1/resolve`, {CONNECTIONS / PAUSE_S:.0f} times a second, while {FLOOD} other "
        "connections ask the same dear question without end, as a multiple of what it is on an idle service: with the "
        "turns of dear work, and without them. A latency counts from when the request was due. Two workers, medians of "
        f"{ROUNDS} interleaved rounds of {SECONDS:g} s.",
        ["dear question", "idle, ms", "without turns", "with turns", "turns / none"],
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
    tiles = {"variant": "omaha_hi_lo", "tiles": ["A♠", "K♥", "Q♦", "J♣"], "samples": 100_000, "opponents": 9}
    yield "odds of tiles, 100,000 samples", "/v1/piecepacks/odds", tiles


def _row(what: str, dear: bytes, servers: Mapping[str, Server]) -> list[str]:
    idle: list[float] = []
    ratios: dict[str, list[float]] = {name: [] for name in servers}
    for _ in range(ROUNDS):
        for name, server in servers.items():
            alone = _p99(server)
            with _flood(server, dear):
                ratios[name].append(_p99(server) / alone)
            idle.append(alone)
    none, turns = (median(ratios[name]) for name in servers)
    return [what, f"{median(idle) * 1000:.1f}", f"{none:.1f}", f"{turns:.1f}", f"{turns / none:.2f}"]


def _p99(server: Server) -> float:
    return percentile_99(latencies(server.port, post("/v1/resolve", encoded(MINIMAL)), SECONDS))


@contextmanager
def _flood(server: Server, dear: bytes) -> Iterator[None]:
    """Keep all connections of the other caller busy."""
    job = {"port": server.port, "request": dear.decode("latin-1"), "connections": FLOOD, "seconds": SECONDS, "idle": 0}
    command = [sys.executable, "-m", "benchmarks.load_generator"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as flooding:
        if flooding.stdin:
            flooding.stdin.write(json.dumps(job))
            flooding.stdin.close()
        yield


if __name__ == "__main__":
    print(starving().markdown())
