"""Characters and their running effects, and the store that keeps them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol, Self

from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.participants import fitting_skills, skill_suit_bonuses
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput
from service.tuning.revisions import SHIPPED, TuningRevision

KEPT_FOR: Final = timedelta(days=30)
"""How long a character is remembered after it was last written, read or named in an action."""
MOST_RUNNING: Final = 50
"""How many effects may run on one character at once."""


@dataclass(frozen=True, slots=True)
class Character:
    """The skills of a character, and the suit bonuses that they give under one revision of the tuning."""

    skills: Mapping[str, int]
    suit_bonuses: SuitBonuses
    tuning_revision: int

    @classmethod
    def with_skills(cls, skills: Mapping[str, int], revision: TuningRevision) -> Self:
        """The character with these skills; raises `InvalidInput` where the revision does not allow them."""
        mistakes: Mistakes = []
        bonuses = skill_suit_bonuses(skills, revision.tuning, ("skills",), mistakes)
        if mistakes:
            raise InvalidInput(mistakes)
        return cls(skills, bonuses, revision.number)

    def under(self, revision: TuningRevision) -> Self:
        """The same skills with the bonuses of this revision, recomputed where the stored ones are of another."""
        # Another release may ship a different revision 0, so bonuses stored under that number are not reliable.
        if self.tuning_revision == revision.number != SHIPPED:
            return self
        bonuses = skill_suit_bonuses(fitting_skills(self.skills, revision.tuning), revision.tuning, (), [])
        return type(self)(self.skills, bonuses, revision.number)


@dataclass(frozen=True, slots=True)
class Found:
    """What the store has under one character id."""

    character: Character | None
    running: tuple[str, ...]
    """The running effects, known to the tuning or not. They can run without a stored character."""


@dataclass(frozen=True, slots=True)
class RunningEffect:
    """An effect that runs on a character until it expires."""

    effect: str
    ends_at: datetime
    left: timedelta


class CharacterStore(Protocol):
    """Stores characters, which expire when they are not used, and the effects that run on them.

    Every method may raise `StoreUnavailable`.
    """

    def look_up(self, ids: Sequence[str]) -> Sequence[Found]:
        """What is stored under each of these ids. A lookup counts as a use and renews the character."""

    def everyone(self) -> Iterator[Sequence[Found]]:
        """All that is stored, some at a time, or none at a time; does not renew it.

        A character and its running effects come apart. What is stored all the while comes at least once.
        """

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
