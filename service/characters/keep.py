"""Stores characters and runs effects on them, so that an action can name a character by its id."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from service.characters.ports import KEPT_FOR, MOST_RUNNING, Character, CharacterStore, RunningEffect
from service.engines.destiny.naming import since
from service.engines.errors import InvalidInput, Mistake
from service.errors import NotFound
from service.system.ports import Clock
from service.tuning.ports import TuningStore


@dataclass(frozen=True, slots=True)
class RunEffects:
    """Starts effects of the catalogue and ends them. The character does not have to be stored."""

    store: CharacterStore
    tunings: TuningStore

    def start(self, character_id: str, effect: str, seconds: int | None) -> RunningEffect:
        """Start or restart the effect, for this many seconds or for as long as the catalogue says.

        Raises `NotFound` for an unknown effect, and `InvalidInput` where too many others run.
        """
        tuning = self.tunings.current().tuning
        known = tuning.effects
        if effect not in known:
            names = ", ".join(sorted(known)) or "none"
            what = f"The catalogue has no effect {effect!r:.80}{since('effects', effect, tuning)}."
            raise NotFound(f"{what} Known: {names}.")
        duration = timedelta(seconds=seconds or known[effect].duration_seconds)
        started = self.store.start_effect(character_id, effect, duration)
        if started is None:
            message = f"At most {MOST_RUNNING} effects run on a character at once; end one first."
            raise InvalidInput([Mistake(("effect",), message)])
        return started

    def running(self, character_id: str) -> Sequence[RunningEffect]:
        """The effects that run on the character, in the order in which they end."""
        return sorted(self.store.running_effects(character_id), key=lambda one: (one.ends_at, one.effect))

    def end(self, character_id: str, effect: str) -> None:
        """End the effect, even if the catalogue no longer has it; raises `NotFound` where it does not run."""
        if not self.store.end_effect(character_id, effect):
            raise NotFound(f"The effect {effect!r:.80} does not run on the character {character_id!r}.")


@dataclass(frozen=True, slots=True)
class KeptCharacter:
    """A stored character with the bonuses of the live tuning, and when it expires if it is not used."""

    character_id: str
    character: Character
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class KeepCharacters:
    store: CharacterStore
    tunings: TuningStore
    clock: Clock

    def remember(self, character_id: str, skills: Mapping[str, int]) -> KeptCharacter:
        """Store the character; raises `InvalidInput` where the live tuning does not allow the skills."""
        character = Character.with_skills(skills, self.tunings.current())
        self.store.remember({character_id: character})
        return self._kept(character_id, character)

    def recall(self, character_id: str) -> KeptCharacter:
        """The character with the bonuses of its skills under the live tuning; raises `NotFound`."""
        (found,) = self.store.look_up([character_id])
        if found.character is None:
            raise NotFound(f"The character {character_id!r} does not exist or has expired.")
        return self._kept(character_id, found.character.under(self.tunings.current()))

    def forget(self, character_id: str) -> None:
        """Forget the character and end its effects. An unknown character is not an error."""
        self.store.forget(character_id)

    def _kept(self, character_id: str, character: Character) -> KeptCharacter:
        return KeptCharacter(character_id, character, self.clock.now() + KEPT_FOR)
