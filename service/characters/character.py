"""What the service remembers of a character: its skills with their suit bonuses, and its running effects."""

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
