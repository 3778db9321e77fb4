"""Reads the bodies that ask for a draw to be promised and those that name one."""

from typing import Any, Final

from marshmallow import post_load

from service.draws.ports import NamedDraw
from service.draws.promise import DEFAULT_LIFETIME_S, PromiseDrawInput
from service.engines.draws import SEED_BYTES, DrawPurpose
from service.web.compiled import compile_loader
from service.web.fields import Enum, Integer, Name, Text, invalid
from service.web.schema import Loader, RequestSchema

LONGEST_CLIENT_SEED: Final = 128
LONGEST_LIFETIME_S: Final = 3600
"""A promise is for an attempt that comes soon, and the store holds every open one."""


class ClientSeed(Text):
    """Any text that is not empty. The JSON parser refuses half a surrogate pair, so UTF-8 can encode it all."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_CLIENT_SEED, **options)


class HexDigits(Text):
    """The hexadecimal digits of a seed or of its hash."""

    default_error_messages = invalid(f"Must be a string of {2 * SEED_BYTES} hexadecimal digits.")

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=0, pattern=f"^[0-9a-fA-F]{{{2 * SEED_BYTES}}}$", **options)


class ServerSeed(HexDigits):
    """The bytes of a seed, written in hexadecimal digits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(post_load=bytes.fromhex, **options)


class PromiseDrawSchema(RequestSchema):
    expires_in_seconds = Integer(minimum=1, maximum=LONGEST_LIFETIME_S, load_default=DEFAULT_LIFETIME_S)
    purpose = Enum(DrawPurpose, data_key="for", load_default=DrawPurpose.RESOLVE)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> PromiseDrawInput:
        return PromiseDrawInput(**values)


class NamedDrawSchema(RequestSchema):
    """A promised draw, in the body of an action."""

    draw_id = Name(required=True)
    client_seed = ClientSeed(required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> NamedDraw:
        return NamedDraw(**values)


WANTED: Final = PromiseDrawSchema()

read_wanted: Final[Loader] = compile_loader(WANTED)
