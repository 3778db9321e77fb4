"""The condition of the store, and what to do if it cannot do what the service needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol

from service.engines.wire_enum import WireEnum


class StoreState(WireEnum):
    """What prevents the store from working, if anything."""

    UP = "up"
    DOWN = "down"
    LOADING = "loading"
    READ_ONLY = "read_only"
    FULL = "full"
    NO_REPLICAS = "no_replicas"
    DISK_ERROR = "disk_error"
    TLS = "tls"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    WRONG_DATABASE = "wrong_database"
    WRONG_TYPE = "wrong_type"
    CLUSTER = "cluster"
    NOT_A_CLUSTER = "not_a_cluster"
    CLUSTER_DOWN = "cluster_down"
    NOT_REPLICATED = "not_replicated"
    UNKNOWN_PRIMARY = "unknown_primary"
    SENTINEL_UNAUTHORIZED = "sentinel_unauthorized"
    TOO_OLD = "too_old"


PASSING: Final = frozenset(
    {
        StoreState.DOWN,
        StoreState.LOADING,
        StoreState.READ_ONLY,
        StoreState.FULL,
        StoreState.NO_REPLICAS,
        StoreState.DISK_ERROR,
        StoreState.CLUSTER_DOWN,
    }
)
"""These may pass without a change of settings, so the service starts despite them."""

SILENT: Final = frozenset(
    {
        StoreState.DOWN,
        StoreState.LOADING,
        StoreState.TLS,
        StoreState.UNAUTHORIZED,
        StoreState.WRONG_DATABASE,
        StoreState.NOT_A_CLUSTER,
        StoreState.CLUSTER_DOWN,
        StoreState.UNKNOWN_PRIMARY,
        StoreState.SENTINEL_UNAUTHORIZED,
    }
)
"""In these states the store cannot even be read."""

ADVICE: Final[Mapping[StoreState, str]] = MappingProxyType(
    {
        StoreState.DOWN: "The store does not answer.",
        StoreState.LOADING: "The store is loading its data. It is available once that is done.",
        StoreState.READ_ONLY: "The store is a read-only replica. Point DESTINY_REDIS_URL at the primary.",
        StoreState.FULL: "The store's memory is full. Raise its maxmemory.",
        StoreState.NO_REPLICAS: "The store refuses writes because it has too few replicas (min-replicas-to-write).",
        StoreState.DISK_ERROR: "The store refuses writes because it cannot save to disk (MISCONF). See its log.",
        StoreState.TLS: "TLS with the store fails. Correct the ssl_ options in DESTINY_REDIS_URL, or the certificate "
        "of the store.",
        StoreState.UNAUTHORIZED: "The store refuses the user or the password in DESTINY_REDIS_URL.",
        StoreState.FORBIDDEN: "The store's user lacks permissions that the service needs. Allow it the commands and "
        "the keys destiny:* (ACL SETUSER).",
        StoreState.WRONG_DATABASE: "The store does not have the database that DESTINY_REDIS_URL names.",
        StoreState.WRONG_TYPE: "One of the service's keys holds data that is not the service's. Rename that key, or "
        "choose another database.",
        StoreState.CLUSTER: "The store is a server of a cluster. Begin DESTINY_REDIS_URL with redis+cluster://.",
        StoreState.NOT_A_CLUSTER: "DESTINY_REDIS_URL begins with redis+cluster://, and the server is not part of a "
        "cluster. Name a cluster, or begin it with redis://.",
        StoreState.CLUSTER_DOWN: "The cluster has keys that none of its servers is responsible for. See CLUSTER INFO.",
        StoreState.NOT_REPLICATED: "DESTINY_STORE_SAFETY is replicated, but the store accepts writes that no replica "
        "gets. Set min-replicas-to-write 1 on every server that can become the primary, or DESTINY_STORE_SAFETY=one.",
        StoreState.UNKNOWN_PRIMARY: "The Sentinels know no primary by the name in DESTINY_REDIS_URL.",
        StoreState.SENTINEL_UNAUTHORIZED: "The Sentinels refuse sentinel_username or sentinel_password in "
        "DESTINY_REDIS_URL. They need +sentinel|masters, or no user at all.",
        StoreState.TOO_OLD: "The store is too old: it must be at least Redis 7.4 or Valkey 9.0.",
    }
)
"""What each state means, for operators. It contains no secrets."""


@dataclass(frozen=True, slots=True)
class StoreCondition:
    """The state of the store, with details."""

    state: StoreState
    said: str | None = None
    """The store's own message, if it says more than the state."""
    connection: str | None = None
    """The connection error. It names hosts, so it belongs only in the log."""
    warnings: tuple[str, ...] = ()
    """Settings of the store that put its data at risk."""

    @property
    def detail(self) -> str | None:
        """What is wrong and what to do; None if nothing is wrong."""
        advice = ADVICE.get(self.state)
        return f"{advice} It says: {self.said}" if advice and self.said else advice


UP: Final = StoreCondition(StoreState.UP)


class StoreHealth(Protocol):
    """Checks the store."""

    def reachable(self) -> bool:
        """Return whether the store answers; never raises for a store that fails."""

    def condition(self) -> StoreCondition:
        """Return whether the store can do what the service needs; never raises for a store that fails."""
