"""The garbage collector of a worker looks at what came after the start."""

import gc
from collections.abc import Iterator

import pytest

from service.server.heap import keep_for_good


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    gc.unfreeze()


class Ring:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.itself = self


def rings() -> int:
    """How many a collection would look at."""
    return sum(type(one) is Ring for one in gc.get_objects())


def test_keep_for_good__what_is_there__is_not_looked_at_later() -> None:
    before = Ring()
    keep_for_good()
    after = Ring()

    assert before.itself is not after.itself
    assert rings() == 1


def test_keep_for_good__garbage__is_not_kept() -> None:
    Ring()

    keep_for_good()

    gc.unfreeze()
    assert rings() == 0
