"""The actions that the Destiny Deck decides, as a caller asks for them."""

from dataclasses import dataclass

from service.rules.destiny.participants import Participant
from service.rules.points import Hundredths
from service.rules.words import Word


class ActionType(Word):
    """What kind of action is to be resolved."""

    PVE = "pve"
    SKILL_CHECK = "skill_check"
    PVP = "pvp"
    GANG_WAR = "gang_war"


class GangMethod(Word):
    """How the totals of a gang become one score (ruling A10)."""

    AVERAGE = "average"
    BEST_THREE = "best_three"


@dataclass(frozen=True, slots=True)
class Challenge:
    """An actor against a threshold: a crime, a skill check, or a bare number where `name` is None."""

    action_type: ActionType
    actor: Participant
    name: str | None = None
    threshold: Hundredths | None = None
    location: str | None = None


@dataclass(frozen=True, slots=True)
class Duel:
    """One participant against another, who defends."""

    actor: Participant
    target: Participant
    defense_bonus: Hundredths = 0
    location: str | None = None
    action_type: ActionType = ActionType.PVP


@dataclass(frozen=True, slots=True)
class GangWar:
    """A gang against another, which defends."""

    attackers: tuple[Participant, ...]
    defenders: tuple[Participant, ...]
    method: GangMethod = GangMethod.AVERAGE
    defense_bonus: Hundredths = 0
    location: str | None = None
    action_type: ActionType = ActionType.GANG_WAR


Action = Challenge | Duel | GangWar


def participants(action: Action) -> tuple[Participant, ...]:
    """Everyone who takes part, in the order in which hands are dealt."""
    match action:
        case Challenge():
            return (action.actor,)
        case Duel():
            return action.actor, action.target
        case GangWar():
            return action.attackers + action.defenders
