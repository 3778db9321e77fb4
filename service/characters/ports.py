"""The port to the store of characters."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol

from service.characters.character import Character, Found, RunningEffect


class CharacterStore(Protocol):
    """Stores characters, which expire when they are not used, and the effects that run on them.

    Every method may raise `StoreUnavailable`.
    """

    def look_up(self, ids: Sequence[str]) -> Sequence[Found]:
        """What is stored under each of these ids. A lookup counts as a use and renews the character."""

    def remember(self, characters: Mapping[str, Character]) -> None:
        """Store these characters under their ids, replacing what was there."""

    def forget(self, character_id: str) -> None:
        """Delete what is stored under this id, its running effects included."""

    def start_effect(self, character_id: str, effect: str, duration: timedelta) -> RunningEffect | None:
        """Start the effect, or restart it if it runs. None: too many others run."""

    def running_effects(self, character_id: str) -> Sequence[RunningEffect]:
        """The effects that run on this character, in any order."""

    def end_effect(self, character_id: str, effect: str) -> bool:
        """End the effect; whether it ran."""
