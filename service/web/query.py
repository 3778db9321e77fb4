"""Reads the query of a request as strictly as a body, although its values are all strings."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

from flask import request
from marshmallow import ValidationError

from service.web.fields import Boolean, Integer, Strict
from service.web.schema import QuerySchema

Answer = TypeVar("Answer")
View = TypeVar("View", bound=Callable[..., Any])
_TAKES_QUERY: Final = "takes_query"
LONGEST_CURSOR: Final = 36
"""The length of an id, the longest value that a cursor is made of."""


def read_query(schema: QuerySchema) -> Any:
    """The values of the parameters. Refuses one that repeats. The pointer of a mistake is `/` and the name."""
    repeated = [name for name, values in request.args.lists() if len(values) > 1]
    if repeated:
        raise ValidationError({name: ["Must appear only once."] for name in repeated})
    return schema.load(request.args.to_dict())


def takes_query(view: View) -> View:
    """Marks a view that reads the query itself."""
    setattr(view, _TAKES_QUERY, True)
    return view


def with_query(schema: QuerySchema) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Passes the values of the query to a view, before the parameters of its path."""

    def around(view: Callable[..., Answer]) -> Callable[..., Answer]:
        @takes_query
        @wraps(view)
        def answer(**path: Any) -> Answer:
            return view(read_query(schema), **path)

        return answer

    return around


def refuse_query(view: Callable[..., Any]) -> None:
    """Refuse a request with parameters that its view does not take.

    If it were ignored, the caller of a misspelt or misplaced one (`?dry_run=true`) would believe that it counts.
    """
    if request.query_string and not hasattr(view, _TAKES_QUERY):
        refuse_parameters("Unknown parameter. This endpoint takes none.")


def refuse_parameters(message: str) -> None:
    """Refuse a request with any parameter."""
    if request.args:
        raise ValidationError({name: [message] for name in request.args})


class IntegerText(Integer):
    """A whole number written in digits."""

    def __init__(self, *, minimum: int, maximum: int, **options: Any) -> None:
        super().__init__(minimum=minimum, maximum=maximum, **options)
        read, longest = self.read, len(str(maximum))

        def from_text(text: str) -> int:
            return read(int(text) if text.isascii() and text.isdigit() and len(text) <= longest else text)

        self.read = from_text


class BooleanText(Boolean):
    """The text `true` or `false`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        read = self.read
        self.read = lambda text: read({"true": True, "false": False}.get(text, text))


class Cursor(Strict[Any]):
    """The `next_cursor` of a page. It is opaque to callers, so the error message does not say what it is made of."""

    json_type = "string"
    max_length = LONGEST_CURSOR

    def __init__(self, made_of: Strict[Any], **options: Any) -> None:
        super().__init__(**options)

        def read(text: str) -> Any:
            try:
                return made_of.read(text)
            except ValidationError:
                raise ValidationError("Must be the next_cursor of an earlier page.") from None

        self.read = read
