"""What a player lays down: three hands, read as they are or as the automatic that is declared (C12)."""

from dataclasses import dataclass

from service.rules.pyramid.automatics.readings import Hands, Readings, ace_suit, automatic_readings
from service.rules.pyramid.hands import read_hand
from service.rules.pyramid.tuning import Automatic, PyramidTuning


@dataclass(frozen=True, slots=True)
class Play:
    """Hands on the table, from back to front."""

    readings: Readings
    automatic: Automatic | None = None
    ace_suit: int = 0
    """Of a dragon, the suit that decides against another (C14)."""


def best_automatic(hands: Hands, tuning: PyramidTuning) -> Automatic | None:
    """The highest automatic that these hands are as they lie."""
    return next((automatic for automatic in tuning.automatic_order if automatic_readings(automatic, hands)), None)


def lay_down(hands: Hands, declared: Automatic | None) -> Play:
    """The play of hands that `violations` finds nothing wrong with."""
    readings = automatic_readings(declared, hands) if declared else tuple(filter(None, map(read_hand, hands)))
    if readings is None or len(readings) < len(hands):
        raise ValueError("The hands are not legal, or not the automatic that is declared.")
    return Play(readings, declared, ace_suit(hands) if declared is Automatic.DRAGON else 0)
