"""Defines every key that the service uses in the store; no other module contains one.

A cluster places a key by its tag, the part in braces, and a script can only touch keys of one place. So what changes
together has one tag there. One server needs no tags, and its keys have the names that they have always had.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from redis.cluster import RedisCluster
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

_PREFIX: Final = "destiny:"
_GROUPS: Final = 16
"""In a cluster, answers, draws and records are divided into so many groups, each with its own bounds."""
_TUNING: Final = "tuning"
_INSIGHT: Final = "insight"

ALL_CHARACTERS: Final = f"{_PREFIX}character:{{*"
"""A pattern for the keys of all characters and of their running effects."""

END_OF_CHARACTER: Final = b"}"
"""How the key of a character ends, and that of its running effects does not."""


def character(character_id: str) -> str:
    """A string: a character as JSON. The braces end the id, which may contain anything else that keys contain."""
    return f"{_PREFIX}character:{{{character_id}}}"


def running_effects(character_id: str) -> str:
    """A hash: the effects that run on a character, each with the millisecond in which it expires."""
    return character(character_id) + ":effects"


def rate_limit(caller: str) -> str:
    """A number: when, in microseconds, this caller's full limit is available again. The key expires then."""
    return f"{_PREFIX}rate:{caller}"


@dataclass(frozen=True, slots=True)
class RecordKeys:
    """The keys of one group of records."""

    documents: str
    """A hash: the record of each resolution, by its id."""
    order: str
    """A sorted set, all scores 0: the ids of all records, which are in order of time."""
    characters: str
    """A hash: the ids of the characters in a resolution, as a JSON array; only for resolutions with characters."""
    bytes: str
    """A number: the total bytes of all records."""

    def of_character(self, character_id: str) -> str:
        """A sorted set, all scores 0: the ids of a character's newest records."""
        return f"{self.documents}:of:{character_id}"


class Layout:
    """The names of the keys on one server or, with tags, in a cluster."""

    def __init__(self, *, tagged: bool) -> None:
        self._tagged = tagged
        self._groups = tuple(map(_group_tag, range(_GROUPS))) if tagged else ("",)
        self.groups = len(self._groups)
        """Into how many groups answers, draws and records are divided."""
        self.tuning_log = self._named(_TUNING, "tuning:log")
        """A list: entry n - 1 is revision n. Revision 0 ships with the service and is not in it."""
        self.insight_reset = self._named(_INSIGHT, "insight:reset")
        """A string: when the counts were last reset."""
        self.insight_resets = self._named(_INSIGHT, "insight:resets")
        """A sorted set: every reset of the counts as JSON, with its second as the score."""
        self.records = tuple(map(self._records, self._groups))
        """The keys of each group of records."""
        self.trials = tuple(self._named(tag, "trial") for tag in self._groups)
        """Strings, for at most a minute: the health check tries commands on them."""

    def _named(self, tag: str, rest: str) -> str:
        return f"{_PREFIX}{{{tag}}}:{rest}" if self._tagged else _PREFIX + rest

    def _records(self, tag: str) -> RecordKeys:
        documents = self._named(tag, "records")
        return RecordKeys(documents, f"{documents}:order", f"{documents}:characters", f"{documents}:bytes")

    def _group(self, name: str) -> int:
        return key_slot(name.encode()) % self.groups if self._tagged else 0

    def touched(self, key: str) -> str:
        """An empty string with the tag of this key: written so that the WAIT after it covers all earlier writes."""
        return key[: key.index("}") + 1] + ":touched" if self._tagged else _PREFIX + "touched"

    def draw(self, draw_id: str) -> str:
        """A string: the 32-byte seed of a promised draw, then the resolution that took it, and its retry id."""
        return self._named(self._groups[self._group(draw_id)], f"draw:{draw_id}")

    def idempotency(self, digest: bytes) -> str:
        """A string: the request that has, or had, an idempotency key, and its answer.

        The prefix is older than the function's name. Another prefix would lose every kept answer at an upgrade.
        """
        return self._named(self._groups[self._group(digest.hex())], f"retry:{digest.hex()}")

    def idempotency_bytes(self, digest: bytes) -> str:
        """A hash: the bytes of the answers kept in the group of this one, in each slice of the retention time."""
        return self._named(self._groups[self._group(digest.hex())], "retry-bytes")

    def record_group(self, resolution_id: str) -> int:
        """The place in `records` of the group that has the record of this resolution."""
        return self._group(resolution_id)

    def insight(self, day: date) -> str:
        """A hash: what was counted on this day."""
        return self._named(day.isoformat(), f"insight:{day.isoformat()}")

    def insight_decided(self, day: date) -> str:
        """A hash: what each revision of the tuning decided on this day."""
        return self.insight(day) + ":decided"

    def insight_told(self, day: date, process: str) -> str:
        """A number: the last increments that this process has sent, in a cluster for this day."""
        return self._named(day.isoformat(), f"insight:told:{process}")

    def webhook_delivered(self, address: str) -> str:
        """A number: the newest revision of which the server at this address needs no message any more."""
        return self._named(_TUNING, f"webhook:{address}:delivered")

    def webhook_lease(self, address: str) -> str:
        """A string, for half a minute: the worker that delivers messages to this address."""
        return self._named(_TUNING, f"webhook:{address}:lease")

    @property
    def permanent(self) -> dict[str, str]:
        """The keys that stay, and their types."""
        return dict(self._permanent())

    def _permanent(self) -> Iterator[tuple[str, str]]:
        yield self.tuning_log, "list"
        yield self.insight_reset, "string"
        yield self.insight_resets, "zset"
        for tag, records in zip(self._groups, self.records, strict=True):
            yield self._named(tag, "retry-bytes"), "hash"
            yield records.documents, "hash"
            yield records.order, "zset"
            yield records.characters, "hash"
            yield records.bytes, "string"
        for touched in sorted({self.touched(key) for key in (self.tuning_log, *self.trials)}):
            yield touched, "string"

    @property
    def unused(self) -> tuple[str, ...]:
        """One key of each kind with many keys. They never exist, and need the same permissions as those that do."""
        return (
            self.draw(""),
            self.idempotency(b""),
            rate_limit(""),
            character(""),
            running_effects(""),
            self.records[0].of_character(""),
            self.insight_told(date.min, ""),
            self.webhook_delivered(""),
            self.webhook_lease(""),
        )


def _group_tag(number: int) -> str:
    """A tag in this sixteenth of the places for keys, so that the groups spread evenly over a cluster's servers."""
    share = REDIS_CLUSTER_HASH_SLOTS // _GROUPS
    attempt = 0
    while key_slot(f"{number}.{attempt}".encode()) // share != number:
        attempt += 1
    return f"{number}.{attempt}"


ONE: Final = Layout(tagged=False)
CLUSTER: Final = Layout(tagged=True)


def layout(client: object) -> Layout:
    """Return the names for the store of this client."""
    return CLUSTER if isinstance(client, RedisCluster) else ONE
