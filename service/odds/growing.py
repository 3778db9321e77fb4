"""A build some of whose skills rise with a level, under one tuning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from service.characters.lookup import CharacterLookup
from service.engines.destiny.contests import find_location
from service.engines.destiny.growth import GrowingStrength, Growth
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.participants import Participant, Strength, strength_of
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, Mistake, Path
from service.odds.build import PARTICIPANT, Build


@dataclass(frozen=True, slots=True)
class Grown:
    """A growing build ready to be counted, and those whom it is to meet."""

    participants: Mapping[Path, Participant]
    """With their characters filled in: the skills and effects that counted."""
    growing: GrowingStrength
    own: Strength
    """With the levels that the participant has of its own."""
    others: Mapping[Path, Strength]


def grow(
    build: Build,
    others: Mapping[Path, Participant],
    characters: CharacterLookup,
    tuning: Tuning,
    found: Sequence[Mistake] = (),
) -> Grown:
    """Fill in the characters and work out all strengths. Raises `InvalidInput` with every mistake, those found too."""

    def prepare(filled: Mapping[Path, Participant]) -> tuple[GrowingStrength, Strength, dict[Path, Strength]]:
        mistakes: Mistakes = [*found]
        location = find_location(build.location, tuning, mistakes)
        strengths = {path: strength_of(one, location, tuning, path, mistakes) for path, one in filled.items()}
        rising = (build.growth or Growth()).skills_in(tuning, ("grow",), mistakes)
        if mistakes:
            raise InvalidInput(mistakes)
        constant = _without(filled[PARTICIPANT], rising, location, tuning)
        return GrowingStrength.of(constant, rising, tuning), strengths.pop(PARTICIPANT), strengths

    everyone = {PARTICIPANT: build.participant, **others}
    named = [one.character_id for one in everyone.values() if one.character_id]
    filled, (growing, own, strengths) = characters.look_up(named).fill(everyone, tuning, prepare)
    return Grown(filled, growing, own, strengths)


def _without(participant: Participant, rising: frozenset[str], location: Modifier | None, tuning: Tuning) -> Strength:
    """The strength of a valid participant who has not learnt these skills."""
    kept = {name: level for name, level in (participant.skills or {}).items() if name not in rising}
    return strength_of(replace(participant, skills=kept), location, tuning, PARTICIPANT, [])
