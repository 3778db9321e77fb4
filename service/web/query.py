"""Reading the query of a request: as strictly as a body, though all of its values are texts."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import request
from marshmallow import ValidationError

from service.web.schemas.fields import whole
from service.web.schemas.schema import RequestSchema

Meaning = TypeVar("Meaning")


def read_query(schema: RequestSchema) -> Any:
    """What the parameters mean; one that is there twice is refused. A mistake's pointer is `/` and the name."""
    repeated = [name for name, values in request.args.lists() if len(values) > 1]
    if repeated:
        raise ValidationError({name: ["Must be there once."] for name in repeated})
    return schema.load(request.args.to_dict())


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
