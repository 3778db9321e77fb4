"""Metrics for Prometheus: each worker counts in memory and writes a file, and whichever is asked adds them all up."""

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

from service.metrics.definitions import COUNTERS, GAUGES, Counter, Gauge, OverWorkers
from service.metrics.folder import MetricsFolder

UNKNOWN: Final = "unknown"
"""The route of a request that no route takes; its path is the caller's to choose, and must not become a label."""
OTHER_METHOD: Final = "other"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
PUBLISH_EVERY_S: Final = 0.25
BUCKETS: Final = (0.0002, 0.0003, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
"""In seconds. A resolution takes some 0.2 ms, the largest odds half a second."""

_log: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class _Callback:
    """A metric that is read when the numbers are published."""

    metric: Counter | Gauge
    read: Callable[[], float | None]
    published: float | None = None


@dataclass(slots=True)
class _Durations:
    """How long the requests of one route took."""

    seconds: float = 0.0
    within: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    """How many took longer than the bound before, up to each of the bounds; the last: longer than all of them."""


@dataclass(slots=True)
class _Numbers:
    """What one worker has counted, and where its gauges stand since when; or the sum of what several have counted."""

    requests: defaultdict[tuple[str, str, str], int] = field(default_factory=lambda: defaultdict(int))
    """By method, route and status."""
    durations: defaultdict[str, _Durations] = field(default_factory=lambda: defaultdict(_Durations))
    counts: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    """By the name of the counter and its label."""
    gauges: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By name: the value, and when it was set, in seconds since 1970."""

    def add(self, other: Self) -> None:
        """Count what another has counted too."""
        for request, number in other.requests.items():
            self.requests[request] += number
        for route, durations in other.durations.items():
            mine = self.durations[route]
            mine.seconds += durations.seconds
            mine.within = [sum(pair) for pair in zip(mine.within, durations.within, strict=True)]
        for counter, amount in other.counts.items():
            self.counts[counter] += amount

    def encoded(self) -> bytes:
        # Lists are made at once, so other threads may count meanwhile.
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
        """What was encoded; ValueError, TypeError or KeyError for anything else."""
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
    """Counts in memory, and writes what it has counted to a file of the process a moment later.

    So a full disk stops what others see of this process, never an answer: a file that is mapped into memory, as
    prometheus_client has it, would end the process as soon as a page of it finds no room.
    """

    def __init__(self, folder: MetricsFolder | None = None) -> None:
        """Without a folder, or without one that is there, this process is the only one."""
        self._folder = folder
        self._own = _Numbers()
        self._routes: dict[str | None, str] = {None: UNKNOWN}
        self._callbacks: list[_Callback] = []
        self._changed = False
        self._publishing = False
        self._failing = False
        os.register_at_fork(after_in_child=self._start_again)
        # Now, so that it comes last: what was registered later may still count something as the process ends.
        atexit.register(self._publish)

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """A request was answered; its route is None where there is nothing at its path."""
        name = self._routes.get(route) or self._route(route)
        self._own.requests[method if method in METHODS else OTHER_METHOD, name, str(status)] += 1
        durations = self._own.durations[name]
        durations.seconds += seconds
        durations.within[bisect_left(BUCKETS, seconds)] += 1
        self._note()

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """So many more; the label is one of those that the counter has, if it has any."""
        self._own.counts[counter.name, label] += amount
        self._note()

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        """This is how it stands in this process now."""
        self._own.gauges[gauge.name] = float(value), time.time()
        self._note()

    def observe_callback(self, metric: Counter | Gauge, read: Callable[[], float | None]) -> None:
        """Read this counter without labels, or this gauge, before each publication; None: it has no value yet."""
        self._callbacks.append(_Callback(metric, read))

    def exposition(self) -> bytes:
        """All numbers, as text in the format of Prometheus."""
        self._publish()  # so that no number falls when the next worker is asked
        living, ended = self._folder.others() if self._folder else ([], [])
        numbers = [self._own, *_decoded(living)]
        registry = CollectorRegistry()
        registry.register(_Sum(numbers, [*numbers, *_decoded(ended)]))
        return generate_latest(registry)

    def _route(self, route: str | None) -> str:
        # The routes are those of the application, so there is no end of names to come.
        name = UNKNOWN if route is None else re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
        return self._routes.setdefault(route, name)

    def _note(self) -> None:
        self._changed = True
        if not self._publishing and self._folder:
            self._publishing = True
            # Begun by what there is to publish, so it is in the worker and not in the process that forks it.
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
            self._changed = True  # to be tried again
            if not self._failing:
                _log.warning(
                    "Metrics are not published in %s: %s. They are counted on.", self._folder.path, error.strerror
                )
            self._failing = True
        else:
            if self._failing:
                _log.info("Metrics are published again.")
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
        # What a process has counted that is forked is its own, and its thread is not forked with it.
        self._own = _Numbers()
        self._changed = self._publishing = self._failing = False
        for one in self._callbacks:
            one.published = None


class _Sum(Collector):
    """The metrics of all workers, those included that have ended, and the gauges of those that live."""

    def __init__(self, living: Sequence[_Numbers], every: Iterable[_Numbers]) -> None:
        self._living = living
        self._sum = _Numbers()
        for numbers in every:
            self._sum.add(numbers)

    def collect(self) -> Iterator[Metric]:
        """Each metric with its samples."""
        requests = CounterMetricFamily(
            "destiny_requests_total", "Requests answered.", labels=["method", "route", "status"]
        )
        for request, number in self._sum.requests.items():
            requests.add_metric(request, number)
        yield requests
        durations = HistogramMetricFamily(
            "destiny_request_duration_seconds",
            "Time from a request's arrival in the application to its answer.",
            labels=["route"],
        )
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
            # One that no worker has set is not there: 0 would say what nobody has said.
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
        # A file that a loss of power has spoilt is one worker's: the others count all the same.
        with suppress(ValueError, TypeError, KeyError):
            yield _Numbers.decoded(text)
