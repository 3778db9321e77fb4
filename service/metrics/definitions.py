"""Defines every metric, and the port that counts them."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol

from service.engines.destiny.actions import ActionType


class OverWorkers(Enum):
    """How to combine the workers' values of a gauge."""

    HIGHEST = auto()
    LOWEST = auto()
    LATEST = auto()


# Compared by identity, which makes the table lookup for each count cheapest.
@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """A number that only grows: how often something happened."""

    name: str
    about: str
    label: str = ""
    values: tuple[str, ...] = ("",)
    """The possible values of the label."""


@dataclass(frozen=True, slots=True, eq=False)
class Gauge:
    """A current value, which can rise and fall."""

    name: str
    about: str
    over_workers: OverWorkers


@dataclass(frozen=True, slots=True, eq=False)
class RequestMetric:
    """What is measured of every request; the values of its labels come from the requests."""

    name: str
    about: str
    labels: tuple[str, ...]


REQUESTS: Final = RequestMetric("destiny_requests_total", "Requests answered.", ("method", "route", "status"))
DURATIONS: Final = RequestMetric(
    "destiny_request_duration_seconds", "Time from a request's arrival in the application to its answer.", ("route",)
)
HANDS_DEALT: Final = Counter(
    "destiny_hands_dealt_total",
    "Hands drawn and dealt.",
    "by",
    (*ActionType, "pyramid", "piecepacks"),
)
CHARACTERS_LOOKED_UP: Final = Counter(
    "destiny_characters_looked_up_total",
    "Characters named in actions, by whether they were known. Not counted while the store is unavailable.",
    "found",
    ("known", "unknown"),
)
KEYED_REQUESTS: Final = Counter(
    "destiny_keyed_requests_total",
    "Requests with an Idempotency-Key, by the outcome for the key.",
    "result",
    ("kept", "replayed", "reused", "in_use", "full", "uncertain", "lost"),
)
STORE_FAILURES: Final = Counter(
    "destiny_store_failures_total",
    "Store operations that failed because the store was unavailable or could not do its work.",
)
RECORDS_LOST: Final = Counter(
    "destiny_records_lost_total",
    "Records of resolutions that were lost, by reason.",
    "reason",
    ("no_room", "not_made", "not_written", "shutdown"),
)
WEBHOOK_MESSAGES: Final = Counter(
    "destiny_webhook_messages_total",
    "Attempts to send a revision to the webhook, by result.",
    "result",
    ("delivered", "failed", "given_up"),
)
RECORDS_WAITING: Final = Gauge(
    "destiny_records_waiting_highest",
    "The most records that one worker has had waiting to be written at one time since it started.",
    OverWorkers.HIGHEST,
)
STORE_UP: Final = Gauge(
    "destiny_store_up",
    "Whether the store answered when these metrics were requested: 1 or 0.",
    OverWorkers.LATEST,
)
TUNING_NEWEST: Final = Gauge(
    "destiny_tuning_revision",
    "The live tuning revision; the newest one while workers differ.",
    OverWorkers.HIGHEST,
)
TUNING_OLDEST: Final = Gauge(
    "destiny_tuning_revision_oldest",
    "The live tuning revision; the oldest one while workers differ.",
    OverWorkers.LOWEST,
)
TUNING_CONFIRMED: Final = Gauge(
    "destiny_tuning_confirmed_timestamp_seconds",
    "When the store last confirmed the newest revision, in seconds since 1970, for the worker that is furthest behind.",
    OverWorkers.LOWEST,
)
TUNING_HISTORY_DIFFERS: Final = Gauge(
    "destiny_tuning_history_differs",
    "Whether the store's tuning history differs from the one that a worker has followed: 1 or 0.",
    OverWorkers.HIGHEST,
)

COUNTERS: Final = (HANDS_DEALT, CHARACTERS_LOOKED_UP, KEYED_REQUESTS, STORE_FAILURES, RECORDS_LOST, WEBHOOK_MESSAGES)
GAUGES: Final = (RECORDS_WAITING, STORE_UP, TUNING_NEWEST, TUNING_OLDEST, TUNING_CONFIRMED, TUNING_HISTORY_DIFFERS)


class Metrics(Protocol):
    """Counts what the service does, over all of its processes."""

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Record an answered request; its route is None if no route matches its path."""

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """Add to a counter; the label must be one of the counter's values, if it has a label."""

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        """Set the value of a gauge for this process."""

    def exposition(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
