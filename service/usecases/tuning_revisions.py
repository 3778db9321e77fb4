"""A revision of the tuning: its number, its document, and the values read from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.rules.destiny.tuning import Tuning
from service.rules.destiny.tuning_document import read_tuning


@dataclass(frozen=True, slots=True)
class TuningRevision:
    """One state of the tuning, as it was or is."""

    number: int
    document: Mapping[str, Any]
    tuning: Tuning

    @classmethod
    def read(cls, number: int, document: Mapping[str, Any]) -> "TuningRevision":
        """The revision with this document; `InvalidInput` where the document breaks a rule."""
        return cls(number, document, read_tuning(document))
