"""The base of all enums that callers read and write: the value of a member is its text in JSON."""

from enum import StrEnum


class WireEnum(StrEnum):
    """One of a fixed set of texts. It uses the hash of `str`, which runs in C; an enum's own runs in Python."""

    __hash__ = str.__hash__
