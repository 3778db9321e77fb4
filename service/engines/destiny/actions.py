"""The actions that the Destiny Deck decides, as a caller asks for them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from service.engines.destiny.participants import Participant
from service.engines.destiny.tuning import GangMethod
from service.engines.errors import Path
from service.engines.points import Hundredths
from service.engines.wire_enum import WireEnum


class ActionType(WireEnum):
    PVE = "pve"
    SKILL_CHECK = "skill_check"
    PVP = "pvp"
    GANG_WAR = "gang_war"


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
    territory: str | None = None
    """The territory that the target defends; replaces `defense_bonus` (ruling A16)."""
    action_type: ActionType = ActionType.PVP


@dataclass(frozen=True, slots=True)
class GangWar:
    """A gang against another, which defends."""

    attackers: tuple[Participant, ...]
    defenders: tuple[Participant, ...]
    method: GangMethod | None = None
    """None means the tuning's default (ruling A18)."""
    defense_bonus: Hundredths = 0
    location: str | None = None
    territory: str | None = None
    """The territory that the defenders defend; replaces `defense_bonus` (ruling A16)."""
    action_type: ActionType = ActionType.GANG_WAR


Action = Challenge | Duel | GangWar


def participants(action: Action) -> tuple[Participant, ...]:
    """All participants, in the order in which hands are dealt."""
    match action:
        case Challenge():
            return (action.actor,)
        case Duel():
            return action.actor, action.target
        case GangWar():
            return action.attackers + action.defenders


def number_of_participants(action: Action) -> int:
    match action:
        case Challenge():
            return 1
        case Duel():
            return 2
        case GangWar():
            return len(action.attackers) + len(action.defenders)


def character_ids(action: Action) -> tuple[str, ...]:
    """The character ids that the action names, in the order in which hands are dealt. Most actions name none."""
    if isinstance(action, Challenge):
        one = action.actor.character_id
        return () if one is None else (one,)
    ids = [one.character_id for one in participants(action) if one.character_id is not None]
    return tuple(ids)


def with_participants(action: Action, change: Callable[[Participant, Path], Participant]) -> Action:
    """The action with `change` applied to each participant. `change` also receives the participant's path."""

    def changed(gang: tuple[Participant, ...], side: str) -> tuple[Participant, ...]:
        return tuple(change(participant, (side, index)) for index, participant in enumerate(gang))

    match action:
        case Challenge():
            return replace(action, actor=change(action.actor, ("actor",)))
        case Duel():
            return replace(action, actor=change(action.actor, ("actor",)), target=change(action.target, ("target",)))
        case GangWar():
            return replace(
                action,
                attackers=changed(action.attackers, "attackers"),
                defenders=changed(action.defenders, "defenders"),
            )
