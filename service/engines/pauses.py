"""Pauses in long work, in which other requests of the process run."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

Item = TypeVar("Item")

Pause = Callable[[], None]
"""Called between the steps of long work. It costs next to nothing, so a step may be short."""


def no_pause() -> None:
    """For work that nothing else waits for."""


BYTES_AT_ONCE: Final = 1 << 14
"""How much of a long text is compressed or digested at once: some tenths of a millisecond."""


def each(items: Iterable[Item], pause: Pause) -> Iterator[Item]:
    """The items, with a pause before each."""
    for item in items:
        pause()
        yield item


def in_parts(items: Iterable[Item], size: int, pause: Pause) -> Iterator[tuple[Item, ...]]:
    """The items, at most `size` at once, with a pause before each part."""
    left = iter(items)
    while part := tuple(islice(left, size)):
        pause()
        yield part


def byte_parts(data: bytes, pause: Pause) -> Iterator[memoryview]:
    """The data in parts that take about as long to compress or to digest, with a pause before each."""
    view = memoryview(data)
    for start in range(0, len(data), BYTES_AT_ONCE):
        pause()
        yield view[start : start + BYTES_AT_ONCE]
