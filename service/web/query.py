"""Reading the query of a request: as strictly as a body, though all of its values are texts."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

from flask import request
from marshmallow import ValidationError

from service.web.fields import Boolean, Integer, Strict
from service.web.schema import RequestSchema

Answer = TypeVar("Answer")
View = TypeVar("View", bound=Callable[..., Any])
_TAKES_QUERY: Final = "takes_query"
LONGEST_CURSOR: Final = 36
"""The length of an id: the longest of what cursors are made of."""


def read_query(schema: RequestSchema) -> Any:
    """What the parameters mean; one that is there twice is refused. A mistake's pointer is `/` and the name."""
    repeated = [name for name, values in request.args.lists() if len(values) > 1]
    if repeated:
        raise ValidationError({name: ["Must be there once."] for name in repeated})
    return schema.load(request.args.to_dict())


def takes_query(view: View) -> View:
    """Marks a view that reads the query itself."""
    setattr(view, _TAKES_QUERY, True)
    return view


def with_query(schema: RequestSchema) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Gives a view what the parameters of the query mean, before those of its path."""

    def around(view: Callable[..., Answer]) -> Callable[..., Answer]:
        @takes_query
        @wraps(view)
        def answer(**path: Any) -> Answer:
            return view(read_query(schema), **path)

        return answer

    return around


def refuse_query(view: Callable[..., Any]) -> None:
    """Refuse a request with parameters that its view does not take.

    Ignored, a misspelt or misplaced one (`?dry_run=true`) would have its caller believe that it counts.
    """
    if request.query_string and not hasattr(view, _TAKES_QUERY) and request.args:
        raise ValidationError({name: ["Unknown parameter. None is taken here."] for name in request.args})


class IntegerText(Integer):
    """The digits of a whole number."""

    def __init__(self, *, minimum: int, maximum: int, **options: Any) -> None:
        super().__init__(minimum=minimum, maximum=maximum, **options)
        read, longest = self.read, len(str(maximum))

        def from_text(text: str) -> int:
            return read(int(text) if text.isascii() and text.isdigit() and len(text) <= longest else text)

        self.read = from_text


class BooleanText(Boolean):
    """`true` or `false`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        read = self.read
        self.read = lambda text: read({"true": True, "false": False}.get(text, text))


class Cursor(Strict[Any]):
    """The `next_cursor` of a page. What it is made of is our affair, so the message of a mistake does not say."""

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
