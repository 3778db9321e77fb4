"""Whether reads and writes of one value had a legal order: the search of Wing and Gong, with Lowe's memory.

An operation takes effect at some moment between its invocation and its completion. A history is legal if these moments
can be chosen so that each read returns what was written last. A write without a definite answer may take effect at any
moment after its invocation, or never.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

NOTHING: Final = -1
"""What a register holds that nothing was written to."""


@dataclass(frozen=True, slots=True)
class Access:
    """A read or a write of a number. No two writes write the same one."""

    writes: bool
    number: int
    invoked: float
    completed: float = inf
    """Never, for a write whose answer is unknown."""


def is_linearizable(accesses: Iterable[Access]) -> bool:
    relevant = _that_bind(list(accesses))
    everything = (1 << len(relevant)) - 1
    seen: set[tuple[int, int]] = set()
    waiting = [(0, NOTHING)]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        done, value = state
        if done == everything or all(
            done >> place & 1 or relevant[place].completed == inf for place in range(len(relevant))
        ):
            return True
        waiting += _next(relevant, done, value)
    return False


def _next(relevant: Sequence[Access], done: int, value: int) -> list[tuple[int, int]]:
    """The states after one more operation: any that was invoked before all others had completed."""
    left = [(place, access) for place, access in enumerate(relevant) if not done >> place & 1]
    first_completed = min(access.completed for _, access in left)
    found = []
    for place, access in left:
        if access.invoked > first_completed:
            break  # they are in the order of their invocations
        if access.writes:
            found.append((done | 1 << place, access.number))
        elif access.number == value:
            # A read changes nothing: taking it as soon as it fits loses no order.
            return [(done | 1 << place, value)]
    return found


def _that_bind(accesses: list[Access]) -> list[Access]:
    """Without writes of unknown outcome that were never read: each may simply never have happened."""
    read = {access.number for access in accesses if not access.writes}
    kept = [access for access in accesses if access.completed < inf or (access.writes and access.number in read)]
    return sorted(kept, key=lambda access: access.invoked)
