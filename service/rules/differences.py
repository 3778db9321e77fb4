"""What differs between two documents of plain JSON values, field by field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.rules.errors import Path, json_pointer


@dataclass(frozen=True, slots=True)
class Difference:
    """One field as it was and as it is. None: it was not there, or is no more; no document has null for a value."""

    pointer: str
    before: Any
    after: Any


def differences(before: Mapping[str, Any], after: Mapping[str, Any], path: Path = ()) -> Iterator[Difference]:
    """Every difference, in the order of the fields; where both sides have an object, what differs within it."""
    for name in {**before, **after}:
        here, old, new = (*path, name), before.get(name), after.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from differences(old, new, here)
        elif old != new:
            yield Difference(json_pointer(here), old, new)
