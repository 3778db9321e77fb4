"""A participant by itself, before it is known what they face."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.characters.lookup import CharacterLookup
from service.engines.destiny.contests import find_location
from service.engines.destiny.growth import Growth
from service.engines.destiny.participants import Participant, Strength, strength_of
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, Path

PARTICIPANT: Final[Path] = ("participant",)


@dataclass(frozen=True, slots=True)
class Build:
    participant: Participant
    location: str | None = None
    growth: Growth | None = None
    """None: nothing rises."""

    def strength(self, characters: CharacterLookup, tuning: Tuning) -> tuple[Participant, Strength]:
        """The participant, filled in if it is a character, and its strength. Raises `InvalidInput`."""

        def strength(filled: Mapping[Path, Participant]) -> Strength:
            mistakes: Mistakes = []
            location = find_location(self.location, tuning, mistakes)
            found = strength_of(filled[PARTICIPANT], location, tuning, PARTICIPANT, mistakes)
            if mistakes:
                raise InvalidInput(mistakes)
            return found

        named = self.participant.character_id
        filled, found = characters.look_up([] if named is None else [named]).fill(
            {PARTICIPANT: self.participant}, tuning, strength
        )
        return filled[PARTICIPANT], found
