"""Metrics for Prometheus: each worker counts in memory and writes a file, and whichever is asked adds them all up."""

import atexit
import logging
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from threading import Thread
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from service.metrics.definitions import COUNTERS, Counter, Gauge
from service.metrics.folder import MetricsFolder
from service.metrics.worker_counts import BUCKETS, Durations, WorkerCounts, over_workers

UNKNOWN: Final = "unknown"
"""The route of a request that no route takes; its path is the caller's to choose, and must not become a label."""
OTHER_METHOD: Final = "other"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
PUBLISH_EVERY_S: Final = 0.25

_log: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class _Callback:
    """A metric that is read when the numbers are published."""

    metric: Counter | Gauge
    read: Callable[[], float | None]
    published: float | None = None


class PrometheusMetrics:
    """Counts in memory, and writes what it has counted to a file of the process a moment later.

    So a full disk stops what others see of this process, never an answer: a file that is mapped into memory would end
    the process as soon as a page of it finds no room.
    """

    def __init__(self, folder: MetricsFolder | None = None) -> None:
        """Without a folder, or without one that is there, this process is the only one."""
        self._folder = folder
        self._own = WorkerCounts()
        self._names: dict[str | None, str] = {None: UNKNOWN}
        self._statuses: dict[int, str] = {}
        self._callbacks: list[_Callback] = []
        self._changed = False
        self._publishing = False
        self._failing = False
        os.register_at_fork(after_in_child=self._begin_anew)
        # Now, so that it comes last: what was registered later may still count something as the process ends.
        atexit.register(self._publish)

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """A request was answered; its route is None where there is nothing at its path."""
        name = self._names.get(route) or self._name(route)
        code = self._statuses.get(status) or self._statuses.setdefault(status, str(status))
        self._own.observe_request((method if method in METHODS else OTHER_METHOD, name, code), seconds)
        self._note()

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """So many more; the label is one of those that the counter has, if it has any."""
        self._own.counted[counter.name, label] += amount
        self._note()

    def observe_callback(self, metric: Counter | Gauge, read: Callable[[], float | None]) -> None:
        """Read this counter without labels, or this gauge, before each publication; None: it has no value yet."""
        self._callbacks.append(_Callback(metric, read))

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        """This is how it stands in this process now."""
        self._own.set_gauge(gauge, value)
        self._note()

    def exposition(self) -> bytes:
        """All numbers, as text in the format of Prometheus."""
        self._publish()  # so that no number falls when the next worker is asked
        living, ended = self._folder.others() if self._folder else ([], [])
        counts = [self._own, *_decoded(living)]
        registry = CollectorRegistry()
        registry.register(_Numbers(counts, [*counts, *_decoded(ended)]))
        return generate_latest(registry)

    def _name(self, route: str | None) -> str:
        # The routes are those of the application, so there is no end of names to come.
        name = UNKNOWN if route is None else re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
        return self._names.setdefault(route, name)

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
                self._own.set_gauge(one.metric, value)
            else:
                self._own.counted[one.metric.name, ""] = value
            one.published = value
            self._changed = True

    def _begin_anew(self) -> None:
        # What a process has counted that is forked is its own, and its thread is not forked with it.
        self._own = WorkerCounts()
        self._changed = self._publishing = self._failing = False
        for one in self._callbacks:
            one.published = None


class _Numbers(Collector):
    """The metrics of all workers, those included that have ended, and the gauges of those that live."""

    def __init__(self, living: Iterable[WorkerCounts], every: Iterable[WorkerCounts]) -> None:
        self._living = living
        self._sum = WorkerCounts()
        for counts in every:
            self._sum.add(counts)

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
        for route, taken in self._sum.durations.items():
            durations.add_metric([route], _buckets(taken), taken.seconds)
        yield durations
        for counter in COUNTERS:
            counted = CounterMetricFamily(counter.name, counter.about, labels=[counter.label] if counter.label else [])
            for label in counter.values:
                counted.add_metric([label] if counter.label else [], self._sum.counted[counter.name, label])
            yield counted
        yield from self._gauges()

    def _gauges(self) -> Iterator[Metric]:
        # A gauge that nobody shows is not there: it would begin at 0, which nobody has said.
        for name in sorted({name for counts in self._living for name in counts.shown}):
            shown = [counts.shown[name] for counts in self._living if name in counts.shown]
            yield GaugeMetricFamily(name, shown[0].about, value=over_workers(shown))


def _buckets(taken: Durations) -> list[tuple[str, float]]:
    bounds = [*map(floatToGoString, BUCKETS), "+Inf"]
    return list(zip(bounds, accumulate(taken.within), strict=True))


def _decoded(texts: Iterable[bytes]) -> Iterator[WorkerCounts]:
    for text in texts:
        # A file that a loss of power has spoilt is one worker's: the others count all the same.
        with suppress(ValueError, TypeError, KeyError):
            yield WorkerCounts.decoded(text)
