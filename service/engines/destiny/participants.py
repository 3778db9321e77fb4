"""Who takes part in an action, and how strong the tuning makes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from service.engines.cards import SUITS
from service.engines.destiny.modifiers import NO_BONUSES, Modifier, SuitBonuses, add_bonuses
from service.engines.destiny.naming import unknown_entry
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.draws import Hand
from service.engines.errors import Mistake, Path


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant as the caller gives it: exactly one of the first three fields is the source of its strength.

    A participant given by character id alone has its skills filled in before any rule runs.
    """

    skills: Mapping[str, int] | None = None
    suit_bonuses: SuitBonuses | None = None
    npc: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    items: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    hand: Hand | None = None
    """The hand to score when no hand is drawn."""
    character_id: str | None = None
    running_effects: tuple[str, ...] | None = None
    """The effects found running on the character. None means that they could not be looked up."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What a participant adds to any hand: suit bonuses, and modifiers that count in any suit."""

    suit_bonuses: SuitBonuses = NO_BONUSES
    modifiers: tuple[Modifier, ...] = field(default=())


def strength_of(
    participant: Participant, location: Modifier | None, tuning: Tuning, path: Path, mistakes: Mistakes
) -> Strength:
    """The participant's strength under this tuning. Unknown names are added to the mistakes, with their paths."""
    bonuses = _own_bonuses(participant, tuning, path, mistakes)
    modifiers = participant.modifiers
    if participant.items or participant.effects:
        modifiers = (*modifiers, *_catalogue_modifiers(participant, tuning, path, mistakes))
    if location:
        modifiers = (*modifiers, location)
    for modifier in modifiers:
        bonuses = add_bonuses(bonuses, modifier.suits)
    return Strength(bonuses, modifiers)


def _own_bonuses(participant: Participant, tuning: Tuning, path: Path, mistakes: Mistakes) -> SuitBonuses:
    if participant.skills is not None:
        return skill_suit_bonuses(participant.skills, tuning, (*path, "skills"), mistakes)
    if participant.npc is not None:
        npc = tuning.npcs.get(participant.npc)
        if npc is None:
            mistakes.append(unknown_entry("npcs", participant.npc, tuning, (*path, "npc")))
            return NO_BONUSES
        return (npc.avg_suit_bonus,) * 4
    return participant.suit_bonuses or NO_BONUSES


def skill_suit_bonuses(skills: Mapping[str, int], tuning: Tuning, path: Path, mistakes: Mistakes) -> SuitBonuses:
    """The sum of the skills' bonuses in each suit that they map to."""
    bonuses = dict.fromkeys(SUITS, 0)
    for skill, level in skills.items():
        suits = tuning.skills.get(skill)
        if suits is None:
            mistakes.append(unknown_entry("skills", skill, tuning, (*path, skill)))
        elif not 1 <= level <= tuning.max_skill_level:
            mistakes.append(wrong_level(tuning.max_skill_level, (*path, skill)))
        else:
            for suit in suits:
                bonuses[suit] += tuning.skill_bonuses[level]
    spades, hearts, clubs, diamonds = bonuses.values()
    return spades, hearts, clubs, diamonds


def wrong_level(highest: int, path: Path) -> Mistake:
    """The mistake for a level that is not a whole number from 1 to the highest (ruling A19)."""
    return Mistake(path, f"Must be a whole number from 1 to {highest}.")


def fitting_skills(skills: Mapping[str, int], tuning: Tuning) -> Mapping[str, int]:
    """Remembered skills fitted to this tuning: unknown skills are dropped, and levels are capped at its highest."""
    known, highest = tuning.skills, tuning.max_skill_level
    for skill, level in skills.items():
        if level > highest or skill not in known:
            return {name: min(level, highest) for name, level in skills.items() if name in known}
    return skills


def _catalogue_modifiers(
    participant: Participant, tuning: Tuning, path: Path, mistakes: Mistakes
) -> Iterator[Modifier]:
    for index, name in enumerate(participant.items):
        if name in tuning.items:
            yield tuning.items[name]
        else:
            mistakes.append(unknown_entry("items", name, tuning, (*path, "items", index)))
    for index, name in enumerate(participant.effects):
        if name in tuning.effects:
            yield tuning.effects[name].modifier
        else:
            mistakes.append(unknown_entry("effects", name, tuning, (*path, "effects", index)))
