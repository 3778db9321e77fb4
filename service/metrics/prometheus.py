"""Metrics for Prometheus: each worker counts in memory and writes a file; the worker that is asked adds them up."""

import atexit
import logging
import os
import re
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from threading import Thread
from typing import Final, Self

import orjson
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from service.metrics.definitions import COUNTERS, DURATIONS, GAUGES, REQUESTS, Counter, Gauge, OverWorkers
from service.metrics.folder import MetricsFolder

UNKNOWN: Final = "unknown"
"""The route of a request that matches none. Callers choose its path, so the path must not become a label."""
OTHER_METHOD: Final = "other"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
PUBLISH_EVERY_S: Final = 0.25
BUCKETS: Final = (0.0002, 0.0003, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
"""In seconds. A resolution takes some 0.2 ms, the largest odds half a second."""

_log: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class _Callback:
    """A metric that is read when metrics are published."""

    metric: Counter | Gauge
    read: Callable[[], float | None]
    published: float | None = None


@dataclass(slots=True)
class _Durations:
    """How long the requests of one route took."""

    seconds: float = 0.0
    within: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    """How many requests fall into each bucket, not cumulative; the last: longer than every bound."""


@dataclass(slots=True)
class _Numbers:
    """The counts and gauges of one worker, or the summed counts of several."""

    requests: defaultdict[tuple[str, str, str], int] = field(default_factory=lambda: defaultdict(int))
    """By method, route and status."""
    durations: defaultdict[str, _Durations] = field(default_factory=lambda: defaultdict(_Durations))
    counts: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    """By the name of the counter and its label."""
    gauges: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By name: the value, and when it was set, in seconds since 1970."""

    def add(self, other: Self) -> None:
        """Add the counts of another worker; gauges do not add up."""
        for request, number in other.requests.items():
            self.requests[request] += number
        for route, durations in other.durations.items():
            mine = self.durations[route]
            mine.seconds += durations.seconds
            mine.within = [sum(pair) for pair in zip(mine.within, durations.within, strict=True)]
        for counter, amount in other.counts.items():
            self.counts[counter] += amount

    def encoded(self) -> bytes:
        # Copying to a list is atomic, so other threads may count at the same time.
        return orjson.dumps(
            {
                "requests": [[*request, number] for request, number in list(self.requests.items())],
                "durations": [[route, one.seconds, one.within] for route, one in list(self.durations.items())],
                "counts": [[*counter, amount] for counter, amount in list(self.counts.items())],
                "gauges": [[name, *one] for name, one in list(self.gauges.items())],
            }
        )

    @classmethod
    def decoded(cls, text: bytes) -> Self:
        """Decode what `encoded` returned; raises ValueError, TypeError or KeyError for anything else."""
        document = orjson.loads(text)
        numbers = cls()
        for method, route, status, number in document["requests"]:
            numbers.requests[method, route, status] = number
        for route, seconds, within in document["durations"]:
            numbers.durations[route] = _Durations(seconds, within)
        for name, label, amount in document["counts"]:
            numbers.counts[name, label] = amount
        for name, value, at in document["gauges"]:
            numbers.gauges[name] = value, at
        return numbers


class PrometheusMetrics:
    """Counts in memory, and writes the counts to the process's file a moment later.

    A full disk therefore hides this process's counts from the others, but never breaks an answer. The memory-mapped
    files of prometheus_client would kill the process when the disk has no room for a page.
    """

    def __init__(self, folder: MetricsFolder | None = None) -> None:
        """Without a folder, or if it does not exist, this process is the only one."""
        self._folder = folder
        self._own = _Numbers()
        self._routes: dict[str | None, str] = {None: UNKNOWN}
        self._callbacks: list[_Callback] = []
        self._changed = False
        self._publishing = False
        self._failing = False
        os.register_at_fork(after_in_child=self._start_again)
        # Registered first, so it runs last: functions registered later may still count something at exit.
        atexit.register(self._publish)

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        name = self._routes.get(route) or self._route(route)
        self._own.requests[method if method in METHODS else OTHER_METHOD, name, str(status)] += 1
        durations = self._own.durations[name]
        durations.seconds += seconds
        durations.within[bisect_left(BUCKETS, seconds)] += 1
        self._note()

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        self._own.counts[counter.name, label] += amount
        self._note()

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        self._own.gauges[gauge.name] = float(value), time.time()
        self._note()

    def observe_callback(self, metric: Counter | Gauge, read: Callable[[], float | None]) -> None:
        """Read a gauge, or a counter without labels, before each publication; None means no value yet."""
        self._callbacks.append(_Callback(metric, read))

    def exposition(self) -> bytes:
        self._publish()  # so that no count falls when another worker is asked next
        living, ended = self._folder.others() if self._folder else ([], [])
        numbers = [self._own, *_decoded(living)]
        registry = CollectorRegistry()
        registry.register(_Sum(numbers, [*numbers, *_decoded(ended)]))
        return generate_latest(registry)

    def _route(self, route: str | None) -> str:
        # Only the application's own routes get here, so the table stays small.
        name = UNKNOWN if route is None else re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
        return self._routes.setdefault(route, name)

    def _note(self) -> None:
        self._changed = True
        if not self._publishing and self._folder:
            self._publishing = True
            # Started by the first count, so it runs in the worker and not in the master that forks it.
            Thread(target=self._keep_publishing, name="metrics", daemon=True).start()

    def _keep_publishing(self) -> None:
        while True:
            time.sleep(PUBLISH_EVERY_S)
            self._publish()

    def _publish(self) -> None:
        self._read_callbacks()
        if not self._changed or not self._folder:
            return
        self._changed = False
        try:
            self._folder.write(self._own.encoded())
        except OSError as error:
            self._changed = True  # so that it is tried again
            if not self._failing:
                _log.warning(
                    "Metrics cannot be written to %s: %s. Counting continues.", self._folder.path, error.strerror
                )
            self._failing = True
        else:
            if self._failing:
                _log.info("Metrics are written again.")
            self._failing = False

    def _read_callbacks(self) -> None:
        for one in self._callbacks:
            value = one.read()
            if value is None or value == one.published:
                continue
            if isinstance(one.metric, Gauge):
                self._own.gauges[one.metric.name] = float(value), time.time()
            else:
                self._own.counts[one.metric.name, ""] = value
            one.published = value
            self._changed = True

    def _start_again(self) -> None:
        # A forked process must not repeat its parent's counts, and the parent's thread does not run in it.
        self._own = _Numbers()
        self._changed = self._publishing = self._failing = False
        for one in self._callbacks:
            one.published = None


class _Sum(Collector):
    """The counts of all workers, including those that have ended, and the gauges of the running ones."""

    def __init__(self, living: Sequence[_Numbers], every: Iterable[_Numbers]) -> None:
        self._living = living
        self._sum = _Numbers()
        for numbers in every:
            self._sum.add(numbers)

    def collect(self) -> Iterator[Metric]:
        requests = CounterMetricFamily(REQUESTS.name, REQUESTS.about, labels=REQUESTS.labels)
        for request, number in self._sum.requests.items():
            requests.add_metric(request, number)
        yield requests
        durations = HistogramMetricFamily(DURATIONS.name, DURATIONS.about, labels=DURATIONS.labels)
        bounds = [*map(floatToGoString, BUCKETS), "+Inf"]
        for route, taken in self._sum.durations.items():
            durations.add_metric([route], list(zip(bounds, accumulate(taken.within), strict=True)), taken.seconds)
        yield durations
        for counter in COUNTERS:
            counted = CounterMetricFamily(counter.name, counter.about, labels=[counter.label] if counter.label else [])
            for label in counter.values:
                counted.add_metric([label] if counter.label else [], self._sum.counts[counter.name, label])
            yield counted
        for gauge in GAUGES:
            # A gauge that no worker has set is left out: a 0 would be false.
            if values := [one.gauges[gauge.name] for one in self._living if gauge.name in one.gauges]:
                yield GaugeMetricFamily(gauge.name, gauge.about, value=_over_workers(gauge, values))


def _over_workers(gauge: Gauge, values: Sequence[tuple[float, float]]) -> float:
    match gauge.over_workers:
        case OverWorkers.HIGHEST:
            return max(value for value, _ in values)
        case OverWorkers.LOWEST:
            return min(value for value, _ in values)
        case OverWorkers.LATEST:
            return max(values, key=lambda one: one[1])[0]


def _decoded(texts: Iterable[bytes]) -> Iterator[_Numbers]:
    for text in texts:
        # A power failure may have damaged one worker's file; the others still count.
        with suppress(ValueError, TypeError, KeyError):
            yield _Numbers.decoded(text)
