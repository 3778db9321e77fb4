"""Pauses in long work, in which other requests of the process run."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

Pause = Callable[[], None]
"""Called between the steps of long work. It costs next to nothing, so a step may be short."""


def no_pause() -> None:
    """For work that nothing else waits for."""


def each(items: Iterable[Item], pause: Pause) -> Iterator[Item]:
    """The items, with a pause before each."""
    for item in items:
        pause()
        yield item
