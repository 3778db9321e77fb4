"""What one worker has counted and shows, as plain data that can be written to a file and added to another's."""

import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

import orjson

from service.metrics.definitions import Gauge, OverWorkers

BUCKETS: Final = (0.0002, 0.0003, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
"""In seconds. A resolution takes some 0.2 ms, the largest odds half a second."""

Request = tuple[str, str, str]
"""Method, route, status."""


class Shown(NamedTuple):
    """What one worker shows for a gauge."""

    value: float
    at: float
    """Seconds since 1970."""
    over_workers: str
    """How the values of several workers become one."""
    about: str


@dataclass(slots=True)
class Durations:
    """How long the requests of one route took."""

    seconds: float = 0.0
    within: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    """How many took longer than the bound before, up to each of the bounds; the last: longer than all of them."""


@dataclass(slots=True)
class WorkerCounts:
    """Numbers that only grow, and values as they are now with the time when they were shown."""

    requests: defaultdict[Request, int] = field(default_factory=lambda: defaultdict(int))
    durations: defaultdict[str, Durations] = field(default_factory=lambda: defaultdict(Durations))
    counted: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    """By the name of the counter and its label."""
    shown: dict[str, Shown] = field(default_factory=dict)
    """By the name of the gauge."""

    def observe_request(self, request: Request, seconds: float) -> None:
        """Count an answer."""
        self.requests[request] += 1
        durations = self.durations[request[1]]
        durations.seconds += seconds
        durations.within[bisect_left(BUCKETS, seconds)] += 1

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        """Have this value from now on."""
        self.shown[gauge.name] = Shown(float(value), time.time(), gauge.over_workers, gauge.about)

    def add(self, other: Self) -> None:
        """Count what another has counted too."""
        for request, number in other.requests.items():
            self.requests[request] += number
        for route, durations in other.durations.items():
            mine = self.durations[route]
            mine.seconds += durations.seconds
            mine.within = [sum(pair) for pair in zip(mine.within, durations.within, strict=True)]
        for counter, amount in other.counted.items():
            self.counted[counter] += amount

    def encoded(self) -> bytes:
        """All of it as JSON."""
        # Lists are made at once, so other threads may count meanwhile.
        return orjson.dumps(
            {
                "requests": [[*request, number] for request, number in list(self.requests.items())],
                "durations": [[route, one.seconds, one.within] for route, one in list(self.durations.items())],
                "counted": [[*counter, amount] for counter, amount in list(self.counted.items())],
                "shown": [[name, *one] for name, one in list(self.shown.items())],
            }
        )

    @classmethod
    def decoded(cls, text: bytes) -> Self:
        """What was encoded; ValueError, TypeError or KeyError for anything else."""
        document = orjson.loads(text)
        counts = cls()
        for method, route, status, number in document["requests"]:
            counts.requests[method, route, status] = number
        for route, seconds, within in document["durations"]:
            counts.durations[route] = Durations(seconds, within)
        for name, label, amount in document["counted"]:
            counts.counted[name, label] = amount
        counts.shown = {name: Shown(*one) for name, *one in document["shown"]}
        return counts


def over_workers(shown: Sequence[Shown]) -> float:
    """One value for those that several workers show."""
    values = [one.value for one in shown]
    match OverWorkers(shown[0].over_workers):
        case OverWorkers.HIGHEST:
            return max(values)
        case OverWorkers.LOWEST:
            return min(values)
        case OverWorkers.LATEST:
            return max(shown, key=lambda one: one.at).value
