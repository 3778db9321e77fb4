"""The condition of the store: whether it can do what the service needs, and what to do if it cannot."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol

from service.engines.wire_enum import WireEnum


class StoreState(WireEnum):
    """What keeps the store from its work, if anything does."""

    UP = "up"
    DOWN = "down"
    LOADING = "loading"
    READ_ONLY = "read_only"
    FULL = "full"
    NO_REPLICAS = "no_replicas"
    DISK_ERROR = "disk_error"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    WRONG_DATABASE = "wrong_database"
    WRONG_TYPE = "wrong_type"
    CLUSTER = "cluster"
    TOO_OLD = "too_old"


PASSING: Final = frozenset(
    {
        StoreState.DOWN,
        StoreState.LOADING,
        StoreState.READ_ONLY,
        StoreState.FULL,
        StoreState.NO_REPLICAS,
        StoreState.DISK_ERROR,
    }
)
"""These may pass without a change of the settings, so a service starts in spite of them."""

SILENT: Final = frozenset({StoreState.DOWN, StoreState.LOADING, StoreState.UNAUTHORIZED, StoreState.WRONG_DATABASE})
"""In these the store cannot even be read."""

ADVICE: Final[Mapping[StoreState, str]] = MappingProxyType(
    {
        StoreState.DOWN: "The store does not answer.",
        StoreState.LOADING: "The store is loading its data; it serves when it has finished.",
        StoreState.READ_ONLY: "The store is a read-only replica. Point DESTINY_REDIS_URL at the primary.",
        StoreState.FULL: "The store's memory is full. Raise its maxmemory.",
        StoreState.NO_REPLICAS: "The store refuses writes, as it has too few replicas (min-replicas-to-write).",
        StoreState.DISK_ERROR: "The store refuses writes, as it cannot save its data to disk (MISCONF). See its log.",
        StoreState.UNAUTHORIZED: "The store refuses the user or the password in DESTINY_REDIS_URL.",
        StoreState.FORBIDDEN: "The store forbids its user what the service needs. Allow it the commands and the keys "
        "destiny:* (ACL SETUSER).",
        StoreState.WRONG_DATABASE: "The store does not have the database that DESTINY_REDIS_URL names.",
        StoreState.WRONG_TYPE: "A key of the service holds something that is not the service's. Move it away, or "
        "choose another database.",
        StoreState.CLUSTER: "The store is a node of a cluster, which the service does not support. "
        "Name a single server.",
        StoreState.TOO_OLD: "The store is too old: it must be Redis 7.4 or Valkey 9.0 at least.",
    }
)
"""What each state means, for those who run the service. Nothing in it is secret."""


@dataclass(frozen=True, slots=True)
class StoreCondition:
    """The state, and what else there is to say."""

    state: StoreState
    said: str | None = None
    """The store's own words, where they say more."""
    connection: str | None = None
    """What the connection ran into. It names hosts, so it is for the log alone."""
    warnings: tuple[str, ...] = ()
    """Settings of the store that put what it keeps at risk."""

    @property
    def detail(self) -> str | None:
        """What is wrong and what to do; None where nothing is wrong."""
        advice = ADVICE.get(self.state)
        return f"{advice} It says: {self.said}" if advice and self.said else advice


UP: Final = StoreCondition(StoreState.UP)


class StoreHealth(Protocol):
    """How the store is that the service keeps its state in."""

    def reachable(self) -> bool:
        """Whether it answers; trouble is an answer here, never an exception."""

    def condition(self) -> StoreCondition:
        """What it can do of what the service needs, and what is wrong with it; never an exception either."""
