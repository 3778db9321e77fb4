"""Metrics for Prometheus: each worker counts in files of its own, and whichever is asked adds them all up."""

import atexit
import os
import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final, Literal

import prometheus_client
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.usecases.measures import COUNTERS, Counter, Gauge, OverWorkers

UNKNOWN: Final = "unknown"
"""The route of a request that no route takes; its path is the caller's to choose, and must not become a label."""
OTHER_METHOD: Final = "other"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUCKETS: Final = (0.0002, 0.0003, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
"""In seconds. A resolution takes some 0.2 ms, the largest odds half a second."""
PUBLISH_EVERY_S: Final = 0.25
MOST_WAITING: Final = 100_000
"""Far more than can happen in between; a bound all the same, should publishing ever stop."""

_MODES: Final[Mapping[OverWorkers, Literal["livemax", "livemin", "livesum", "livemostrecent"]]] = {
    OverWorkers.HIGHEST: "livemax",
    OverWorkers.LOWEST: "livemin",
    OverWorkers.SUM: "livesum",
    OverWorkers.LATEST: "livemostrecent",
}
"""Of the workers that live: what a dead one showed last is of no interest."""

# It would show when each count began, which no one asks for.
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]


@dataclass(slots=True)
class _Followed:
    """A number that somebody else knows."""

    measure: Counter | Gauge
    read: Callable[[], float | None]
    published: float | None = None


class PrometheusMetrics:
    """Remembers what happens, and publishes it to the other workers a moment later, much of it at a time.

    Publishing each thing at once would take three to four times as long, as its code would be cold each time.
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = prometheus_client.Counter(
            "destiny_requests_total", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self._durations = prometheus_client.Histogram(
            "destiny_request_duration_seconds",
            "Time from a request's arrival in the application to its answer.",
            ["route"],
            registry=self._registry,
            buckets=BUCKETS,
        )
        # Ready-made children, as to look a label up costs as much as to count.
        self._answered: dict[tuple[str, str | None, int], tuple[Callable[[], None], Callable[[float], None]]] = {}
        self._counts = {(counter, label): inc for counter in COUNTERS for label, inc in self._children(counter)}
        self._gauges: dict[Gauge, prometheus_client.Gauge] = {}
        self._followed: list[_Followed] = []
        self._waiting: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque(maxlen=MOST_WAITING)
        self._publishing = False
        os.register_at_fork(after_in_child=self._begin_anew)
        # Now, so that it comes last: what was registered later may still count something as the process ends.
        atexit.register(self._publish)

    def answered(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """A request was answered; its route is None where there is nothing at its path."""
        self._remember(self._publish_answer, method if method in METHODS else OTHER_METHOD, route, status, seconds)

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """So many more; the label is one of those that the counter has, if it has any."""
        self._remember(self._counts[counter, label], amount)

    def follow(self, measure: Counter | Gauge, read: Callable[[], float | None]) -> None:
        """Publish what somebody else knows: what a counter without labels has come to, or where a gauge stands."""
        self._followed.append(_Followed(measure, read))

    def show(self, gauge: Gauge, value: float) -> None:
        """This is how it stands in this process now."""
        self._remember(self._set, gauge, value)

    def exposition(self) -> bytes:
        """All numbers, as text in the format of Prometheus."""
        self._publish()
        registry = CollectorRegistry()
        try:
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        except ValueError:  # no folder to share: this process is the only one
            registry = self._registry
        return generate_latest(registry)

    def _set(self, gauge: Gauge, value: float) -> None:
        if gauge not in self._gauges:
            # Not earlier: a gauge begins at 0, and a worker that has nothing to show yet must not say so.
            self._gauges[gauge] = prometheus_client.Gauge(
                gauge.name, gauge.about, registry=self._registry, multiprocess_mode=_MODES[gauge.over_workers]
            )
        self._gauges[gauge].set(value)

    def _remember(self, publish: Callable[..., None], *arguments: object) -> None:
        self._waiting.append((publish, arguments))
        if not self._publishing:
            self._publishing = True
            # Begun by what there is to publish, so it is in the worker and not in the process that forks it.
            Thread(target=self._keep_publishing, name="metrics", daemon=True).start()

    def _keep_publishing(self) -> None:
        while True:
            time.sleep(PUBLISH_EVERY_S)
            self._publish()

    def _publish(self) -> None:
        while self._waiting:
            publish, arguments = self._waiting.popleft()
            publish(*arguments)
        for one in self._followed:
            value = one.read()
            if value is None or value == one.published:
                continue
            if isinstance(one.measure, Gauge):
                self._set(one.measure, value)
            else:
                self._counts[one.measure, ""](value - (one.published or 0))
            one.published = value

    def _publish_answer(self, method: str, route: str | None, status: int, seconds: float) -> None:
        if (method, route, status) not in self._answered:
            name = UNKNOWN if route is None else re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
            children = self._requests.labels(method, name, status).inc, self._durations.labels(name).observe
            self._answered[method, route, status] = children
        inc, observe = self._answered[method, route, status]
        inc()
        observe(seconds)

    def _children(self, counter: Counter) -> list[tuple[str, Callable[[float], None]]]:
        labels = [counter.label] if counter.label else []
        metric = prometheus_client.Counter(counter.name, counter.about, labels, registry=self._registry)
        return [(value, (metric.labels(value) if labels else metric).inc) for value in counter.values]

    def _begin_anew(self) -> None:
        # What waits in a process that is forked is its own to publish, and its thread is not forked with it.
        self._waiting.clear()
        self._publishing = False
