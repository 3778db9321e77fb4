"""Running effects on characters: each is started, runs for its time, and ends by itself or when told to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from service.characters.character import MOST_RUNNING, RunningEffect
from service.characters.ports import CharacterStore
from service.engines.errors import InvalidInput, Mistake
from service.errors import NotFound
from service.tuning.ports import TuningStore


@dataclass(frozen=True, slots=True)
class RunEffects:
    """Starts effects of the catalogue and ends them. The character need not be known."""

    store: CharacterStore
    tunings: TuningStore

    def start(self, character_id: str, effect: str, seconds: int | None) -> RunningEffect:
        """The effect, running from now on for so many seconds, or for as long as the catalogue says."""
        known = self.tunings.current().tuning.effects
        if effect not in known:
            names = ", ".join(sorted(known)) or "none"
            raise NotFound(f"The catalogue has no effect {effect!r:.80}. Known: {names}.")
        duration = timedelta(seconds=seconds or known[effect].duration_seconds)
        started = self.store.start_effect(character_id, effect, duration)
        if started is None:
            message = f"At most {MOST_RUNNING} effects run on a character at once; end one first."
            raise InvalidInput([Mistake(("effect",), message)])
        return started

    def running(self, character_id: str) -> Sequence[RunningEffect]:
        """The effects that run on the character, the one that ends next first."""
        return sorted(self.store.running_effects(character_id), key=lambda one: (one.ends_at, one.effect))

    def end(self, character_id: str, effect: str) -> None:
        """End the effect, of the catalogue or not any more; `NotFound` where it does not run."""
        if not self.store.end_effect(character_id, effect):
            raise NotFound(f"The effect {effect!r:.80} does not run on the character {character_id!r}.")
