"""Counts the hands that give a participant each total."""

from dataclasses import dataclass

from service.characters.lookup import CharacterLookup
from service.engines.destiny.odds.totals import Totals, class_totals
from service.engines.destiny.participants import Participant
from service.engines.pauses import Pause
from service.engines.points import Hundredths
from service.odds.build import Build
from service.tuning.overlay import Hypothetical, choose_tuning
from service.tuning.ports import TuningStore


@dataclass(frozen=True, slots=True)
class CountedTotals:
    """Every total that a participant can have, ascending, and the number of hands that give it."""

    participant: Participant
    """With the character filled in: the skills and effects that counted."""
    tuning_revision: int
    totals: list[Hundredths]
    hands: list[int]


@dataclass(frozen=True, slots=True)
class CountTotals:
    tunings: TuningStore
    characters: CharacterLookup
    pause: Pause

    def __call__(self, hypothetical: Hypothetical[Build]) -> CountedTotals:
        revision = choose_tuning(self.tunings, hypothetical, self.pause)
        participant, strength = hypothetical.subject.strength(self.characters, revision.tuning)
        totals, hands = Totals.of(class_totals(strength, revision.tuning)).distinct()
        return CountedTotals(participant, revision.number, totals, hands)
