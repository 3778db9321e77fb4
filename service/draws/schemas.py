"""The bodies that promise a draw and name one, and the values they become."""

from typing import Any, Final

from marshmallow import post_load

from service.draws.ports import NamedDraw
from service.draws.promise import DEFAULT_LIFETIME_S, PromiseDrawInput
from service.engines.draws import SEED_BYTES, DrawPurpose
from service.web.fields import Enum, Integer, Name, Text, invalid
from service.web.schema import RequestSchema

LONGEST_CLIENT_SEED: Final = 128
LONGEST_LIFETIME_S: Final = 3600
"""A promise is made for an attempt that is about to come; the store holds all of them."""


class ClientSeed(Text):
    """Any text that is not empty. A JSON text with half a surrogate pair has been refused, so UTF-8 has it all."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_CLIENT_SEED, **options)


class HexDigits(Text):
    """The hexadecimal digits of a seed, or of the hash of one."""

    default_error_messages = invalid(f"Must be a string of {2 * SEED_BYTES} hexadecimal digits.")

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=0, pattern=f"^[0-9a-fA-F]{{{2 * SEED_BYTES}}}$", **options)


class ServerSeed(HexDigits):
    """The bytes of a seed from their digits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(post_load=bytes.fromhex, **options)


class PromiseDrawSchema(RequestSchema):
    """A draw to be promised."""

    expires_in_seconds = Integer(minimum=1, maximum=LONGEST_LIFETIME_S, load_default=DEFAULT_LIFETIME_S)
    purpose = Enum(DrawPurpose, data_key="for", load_default=DrawPurpose.RESOLVE)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> PromiseDrawInput:
        """What is wanted."""
        return PromiseDrawInput(**values)


class NamedDrawSchema(RequestSchema):
    """A promised draw, in the body of an action."""

    draw_id = Name(required=True)
    client_seed = ClientSeed(required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> NamedDraw:
        """The draw named."""
        return NamedDraw(**values)


WANTED: Final = PromiseDrawSchema()
