"""How far a body is read: until there are enough mistakes, and with pauses in which other requests have their turn."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from marshmallow import ValidationError

from service.system.clock import give_way

MOST_ERRORS: Final = 100
"""A body can have a hundred thousand mistakes; an answer that lists them all would be many times its size."""

_enough: Final = ContextVar("enough", default=MOST_ERRORS + 1)
_before_item: Final[ContextVar[Callable[[Any], None]]] = ContextVar("before_item", default=lambda _item: None)

Read = TypeVar("Read")
Reader = Callable[[Any], Read]


def pause_before(item: Any) -> None:
    """What a `LongList` calls before it reads an item."""
    _before_item.get()(item)


def number_of_messages(messages: Any) -> int:
    """Counts the messages at all depths."""
    return sum(map(number_of_messages, messages.values())) if isinstance(messages, dict) else len(messages)


def errors_wanted() -> int:
    """How many mistakes to look for: one more than a problem lists, which shows that there are more."""
    return _enough.get()


@contextmanager
def listing_at_most(mistakes: int) -> Iterator[None]:
    """Within this context, reading stops as soon as it has found more than `mistakes` mistakes."""
    before = _enough.set(mistakes + 1)
    try:
        yield
    finally:
        _enough.reset(before)


@contextmanager
def pausing(before_item: Callable[[Any], None]) -> Iterator[None]:
    """Within this context, every `LongList` calls this function before it reads an item."""
    before = _before_item.set(before_item)
    try:
        yield
    finally:
        _before_item.reset(before)


def read_each(items: Iterable[tuple[Any, Any]], read: Reader[Read]) -> dict[Any, Read]:
    """Reads every item. Raises one `ValidationError` with the errors under their keys; stops once it has enough."""
    values: dict[Any, Read] = {}
    wrong: dict[Any, Any] = {}
    found = 0
    for key, item in items:
        give_way()
        try:
            values[key] = read(item)
        except ValidationError as error:
            wrong[key] = error.messages
            found += number_of_messages(error.messages)
            if found >= errors_wanted():
                break
    if wrong:
        raise ValidationError(wrong)
    return values
