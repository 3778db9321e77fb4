"""Prepares an action: looks up names, works out strengths and checks everything before a card is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.naming import unknown_entry
from service.engines.destiny.participants import Participant, Strength, strength_of
from service.engines.destiny.tuning import GangMethod, Tuning
from service.engines.documents import MILLION, Mistakes
from service.engines.errors import InvalidInput, Path
from service.engines.points import Hundredths, divide_half_up

MOST_MISTAKES: Final = 100
"""After more of them the other participants of a gang are not looked at: a gang may have ten thousand unknown names."""
CUSTOM = "custom"
"""The name and difficulty of a challenge given only as a threshold."""


class ChallengeDetails(NamedTuple):
    """The threshold to reach, and where it comes from."""

    name: str
    difficulty: str
    threshold: Hundredths
    energy_cost: int | None = None
    reward: Hundredths | None = None


class ChallengeContest(NamedTuple):
    """One draw against a threshold."""

    action_type: ActionType
    actor: Strength
    challenge: ChallengeDetails


@dataclass(frozen=True, slots=True)
class DuelContest:
    """One draw against another."""

    actor: Strength
    target: Strength


@dataclass(frozen=True, slots=True)
class GangWarContest:
    """The draws of one gang against those of another."""

    method: GangMethod
    attackers: tuple[Strength, ...]
    defenders: tuple[Strength, ...]


Contest = ChallengeContest | DuelContest | GangWarContest


def prepare(action: Action, tuning: Tuning) -> Contest:
    """Turn the action into a contest under this tuning. Raises `InvalidInput` with every mistake, or with enough."""
    mistakes: Mistakes = []
    location = find_location(action.location, tuning, mistakes)
    contest: Contest | None
    match action:
        case Challenge():
            challenge = _challenge(action, tuning, mistakes)
            actor = strength_of(action.actor, location, tuning, ("actor",), mistakes)
            contest = ChallengeContest(action.action_type, actor, challenge) if challenge else None
        case Duel():
            actor = strength_of(action.actor, location, tuning, ("actor",), mistakes)
            target = strength_of(action.target, location, tuning, ("target",), mistakes)
            contest = DuelContest(actor, defended(target, _defense_bonus(action, tuning, mistakes), tuning))
        case GangWar():
            attackers = _gang(action.attackers, location, tuning, ("attackers",), mistakes)
            defenders = _gang(action.defenders, location, tuning, ("defenders",), mistakes)
            bonus = _defense_bonus(action, tuning, mistakes)
            contest = GangWarContest(
                action.method or tuning.default_gang_method,
                attackers,
                tuple(defended(defender, bonus, tuning) for defender in defenders),
            )
    if mistakes or contest is None:
        raise InvalidInput(mistakes)
    return contest


def find_location(name: str | None, tuning: Tuning, mistakes: Mistakes) -> Modifier | None:
    """The location with this name; None without a name. An unknown name is added to the mistakes."""
    if name is None or name in tuning.locations:
        return tuning.locations[name] if name else None
    mistakes.append(unknown_entry("locations", name, tuning, ("location",)))
    return None


def _challenge(action: Challenge, tuning: Tuning, mistakes: Mistakes) -> ChallengeDetails | None:
    if action.name is None:
        return ChallengeDetails(CUSTOM, CUSTOM, action.threshold or 0)
    if action.action_type is ActionType.PVE:
        if crime := tuning.crimes.get(action.name):
            return ChallengeDetails(action.name, crime.difficulty, crime.threshold, crime.energy_cost, crime.reward)
        mistakes.append(unknown_entry("crimes", action.name, tuning, ("crime",)))
    else:
        if check := tuning.skill_checks.get(action.name):
            return ChallengeDetails(action.name, action.name, check.threshold)
        mistakes.append(unknown_entry("skill_checks", action.name, tuning, ("difficulty",)))
    return None


def _gang(
    participants: Sequence[Participant], location: Modifier | None, tuning: Tuning, path: Path, mistakes: Mistakes
) -> tuple[Strength, ...]:
    strengths = list[Strength]()
    for index, participant in enumerate(participants):
        if len(mistakes) > MOST_MISTAKES:
            break
        strengths.append(strength_of(participant, location, tuning, (*path, index), mistakes))
    return tuple(strengths)


def _defense_bonus(action: Duel | GangWar, tuning: Tuning, mistakes: Mistakes) -> Hundredths:
    if action.territory is None:
        return action.defense_bonus
    if territory := tuning.territories.get(action.territory):
        return territory.defense_bonus
    mistakes.append(unknown_entry("territories", action.territory, tuning, ("territory",)))
    return 0


def defended(strength: Strength, bonus: Hundredths, tuning: Tuning) -> Strength:
    """The strength with the defense bonus added, times the tuning's territory multiplier (ruling A6)."""
    points = divide_half_up(bonus * tuning.territory_defense_multiplier, MILLION)
    return replace(strength, modifiers=(*strength.modifiers, Modifier("defense_bonus", points))) if points else strength
