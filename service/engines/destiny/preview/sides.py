"""The two sides of a change: what was before it, and what would be after it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from service.engines.wire_enum import WireEnum

Side = TypeVar("Side")
Side_co = TypeVar("Side_co", covariant=True)


class PreviewChange(WireEnum):
    """What a change of the tuning does to something."""

    MOVED = "moved"
    ADDED = "added"
    REMOVED = "removed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Sides(Generic[Side_co]):
    """Something before a change, and the same after it; None on a side where it is not there."""

    before: Side_co
    after: Side_co

    def __iter__(self) -> Iterator[Side_co]:
        yield self.before
        yield self.after

    @property
    def change(self) -> PreviewChange:
        """What the change does to it."""
        if self.before is None:
            return PreviewChange.ADDED
        if self.after is None:
            return PreviewChange.REMOVED
        return PreviewChange.NONE if self.before == self.after else PreviewChange.MOVED


def on_each_side(make: Callable[..., Side], *sides: Sides[Any]) -> Sides[Side]:
    """What `make` gives for the values of either side."""
    return Sides(*map(make, *sides))
