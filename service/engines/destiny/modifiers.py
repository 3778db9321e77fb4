"""What items, effects, locations and callers add to a draw (ruling A6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from service.engines.destiny.hands import HandRank
from service.engines.points import Hundredths

SuitBonuses = tuple[Hundredths, Hundredths, Hundredths, Hundredths]
"""Points for each card of a suit, in the order of `SUITS`."""

NO_BONUSES: Final[SuitBonuses] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A named addition: to every total, to suit bonuses, or to the total when a certain hand rank is drawn."""

    source: str
    flat: Hundredths = 0
    suits: SuitBonuses = NO_BONUSES
    hand_ranks: Mapping[HandRank, Hundredths] = field(default_factory=dict)

    def points_for(self, rank: HandRank) -> Hundredths:
        """The points added to the modifier score of a hand of this rank."""
        return self.flat + self.hand_ranks.get(rank, 0)


def add_bonuses(one: SuitBonuses, other: SuitBonuses) -> SuitBonuses:
    """Add two sets of suit bonuses, suit by suit."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]
