"""Counts the recent resolutions that used what a change of the tuning takes away."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Any, Final

import orjson

from service.engines.pauses import Pause
from service.records.ports import Ledger
from service.system.clock import timestamp
from service.system.ports import Clock
from service.tuning.ports import Taken, Uses

RECENT: Final = timedelta(days=1)
MOST_COUNTED: Final = 5_000
"""How many of the newest records are looked at."""
AT_ONCE: Final = 100
MOST_S: Final = 1.0
"""How long they are looked at."""

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CountRecords:
    """Looks at the newest records, some at a time, back to a day ago."""

    ledger: Ledger
    clock: Clock
    pause: Pause
    tick: Callable[[], float] = monotonic

    def __call__(self, taken: Taken) -> Uses:
        """Count those whose inputs name what is taken away."""
        numbers = Counter[tuple[str, ...]]()
        complete = self._count(taken, numbers)
        return Uses("resolution of the last day", "resolutions of the last day", numbers, complete)

    def _count(self, taken: Taken, numbers: Counter[tuple[str, ...]]) -> bool:
        """Whether all recent records were looked at."""
        since, end = timestamp(self.clock.now() - RECENT), self.tick() + MOST_S
        older_than, looked_at = None, 0
        while looked_at < MOST_COUNTED and self.tick() <= end:
            page = self.ledger.page(AT_ONCE, older_than, None)
            for document in page.documents.values():
                record = orjson.loads(document)
                if record["resolved_at"] < since:
                    return True
                numbers.update(set(_used(record["inputs"], taken)))
            if page.last is None:
                return True
            looked_at += len(page.documents)
            older_than = page.last
            self.pause()
        return False


def _used(inputs: Json, taken: Taken) -> Iterator[tuple[str, ...]]:
    for field, part in _NAMED.items():
        if field in inputs:
            yield from taken.among(part, [inputs[field]])
    participants = [inputs[side] for side in ("actor", "target") if side in inputs]
    for one in (*participants, *inputs.get("attackers", ()), *inputs.get("defenders", ())):
        yield from taken.among_skills(one.get("skills", {}))
        yield from taken.among("npcs", [one["npc"]] if "npc" in one else ())
        yield from taken.among("items", one.get("items", ()))
        yield from taken.among("effects", one.get("effects", ()))


_NAMED: Final = {"crime": "crimes", "difficulty": "skill_checks", "location": "locations", "territory": "territories"}
"""The fields of an action that name an entry, with the part of the catalogue that has it."""
