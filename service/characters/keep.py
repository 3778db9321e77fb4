"""Keeping characters for a time, so that an action can name one by its id."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from service.characters.character import KEPT_FOR, Character
from service.characters.ports import CharacterStore
from service.errors import NotFound
from service.system.ports import Clock
from service.tuning.ports import TuningStore


@dataclass(frozen=True, slots=True)
class KeptCharacter:
    """A character under its id, with the bonuses of the live tuning, and until when it is kept if nobody uses it."""

    character_id: str
    character: Character
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class KeepCharacters:
    """Takes in what a character can do, says it again, and forgets it."""

    store: CharacterStore
    tunings: TuningStore
    clock: Clock

    def remember(self, character_id: str, skills: Mapping[str, int]) -> KeptCharacter:
        """The character with these skills, kept; `InvalidInput` where the live tuning does not allow them."""
        character = Character.with_skills(skills, self.tunings.current())
        self.store.remember({character_id: character})
        return self._kept(character_id, character)

    def recall(self, character_id: str) -> KeptCharacter:
        """The character with the bonuses that its skills come to now; `NotFound` where none is kept."""
        (found,) = self.store.look_up([character_id])
        if found.character is None:
            raise NotFound(f"The character {character_id!r} is not known here, or not any more.")
        return self._kept(character_id, found.character.under(self.tunings.current()))

    def forget(self, character_id: str) -> None:
        """Forget the character, known or not, and end its effects."""
        self.store.forget(character_id)

    def _kept(self, character_id: str, character: Character) -> KeptCharacter:
        return KeptCharacter(character_id, character, self.clock.now() + KEPT_FOR)
