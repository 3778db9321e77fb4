"""How the store is: there or not, and new enough or not."""

import redis

from service.adapters import keys
from service.adapters.store_answers import store_answers
from service.usecases.store_away import StoreAway, StoreTooOld


class RedisStoreHealth:
    """Whether the store answers now."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._recent = False

    def reachable(self) -> bool:
        """Ask it. No trouble with the connection is ever raised from here."""
        try:
            with store_answers():
                return bool(self._client.ping())
        except (StoreAway, redis.ResponseError):
            return False

    def too_old(self) -> bool:
        """Ask for the newest command that we need, until it has been known once; a server does not grow older."""
        if self._recent:
            return False
        try:
            with store_answers():
                self._client.hpttl(keys.NOTHING, "nothing")
        except StoreTooOld:
            return True
        except (StoreAway, redis.ResponseError):
            return False
        self._recent = True
        return False
