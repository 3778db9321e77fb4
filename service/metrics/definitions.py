"""Metric definitions, one for each metric, and the port through which they are counted."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol

from service.engines.destiny.actions import ActionType


class OverWorkers(Enum):
    """How the values of the workers for a gauge become one."""

    HIGHEST = auto()
    LOWEST = auto()
    LATEST = auto()


# By identity, as a look into a table for every count is cheapest so.
@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """Something that happens, and how often it did."""

    name: str
    about: str
    label: str = ""
    values: tuple[str, ...] = ("",)
    """What the label can be."""


@dataclass(frozen=True, slots=True, eq=False)
class Gauge:
    """Something that stands somewhere, and where."""

    name: str
    about: str
    over_workers: OverWorkers


HANDS_DEALT: Final = Counter(
    "destiny_hands_dealt_total",
    "Hands drawn and dealt.",
    "by",
    (*ActionType, "pyramid", "piecepacks"),
)
CHARACTERS_LOOKED_UP: Final = Counter(
    "destiny_characters_looked_up_total",
    "Characters that actions named, by whether they were known; none while the store is unavailable.",
    "found",
    ("known", "unknown"),
)
KEYED_REQUESTS: Final = Counter(
    "destiny_keyed_requests_total",
    "Requests with an Idempotency-Key, by what came of the key.",
    "result",
    ("kept", "replayed", "reused", "in_use", "full", "uncertain", "lost"),
)
STORE_FAILURES: Final = Counter(
    "destiny_store_failures_total",
    "Uses of the store that failed because it was unavailable or could not do its work.",
)
RECORDS_LOST: Final = Counter(
    "destiny_records_lost_total",
    "Records of resolutions that were lost, by why.",
    "reason",
    ("no_room", "not_made", "not_written", "shutdown"),
)
RECORDS_WAITING: Final = Gauge(
    "destiny_records_waiting_highest",
    "The most records that waited to be written in one worker at a time, since it started.",
    OverWorkers.HIGHEST,
)
STORE_UP: Final = Gauge(
    "destiny_store_up",
    "Whether the store answered when these numbers were asked for: 1 or 0.",
    OverWorkers.LATEST,
)
TUNING_NEWEST: Final = Gauge(
    "destiny_tuning_revision",
    "The revision of the tuning that is live; while workers differ, the newest.",
    OverWorkers.HIGHEST,
)
TUNING_OLDEST: Final = Gauge(
    "destiny_tuning_revision_oldest",
    "The same; while workers differ, the oldest.",
    OverWorkers.LOWEST,
)
TUNING_CONFIRMED: Final = Gauge(
    "destiny_tuning_confirmed_timestamp_seconds",
    "When the store last told which revision is the newest, in seconds since 1970; of the worker that knows least.",
    OverWorkers.LOWEST,
)
TUNING_HISTORY_DIFFERS: Final = Gauge(
    "destiny_tuning_history_differs",
    "Whether the store's history of the tuning is another than the one that a worker has followed: 1 or 0.",
    OverWorkers.HIGHEST,
)

COUNTERS: Final = (HANDS_DEALT, CHARACTERS_LOOKED_UP, KEYED_REQUESTS, STORE_FAILURES, RECORDS_LOST)
GAUGES: Final = (RECORDS_WAITING, STORE_UP, TUNING_NEWEST, TUNING_OLDEST, TUNING_CONFIRMED, TUNING_HISTORY_DIFFERS)


class Metrics(Protocol):
    """Numbers for those who watch the service. They add up over its processes."""

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """A request was answered; its route is None where there is nothing at its path."""

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """So many more; the label is one of those that the counter has, if it has any."""

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        """This is how it stands in this process now."""

    def exposition(self) -> bytes:
        """All numbers, as text in the format of Prometheus."""
