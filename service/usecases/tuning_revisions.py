"""A revision of the tuning: its number, its document, and the values read from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from service.rules.destiny.tuning import Tuning
from service.rules.destiny.tuning_document import read_tuning
from service.rules.documents import Mistakes
from service.rules.errors import InvalidInput
from service.rules.pyramid.tuning import PyramidTuning
from service.rules.pyramid.tuning_document import read_pyramid

PYRAMID: Final = "pyramid"
"""The part of the document that is Pyramid Poker's; the rest is the Destiny Deck's."""


@dataclass(frozen=True, slots=True)
class TuningRevision:
    """One state of the tuning, as it was or is."""

    number: int
    document: Mapping[str, Any]
    tuning: Tuning
    pyramid: PyramidTuning = field(default_factory=PyramidTuning)

    @classmethod
    def read(cls, number: int, document: Mapping[str, Any]) -> "TuningRevision":
        """The revision with this document; `InvalidInput` where the document breaks a rule."""
        mistakes: Mistakes = []
        pyramid = read_pyramid(document.get(PYRAMID, {}), (PYRAMID,), mistakes) or PyramidTuning()
        try:
            tuning = read_tuning({name: value for name, value in document.items() if name != PYRAMID})
        except InvalidInput as error:
            raise InvalidInput([*error.mistakes, *mistakes]) from None
        if mistakes:
            raise InvalidInput(mistakes)
        return cls(number, document, tuning, pyramid)
