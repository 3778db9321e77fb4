"""Records: what was resolved, from what, and when, kept to be read again and never changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_OF_CHARACTER: Final = 200
"""Records in the list of one character; older ones leave it, and can still be read by their id."""


@dataclass(frozen=True, slots=True)
class Record:
    """One resolution with its inputs, written down for good."""

    resolution_id: str
    document: bytes
    """As it is told."""
    character_ids: tuple[str, ...] = ()
    """The characters that took part, each once."""


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Some records, newest first."""

    documents: Sequence[bytes]
    last: str | None
    """The resolution id of the last of them, where there are older ones."""
