"""Finds the primary by asking Sentinels, again for each new connection, so that a failover needs no restart."""

from typing import Any, Final

import redis
from redis.backoff import NoBackoff
from redis.connection import BlockingConnectionPool, ConnectionPool, parse_url
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError, Sentinel, SentinelConnectionPool

from service.store.url import SentinelUrl

_NOT_FOR_THE_POOL: Final = ("host", "port", "connection_class")


class UnknownPrimary(redis.ConnectionError):
    """The Sentinels answer, and none of them knows a primary by this name."""


class SentinelRefused(redis.ConnectionError):
    """The Sentinels refuse the user or the password."""


class Sentinels(Sentinel):
    """Asks one Sentinel after the other, and says why none of them names a primary."""

    down_after_ms: int | None = None
    """After how much silence they replace the primary; None until one of them has said so."""

    def discover_master(self, service_name: str) -> tuple[str, int]:
        """Return the address of the primary; the Sentinel that knew it is asked first from then on."""
        errors: list[redis.RedisError] = []
        for sentinel in tuple(self.sentinels):
            try:
                masters: Any = sentinel.sentinel_masters()
            except redis.RedisError as error:
                errors.append(_refusal(error))
                continue
            found = masters.get(service_name)
            if found is None:
                errors.append(UnknownPrimary(f"A Sentinel knows no primary named {service_name}."))
            elif not self.check_master_state(found, service_name):  # type: ignore[no-untyped-call]
                errors.append(MasterNotFoundError(f"The primary {service_name} is down."))
            else:
                self.sentinels.sort(key=lambda one: one is not sentinel)
                self.down_after_ms = found.get("down-after-milliseconds")
                return found["ip"], found["port"]
        # What only the operator can correct counts last: another Sentinel may just have lost its configuration.
        raise min(errors, key=_lasting)


def _refusal(error: redis.RedisError) -> redis.RedisError:
    if isinstance(error, redis.AuthenticationError | redis.exceptions.NoPermissionError):
        return SentinelRefused(str(error))
    return error


def _lasting(error: redis.RedisError) -> int:
    if isinstance(error, MasterNotFoundError):
        return 0
    if isinstance(error, SentinelRefused):
        return 1
    return 2 if isinstance(error, UnknownPrimary) else 3


class SentinelPool(SentinelConnectionPool, BlockingConnectionPool):
    """A blocking pool of connections to the primary."""

    @property
    def sentinels(self) -> Sentinels:
        """Whom it asks for the primary."""
        asked: Sentinels = self.sentinel_manager
        return asked

    def owns_connection(self, connection: Any) -> bool:
        """Return whether this process made the connection.

        redis-py would also disown connections to another address, and make a new object for each, but keep the old
        ones in a list: one more for each request while there is no primary.
        """
        return bool(ConnectionPool.owns_connection(self, connection))

    def release(self, connection: Any) -> None:
        """Take the connection back; one to a former primary asks the Sentinels when it is used again."""
        if self.master_address != (connection.host, connection.port):
            connection.disconnect()
        super().release(connection)  # type: ignore[no-untyped-call]


def sentinel_pool(url: SentinelUrl, timeout_s: float, options: dict[str, Any]) -> SentinelPool:
    """Return a pool with these options, which the URL may override."""
    parsed = parse_url(url.store_url)  # type: ignore[no-untyped-call]
    given = {name: value for name, value in parsed.items() if name not in _NOT_FOR_THE_POOL}
    sentinels = Sentinels(  # type: ignore[no-untyped-call]
        url.sentinels,
        sentinel_kwargs={
            "socket_connect_timeout": timeout_s,
            "socket_timeout": timeout_s,
            "retry": Retry(NoBackoff(), 0),  # the next Sentinel is asked instead
            "driver_info": None,
            "maint_notifications_config": MaintNotificationsConfig(enabled=False),
            "ssl": url.tls,
            **{name: value for name, value in given.items() if name.startswith("ssl_")},
            **url.credentials,
        },
    )
    given_or_ours = {**options, **given}
    return SentinelPool(url.primary, sentinels, ssl=url.tls, **given_or_ours)  # type: ignore[no-untyped-call]
