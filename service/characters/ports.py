"""What characters needs from outside."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol

from service.characters.character import Character, Found, RunningEffect


class CharacterStore(Protocol):
    """Keeps characters, each until it has not been used for a time, and the effects that run on them.

    Every call may be `StoreUnavailable`.
    """

    def look_up(self, ids: Sequence[str]) -> Sequence[Found]:
        """What is held under each of these ids. To look a character up is to use it."""

    def remember(self, characters: Mapping[str, Character]) -> None:
        """Keep these characters under their ids, in place of what was kept there."""

    def forget(self, character_id: str) -> None:
        """Keep nothing under this id any more, the effects that run included."""

    def start_effect(self, character_id: str, effect: str, duration: timedelta) -> RunningEffect | None:
        """The effect as it runs from now on, whether it ran before or not. None: too many others run."""

    def running_effects(self, character_id: str) -> Sequence[RunningEffect]:
        """The effects that run on this character."""

    def end_effect(self, character_id: str, effect: str) -> bool:
        """Whether the effect ran; it does not any more."""
