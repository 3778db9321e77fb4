"""Promised draws in Redis: one short string each, which expires by itself."""

from typing import Final

from service.draws.ports import TakenDraw
from service.engines.draws import SEED_BYTES, DrawPurpose
from service.store.client import Client
from service.store.durable import DurableWrites
from service.store.failures import translating_redis_errors
from service.store.keys import layout
from service.store.wait import NO_WAIT, Wait

_TAKE: Final = f"""
local draw = redis.call('GET', KEYS[1])
if draw and string.sub(draw, {SEED_BYTES + 1}) == ARGV[2] then
  draw = draw .. ARGV[1]
  redis.call('SET', KEYS[1], draw, 'KEEPTTL')
end
return draw
"""
"""The first request adds its ids; every request gets the draw with the ids of the first. (APPEND would take twice the
memory, because it reserves room to grow.) A draw can be taken if nothing but the mark of this purpose follows its
seed."""

_MARKS: Final = {
    DrawPurpose.RESOLVE: "",
    DrawPurpose.PYRAMID_DEAL: f"{DrawPurpose.PYRAMID_DEAL}:",
    DrawPurpose.PIECEPACKS_DEAL: f"{DrawPurpose.PIECEPACKS_DEAL}:",
}
"""What follows the seed. Draws for `resolve` have no mark, because earlier releases had no other purpose."""


class RedisDrawStore:
    """Keeps taken draws too until they expire, so that the answer to a second request can name the first."""

    def __init__(self, client: Client, *, wait: Wait = NO_WAIT) -> None:
        self._keys = layout(client)
        self._writes = DurableWrites(client, wait)
        self._take = self._writes.script(_TAKE)

    def promise(
        self, draw_id: str, server_seed: bytes, lifetime_s: int, purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> None:
        key, value = self._keys.draw(draw_id), server_seed + _MARKS[purpose].encode()
        with translating_redis_errors():
            self._writes.execute(key, "SET", key, value, "EX", lifetime_s)

    def take(
        self, draw_id: str, resolution_id: str, retry_id: str = "", purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> TakenDraw | None:
        """Safe to send twice: the client does so when a reply is lost."""
        args = [f"{resolution_id} {retry_id}".strip(), _MARKS[purpose]]
        with translating_redis_errors():
            draw: bytes | None = self._take([self._keys.draw(draw_id)], args)
        return None if draw is None else _taken(draw)


def _taken(draw: bytes) -> TakenDraw:
    kept = draw[SEED_BYTES:].decode()
    purpose = next((one for one, mark in _MARKS.items() if mark and kept.startswith(mark)), DrawPurpose.RESOLVE)
    first, _, its_retry_id = kept.removeprefix(_MARKS[purpose]).partition(" ")
    return TakenDraw(draw[:SEED_BYTES], first, its_retry_id, purpose)
