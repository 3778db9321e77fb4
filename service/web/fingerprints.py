"""When two requests are the same: method, path, and what the JSON body says, not how it is written."""

from hashlib import sha256
from typing import Any, Final

import orjson

_EXACT: Final = 2**53
"""Doubles below it that have no fraction are whole numbers, one each."""


def fingerprint(method: str, path: str, body: Any) -> bytes:
    """The same 32 bytes for the same request: the SHA-256 of its method, its path and its canonical JSON."""
    return sha256(b"%b %b\n%b" % (method.encode(), path.encode(), canonical(body))).digest()


def canonical(value: Any) -> bytes:
    """A JSON value written in one way: keys in order, no spaces, and 12.0 as 12, which means the same everywhere here.

    The order of an array counts, and a field left out is not one that is there with its default.
    """
    written = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    # A double without a fraction is written with ".0", so most bodies need no second look.
    return orjson.dumps(_whole(value), option=orjson.OPT_SORT_KEYS) if b".0" in written else written


def _whole(value: Any) -> Any:
    if type(value) is float:
        return int(value) if value.is_integer() and abs(value) < _EXACT else value
    if type(value) is dict:
        return {key: _whole(item) for key, item in value.items()}
    if type(value) is list:
        return [_whole(item) for item in value]
    return value
