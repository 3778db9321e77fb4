"""The cast of a preview: everyone whose odds are compared, as strong as either tuning makes them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from service.rules.destiny.contests import find_location
from service.rules.destiny.participants import Participant, Strength, strength_of, wrong_level
from service.rules.destiny.preview.roles import PLAYERS, npc_names, opponents
from service.rules.destiny.preview.sides import Sides, on_each_side
from service.rules.destiny.tuning import Tuning
from service.rules.documents import Mistakes
from service.rules.errors import InvalidInput, Mistake, Path

Role = Callable[[Tuning], Participant | None]
"""Who someone is under a tuning; None where there is no such character."""
_WHEN: Final = Sides("before", "after")


@dataclass(frozen=True, slots=True)
class GivenCharacter:
    """A character that the designer wants to see beside the others."""

    name: str
    participant: Participant


@dataclass(frozen=True, slots=True)
class Cast:
    """Everyone whose odds are compared: players, given characters, then NPCs from the weakest on."""

    names: Sequence[str]
    strengths: Sides[Sequence[Strength | None]]
    """What each brings to a hand, in the order of the names; None where there is no such character."""
    left_out_npcs: int
    warnings: Sequence[Mistake]
    """What of the request counts for less on one of the sides."""


def assemble(tunings: Sides[Tuning], given: Sequence[GivenCharacter], location: str | None) -> Cast:
    """The cast for a change. `InvalidInput` for a name that neither side knows, and for a level too high for both."""
    npcs = opponents(tunings)
    parts: list[tuple[str, Role, Path]] = [(name, role, ()) for name, role in PLAYERS.items()]
    for index, one in enumerate(given):
        parts.append((f"given:{one.name}", _always(one.participant), ("characters", index)))
    parts += [(f"npc:{name}", _npc(name), ()) for name in npcs]

    highest = max(tuning.max_skill_level for tuning in tunings)
    stages = on_each_side(lambda when, tuning: _Stage(when, tuning, highest, location), _WHEN, tunings)
    strengths = on_each_side(
        lambda stage: [stage.strength(role(stage.tuning), path) for _, role, path in parts], stages
    )
    names = [name for name, _, _ in parts]
    return Cast(names, strengths, len(npc_names(tunings)) - len(npcs), _warnings(stages))


def _always(participant: Participant) -> Role:
    return lambda _: participant


def _npc(name: str) -> Role:
    return lambda tuning: Participant(npc=name) if name in tuning.npcs else None


class _Stage:
    """One side of the change while its cast is assembled, and what is found wrong there."""

    def __init__(self, when: str, tuning: Tuning, highest: int, location: str | None) -> None:
        self.when, self.tuning, self.highest = when, tuning, highest
        self.wrong: Mistakes = []
        self.capped: Mistakes = []
        self._location = find_location(location, tuning, self.wrong)

    def strength(self, who: Participant | None, path: Path) -> Strength | None:
        """What they bring to a hand on this side."""
        if who is None:
            return None
        if who.skills is not None:
            who = replace(who, skills=self._within_reach(who.skills, (*path, "skills")))
        return strength_of(who, self._location, self.tuning, path, self.wrong)

    def _within_reach(self, skills: Mapping[str, int], path: Path) -> Mapping[str, int]:
        """The skills; a level that is possible on the other side alone counts as the highest of this one."""
        top = self.tuning.max_skill_level
        beyond = [
            skill for skill, level in skills.items() if not 1 <= level <= self.highest and skill in self.tuning.skills
        ]
        self.wrong += [wrong_level(self.highest, (*path, skill)) for skill in beyond]
        above = [
            skill for skill, level in skills.items() if top < level <= self.highest and skill in self.tuning.skills
        ]
        message = f"The highest level {self.when} the change is {top}; this counts as that there."
        self.capped += [Mistake((*path, skill), message) for skill in above]
        within = {skill: level for skill, level in skills.items() if skill not in beyond}
        return {**within, **dict.fromkeys(above, top)}

    def not_there(self, mistake: Mistake) -> Mistake:
        """A name that this side alone does not know, as a warning."""
        return Mistake(mistake.path, f"Is not there {self.when} the change, and counts for nothing there.")


def _warnings(stages: Sides[_Stage]) -> Sequence[Mistake]:
    """What is wrong on one side alone. What is wrong on both is refused, in the words of the new tuning."""
    before = {mistake.path for mistake in stages.before.wrong}
    wrong_on_both = [mistake for mistake in stages.after.wrong if mistake.path in before]
    if wrong_on_both:
        raise InvalidInput(wrong_on_both)
    return [warning for stage in stages for warning in (*map(stage.not_there, stage.wrong), *stage.capped)]
