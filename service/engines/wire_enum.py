"""Enums whose value is the word that callers read and write."""

from enum import StrEnum


class Word(StrEnum):
    """One of a fixed set of words. It hashes as its text does, in C; the hash of an enum runs in Python."""

    __hash__ = str.__hash__
