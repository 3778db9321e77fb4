"""The reference characters of a preview: typical players, characters that the designer gives, and NPCs."""

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
"""As many NPCs and given characters together. Further NPCs are left out: duels grow with the square of the number."""
FEWEST_NPCS: Final = 5
"""As many NPCs are compared in any case, however many characters are given."""
GENERALIST_PART: Final = 10
SPECIALIST_PART: Final = 2


def unskilled(_: Tuning) -> Participant:
    return Participant(skills={})


def generalist(tuning: Tuning) -> Participant:
    """Every skill at a tenth of the highest level."""
    return _trained_in(tuning.skills, tuning, GENERALIST_PART)


def specialist(tuning: Tuning) -> Participant:
    """Every skill of one suit, the one with the most skills, at half the highest level."""
    by_suit = [[skill for skill, suits in tuning.skills.items() if suit in suits] for suit in SUITS]
    most = max(by_suit, key=len)
    return _trained_in(most, tuning, SPECIALIST_PART)


def _trained_in(skills: Iterable[str], tuning: Tuning, part: int) -> Participant:
    """These skills at the highest level divided by `part`, rounded up."""
    return Participant(skills=dict.fromkeys(skills, -(-tuning.max_skill_level // part)))


PLAYERS: Final = {"unskilled": unskilled, "generalist": generalist, "specialist": specialist}
"""The players by name, each derived from the tuning, so that it follows the curve and the catalogue."""


def opponents(tunings: Sides[Tuning], most: int = MOST_NPCS) -> Sequence[str]:
    """The NPCs to compare, weakest first. NPCs that the change affects take precedence; the rest are evenly spread."""
    before, after = tunings.before.npcs, tunings.after.npcs
    names = npc_names(tunings)
    touched = _evenly_spread([name for name in names if before.get(name) != after.get(name)], most)
    others = [name for name in names if before.get(name) == after.get(name)]
    chosen = {*touched, *_evenly_spread(others, most - len(touched))}
    return [name for name in names if name in chosen]


def npc_names(tunings: Sides[Tuning]) -> Sequence[str]:
    """Every NPC of either side, weakest first."""
    either: Mapping[str, int] = {name: npc.avg_suit_bonus for tuning in tunings for name, npc in tuning.npcs.items()}
    return sorted(either, key=either.__getitem__)


def _evenly_spread(names: Sequence[str], most: int) -> Sequence[str]:
    """All names, or `most` of them from the first to the last at even distances."""
    if len(names) <= most:
        return names
    return [names[place * (len(names) - 1) // max(most - 1, 1)] for place in range(most)]


Role = Callable[[Tuning], Participant | None]
"""The participant under a tuning; None if the tuning lacks the character."""
_WHEN: Final = Sides("before", "after")


@dataclass(frozen=True, slots=True)
class GivenCharacter:
    """A character that the designer adds to the preview."""

    name: str
    participant: Participant


@dataclass(frozen=True, slots=True)
class ReferenceCharacters:
    """The characters whose odds are compared: players, given characters, then NPCs, weakest first."""

    names: Sequence[str]
    strengths: Sides[Sequence[Strength | None]]
    """The strength of each name, in the same order; None where a side lacks the character."""
    left_out_npcs: int
    warnings: Sequence[Mistake]
    """The parts of the request that one of the sides lowers or ignores."""


def assemble(tunings: Sides[Tuning], given: Sequence[GivenCharacter], location: str | None) -> ReferenceCharacters:
    """The reference characters for a change.

    Raises `InvalidInput` for a name that neither side knows, and for a level too high for both.
    """
    npcs = opponents(tunings, max(FEWEST_NPCS, MOST_NPCS - len(given)))
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
    """One side of the change while its reference characters are assembled, with the mistakes found there."""

    def __init__(self, when: str, tuning: Tuning, highest: int, location: str | None) -> None:
        self.when, self.tuning, self.highest = when, tuning, highest
        self.wrong: Mistakes = []
        self.capped: Mistakes = []
        self._location = find_location(location, tuning, self.wrong)

    def strength(self, who: Participant | None, path: Path) -> Strength | None:
        if who is None:
            return None
        if who.skills is not None:
            who = replace(who, skills=self._within_reach(who.skills, (*path, "skills")))
        return strength_of(who, self._location, self.tuning, path, self.wrong)

    def _within_reach(self, skills: Mapping[str, int], path: Path) -> Mapping[str, int]:
        """The skills, with a level that only the other side allows lowered to this side's highest."""
        top = self.tuning.max_skill_level
        if all(1 <= level <= top for level in skills.values()):
            return skills
        beyond = [
            skill for skill, level in skills.items() if not 1 <= level <= self.highest and skill in self.tuning.skills
        ]
        self.wrong += [wrong_level(self.highest, (*path, skill)) for skill in beyond]
        above = [
            skill for skill, level in skills.items() if top < level <= self.highest and skill in self.tuning.skills
        ]
        message = f"The highest level {self.when} the change is {top}, which replaces this level there."
        self.capped += [Mistake((*path, skill), message) for skill in above]
        within = {skill: level for skill, level in skills.items() if skill not in beyond}
        return {**within, **dict.fromkeys(above, top)}

    def not_there(self, mistake: Mistake) -> Mistake:
        """A warning about a name that only this side does not know."""
        return Mistake(mistake.path, f"Does not exist {self.when} the change, and counts for nothing there.")


def _warnings(sides: Sides[_ReferenceSide]) -> Sequence[Mistake]:
    """The mistakes on one side only. Mistakes on both sides are raised, in the words of the new tuning."""
    before = {mistake.path for mistake in sides.before.wrong}
    wrong_on_both = [mistake for mistake in sides.after.wrong if mistake.path in before]
    if wrong_on_both:
        raise InvalidInput(wrong_on_both)
    return [warning for side in sides for warning in (*map(side.not_there, side.wrong), *side.capped)]
