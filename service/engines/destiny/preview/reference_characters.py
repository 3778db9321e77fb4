"""The roles that are in every preview: they stand for the players and the opponents of a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from service.engines.cards import SUITS
from service.engines.destiny.contests import find_location
from service.engines.destiny.participants import Participant, Strength, strength_of, wrong_level
from service.engines.destiny.preview.comparisons import Sides, on_each_side
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, Mistake, Path

MOST_NPCS: Final = 20
"""Of more NPCs some are left out: the number of duels grows with the square of the characters."""
GENERALIST_PART: Final = 10
SPECIALIST_PART: Final = 2


def unskilled(_: Tuning) -> Participant:
    """Someone without any skill."""
    return Participant(skills={})


def generalist(tuning: Tuning) -> Participant:
    """Someone with every skill at a tenth of the highest level."""
    return _trained_in(tuning.skills, tuning, GENERALIST_PART)


def specialist(tuning: Tuning) -> Participant:
    """Someone with every skill of one suit at half of the highest level. The suit is the one with the most skills."""
    by_suit = [[skill for skill, suits in tuning.skills.items() if suit in suits] for suit in SUITS]
    most = max(by_suit, key=len)
    return _trained_in(most, tuning, SPECIALIST_PART)


def _trained_in(skills: Iterable[str], tuning: Tuning, part: int) -> Participant:
    """Someone with these skills at this part of the highest level, rounded up."""
    return Participant(skills=dict.fromkeys(skills, -(-tuning.max_skill_level // part)))


PLAYERS: Final = {"unskilled": unskilled, "generalist": generalist, "specialist": specialist}
"""The players by name: each is worked out from the tuning, so that it follows the curve and the catalogue."""


def opponents(tunings: Sides[Tuning]) -> Sequence[str]:
    """The NPCs to look at, weakest first: those that the change touches before others, else evenly spread."""
    before, after = tunings.before.npcs, tunings.after.npcs
    names = npc_names(tunings)
    touched = _evenly_spread([name for name in names if before.get(name) != after.get(name)], MOST_NPCS)
    others = [name for name in names if before.get(name) == after.get(name)]
    chosen = {*touched, *_evenly_spread(others, MOST_NPCS - len(touched))}
    return [name for name in names if name in chosen]


def npc_names(tunings: Sides[Tuning]) -> Sequence[str]:
    """Every NPC of either side, weakest first."""
    either: Mapping[str, int] = {name: npc.avg_suit_bonus for tuning in tunings for name, npc in tuning.npcs.items()}
    return sorted(either, key=either.__getitem__)


def _evenly_spread(names: Sequence[str], most: int) -> Sequence[str]:
    """All of them, or so many of them from the first to the last at even distances."""
    if len(names) <= most:
        return names
    return [names[place * (len(names) - 1) // max(most - 1, 1)] for place in range(most)]


Role = Callable[[Tuning], Participant | None]
"""Who someone is under a tuning; None where there is no such character."""
_WHEN: Final = Sides("before", "after")


@dataclass(frozen=True, slots=True)
class GivenCharacter:
    """A character that the designer wants to see beside the others."""

    name: str
    participant: Participant


@dataclass(frozen=True, slots=True)
class ReferenceCharacters:
    """Everyone whose odds are compared: players, given characters, then NPCs from the weakest on."""

    names: Sequence[str]
    strengths: Sides[Sequence[Strength | None]]
    """What each brings to a hand, in the order of the names; None where there is no such character."""
    left_out_npcs: int
    warnings: Sequence[Mistake]
    """What of the request counts for less on one of the sides."""


def assemble(tunings: Sides[Tuning], given: Sequence[GivenCharacter], location: str | None) -> ReferenceCharacters:
    """The reference characters for a change.

    `InvalidInput` for a name that neither side knows, and for a level too high for both.
    """
    npcs = opponents(tunings)
    parts: list[tuple[str, Role, Path]] = [(name, role, ()) for name, role in PLAYERS.items()]
    for index, one in enumerate(given):
        parts.append((f"given:{one.name}", _always(one.participant), ("characters", index)))
    parts += [(f"npc:{name}", _npc(name), ()) for name in npcs]

    highest = max(tuning.max_skill_level for tuning in tunings)
    sides = on_each_side(lambda when, tuning: _ReferenceSide(when, tuning, highest, location), _WHEN, tunings)
    strengths = on_each_side(lambda side: [side.strength(role(side.tuning), path) for _, role, path in parts], sides)
    names = [name for name, _, _ in parts]
    return ReferenceCharacters(names, strengths, len(npc_names(tunings)) - len(npcs), _warnings(sides))


def _always(participant: Participant) -> Role:
    return lambda _: participant


def _npc(name: str) -> Role:
    return lambda tuning: Participant(npc=name) if name in tuning.npcs else None


class _ReferenceSide:
    """One side of the change while its reference characters are assembled, and what is found wrong there."""

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


def _warnings(sides: Sides[_ReferenceSide]) -> Sequence[Mistake]:
    """What is wrong on one side alone. What is wrong on both is refused, in the words of the new tuning."""
    before = {mistake.path for mistake in sides.before.wrong}
    wrong_on_both = [mistake for mistake in sides.after.wrong if mistake.path in before]
    if wrong_on_both:
        raise InvalidInput(wrong_on_both)
    return [warning for side in sides for warning in (*map(side.not_there, side.wrong), *side.capped)]
