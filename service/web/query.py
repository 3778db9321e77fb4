"""Reading the query of a request: as strictly as a body, though all of its values are texts."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

from flask import request
from marshmallow import ValidationError

from service.web.fields import whole
from service.web.schema import RequestSchema

Meaning = TypeVar("Meaning")
Answer = TypeVar("Answer")
View = TypeVar("View", bound=Callable[..., Any])
_TAKES_QUERY: Final = "takes_query"


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


def whole_text(low: int, high: int) -> Callable[[str], int]:
    """The digits of a whole number."""
    read = whole(low, high)
    longest = len(str(high))

    def from_text(text: str) -> int:
        return read(int(text) if text.isascii() and text.isdigit() and len(text) <= longest else text)

    return from_text


def cursor_text(read: Callable[[str], Meaning]) -> Callable[[str], Meaning]:
    """The `next_cursor` of a page. What it is made of is our affair, so the message of a mistake does not tell."""

    def from_text(text: str) -> Meaning:
        try:
            return read(text)
        except ValidationError:
            raise ValidationError("Must be the next_cursor of an earlier page.") from None

    return from_text


def flag_text(text: str) -> bool:
    """`true` or `false`."""
    if text not in ("true", "false"):
        raise ValidationError("Must be true or false.")
    return text == "true"
