"""What was worked out, with the revision of the tuning that it was worked out under."""

from dataclasses import dataclass
from typing import Generic, TypeVar

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Tuned(Generic[Found]):
    """Something that another tuning may give otherwise."""

    revision: int
    found: Found
