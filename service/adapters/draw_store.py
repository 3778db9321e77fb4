"""Promised draws in Redis: each a small string that expires by itself."""

from typing import Final

import redis

from service.adapters import keys
from service.adapters.store_answers import store_answers
from service.rules.seeded_draws import SEED_BYTES
from service.usecases.verifiable_draws import TakenDraw

_TAKE: Final = f"""
local draw = redis.call('GET', KEYS[1])
if draw and #draw == {SEED_BYTES} then
  draw = draw .. ARGV[1]
  redis.call('SET', KEYS[1], draw, 'KEEPTTL')
end
return draw
"""
"""The first to come adds its names; everyone gets the draw with the names of the first. (APPEND would take up twice the
memory, for more to come.)"""


class RedisDrawStore:
    """Keeps each draw until it expires, taken or not, so that a second taker can be told of the first."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._take = client.register_script(_TAKE)

    def promise(self, draw_id: str, server_seed: bytes, lifetime_s: int) -> None:
        """Keep a draw that nobody has taken."""
        with store_answers():
            self._client.set(keys.draw(draw_id), server_seed, ex=lifetime_s)

    def take(self, draw_id: str, resolution_id: str, retry_id: str = "") -> TakenDraw | None:
        """The draw as it is taken. Safe to send twice: the client does so when an answer is lost."""
        with store_answers():
            draw: bytes | None = self._take(keys=[keys.draw(draw_id)], args=[f"{resolution_id} {retry_id}".strip()])
        if draw is None:
            return None
        first, _, its_retry_id = draw[SEED_BYTES:].decode().partition(" ")
        return TakenDraw(draw[:SEED_BYTES], first, its_retry_id)
