"""Counts the hands that give a participant each total."""

from dataclasses import dataclass

from service.characters.lookup import CharacterLookup
from service.engines.destiny.odds.totals import Totals, class_totals
from service.engines.destiny.participants import Build, Participant
from service.engines.points import Hundredths
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

    def __call__(self, hypothetical: Hypothetical[Build]) -> CountedTotals:
        revision = choose_tuning(self.tunings, hypothetical)
        build = hypothetical.subject
        character_id = build.participant.character_id
        characters = self.characters.look_up([] if character_id is None else [character_id])
        participant, strength = characters.strength(build, revision)
        totals, hands = Totals.of(class_totals(strength, revision.tuning)).distinct()
        return CountedTotals(participant, revision.number, totals, hands)
