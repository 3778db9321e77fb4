"""An in-memory store of characters and running effects, with a clock that the test sets."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from service.characters.lookup import CharacterLookup
from service.characters.ports import KEPT_FOR, MOST_RUNNING, Character, Found, RunningEffect
from service.errors import StoreUnavailable
from service.system.ports import Clock
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import StoppedClock


class InMemoryCharacterStore:
    """Behaves like the real store, unless the test makes it unavailable. Counts its round trips."""

    def __init__(self, clock: Clock, kept_for: timedelta = KEPT_FOR, *, unavailable: bool = False) -> None:
        self.unavailable = unavailable
        self.round_trips = 0
        """The number of calls, including those that it did not answer."""
        self._clock = clock
        self._kept_for = kept_for
        self._characters: dict[str, Character] = {}
        self._forgotten_at: dict[str, datetime] = {}
        self._effects: dict[str, dict[str, datetime]] = {}

    def look_up(self, ids: Sequence[str]) -> list[Found]:
        self._answer()
        return [Found(self._used(one), tuple(self._running(one))) for one in ids]

    def everyone(self) -> Iterator[list[Found]]:
        self._answer()
        now = self._clock.now()
        yield [Found(one, ()) for name, one in self._characters.items() if self._forgotten_at[name] > now]
        self._answer()
        yield [Found(None, tuple(running)) for name in self._effects if (running := self._running(name))]

    def remember(self, characters: Mapping[str, Character]) -> None:
        self._answer()
        for character_id, character in characters.items():
            self._characters[character_id] = character
            self._forgotten_at[character_id] = self._clock.now() + self._kept_for

    def forget(self, character_id: str) -> None:
        self._answer()
        self._characters.pop(character_id, None)
        self._effects.pop(character_id, None)

    def start_effect(self, character_id: str, effect: str, duration: timedelta) -> RunningEffect | None:
        self._answer()
        running = self._running(character_id)
        if effect not in running and len(running) >= MOST_RUNNING:
            return None
        ends_at = self._clock.now() + duration
        self._effects.setdefault(character_id, {})[effect] = ends_at
        return RunningEffect(effect, ends_at, duration)

    def running_effects(self, character_id: str) -> list[RunningEffect]:
        self._answer()
        now = self._clock.now()
        return [RunningEffect(effect, at, at - now) for effect, at in self._running(character_id).items()]

    def end_effect(self, character_id: str, effect: str) -> bool:
        self._answer()
        ran = effect in self._running(character_id)
        self._effects.get(character_id, {}).pop(effect, None)
        return ran

    def _answer(self) -> None:
        self.round_trips += 1
        if self.unavailable:
            raise StoreUnavailable("The test made the store unavailable.")

    def _used(self, character_id: str) -> Character | None:
        if character_id not in self._characters or self._forgotten_at[character_id] <= self._clock.now():
            return None
        self._forgotten_at[character_id] = self._clock.now() + self._kept_for
        return self._characters[character_id]

    def _running(self, character_id: str) -> dict[str, datetime]:
        running = self._effects.get(character_id, {})
        return {effect: ends_at for effect, ends_at in running.items() if ends_at > self._clock.now()}


def no_characters() -> CharacterLookup:
    """A lookup in an empty store."""
    return CharacterLookup(InMemoryCharacterStore(StoppedClock()), PlainMetrics())
