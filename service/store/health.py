"""How the store is: asked each time, and tried out now and then."""

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

import redis

from service.errors import StoreUnavailable
from service.store.condition import UP, StoreCondition, StoreState
from service.store.failures import diagnosis, translating_redis_errors
from service.store.trial import StoreTrial

TRUSTED_S: Final = 5.0
"""How long a trial that went well speaks for the store; so nobody can make it busy by asking for its health."""


class RedisStoreHealth:
    """Whether the store can do now what the service needs of it."""

    def __init__(self, client: redis.Redis, tick: Callable[[], float] = monotonic) -> None:
        self._client = client
        self._trial = StoreTrial(client)
        self._tick = tick
        self._tried = UP
        self._trusted_until = -inf

    def reachable(self) -> bool:
        """Whether it answers. No trouble with the connection is ever raised from here."""
        try:
            with translating_redis_errors():
                return bool(self._client.ping())
        except (StoreUnavailable, redis.ResponseError):
            return False

    def condition(self) -> StoreCondition:
        """What it can do. No trouble is ever raised from here either."""
        try:
            with translating_redis_errors():
                self._client.ping()
            if self._tick() < self._trusted_until:
                return self._tried
            self._tried = self._trial()
        except (StoreUnavailable, redis.ResponseError) as error:
            self._tried = _in_trouble(error)
        went_well = self._tried.state is StoreState.UP
        self._trusted_until = self._tick() + TRUSTED_S if went_well else -inf
        return self._tried


def _in_trouble(error: Exception) -> StoreCondition:
    cause = error.__cause__ if isinstance(error, StoreUnavailable) else error
    state = diagnosis(cause) or StoreState.DOWN
    if isinstance(cause, redis.ResponseError):
        return StoreCondition(state, said=str(cause))
    return StoreCondition(state, connection=str(cause))
