"""The bodies that promise a draw and name one, and the values they become."""

import re
from typing import Any, ClassVar, Final

from marshmallow import ValidationError

from service.draws.draw import NamedDraw
from service.draws.promise import PromiseDrawInput
from service.engines.draws import SEED_BYTES, DrawPurpose
from service.web.fields import Strict, name, whole, word
from service.web.schema import RequestSchema

LONGEST_CLIENT_SEED: Final = 128
LONGEST_LIFETIME_S: Final = 3600
"""A promise is made for an attempt that is about to come; the store holds all of them."""

_SEED_TEXT: Final = re.compile(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


def client_seed(value: Any) -> str:
    """Any text that is not empty. A JSON text with half a surrogate pair has been refused, so UTF-8 has it all."""
    if type(value) is not str or not 1 <= len(value) <= LONGEST_CLIENT_SEED:
        raise ValidationError(f"Must be a string of 1 to {LONGEST_CLIENT_SEED} characters.")
    return value


def server_seed(value: Any) -> bytes:
    """The bytes of a seed from their hexadecimal digits."""
    if type(value) is not str or not _SEED_TEXT.fullmatch(value):
        raise ValidationError(f"Must be a string of {2 * SEED_BYTES} hexadecimal digits.")
    return bytes.fromhex(value)


class PromiseDrawSchema(RequestSchema):
    """A draw to be promised."""

    expires_in_seconds = Strict(whole(1, LONGEST_LIFETIME_S))

    class Meta:
        """The field whose name is a word of Python's."""

        include: ClassVar = {"for": Strict(word(DrawPurpose))}

    def build(self, values: dict[str, Any]) -> PromiseDrawInput:
        """What is wanted, with the usual lifetime where none is given, and for `resolve` unless it says otherwise."""
        purpose = values.pop("for", DrawPurpose.RESOLVE)
        return PromiseDrawInput(**values, purpose=purpose)


class NamedDrawSchema(RequestSchema):
    """A promised draw, in the body of an action."""

    draw_id = Strict(name, required=True)
    client_seed = Strict(client_seed, required=True)

    def build(self, values: dict[str, Any]) -> NamedDraw:
        """The draw named."""
        return NamedDraw(**values)


WANTED: Final = PromiseDrawSchema()
NAMED: Final = NamedDrawSchema()
