"""What is kept of a character for a time: skills with their suit bonuses, and the effects that run."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Self

from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.participants import fitting_skills, skill_suit_bonuses
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput
from service.tuning.revisions import SHIPPED, TuningRevision

KEPT_FOR: Final = timedelta(days=30)
"""How long a character is known after it was last written, read or named in an action."""
MOST_RUNNING: Final = 50
"""Effects that may run on one character at once."""


@dataclass(frozen=True, slots=True)
class Character:
    """The skills of a character, and the suit bonuses that they came to under one revision of the tuning."""

    skills: Mapping[str, int]
    suit_bonuses: SuitBonuses
    tuning_revision: int

    @classmethod
    def with_skills(cls, skills: Mapping[str, int], revision: TuningRevision) -> Self:
        """The character with these skills, or `InvalidInput` where the revision does not allow them."""
        mistakes: Mistakes = []
        bonuses = skill_suit_bonuses(skills, revision.tuning, ("skills",), mistakes)
        if mistakes:
            raise InvalidInput(mistakes)
        return cls(skills, bonuses, revision.number)

    def under(self, revision: TuningRevision) -> Self:
        """The same skills with the bonuses of this revision, worked out anew where the kept ones are of another."""
        # Another release may ship another revision 0, so what was kept under that number proves nothing.
        if self.tuning_revision == revision.number != SHIPPED:
            return self
        bonuses = skill_suit_bonuses(fitting_skills(self.skills, revision.tuning), revision.tuning, (), [])
        return type(self)(self.skills, bonuses, revision.number)


@dataclass(frozen=True, slots=True)
class Found:
    """What the store holds under one character's id."""

    character: Character | None
    running: tuple[str, ...]
    """The effects that run, known to the tuning or not; they need no character."""


@dataclass(frozen=True, slots=True)
class RunningEffect:
    """An effect that runs on a character until it ends by itself."""

    effect: str
    ends_at: datetime
    left: timedelta
