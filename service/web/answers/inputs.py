"""What an action was resolved from, as the body that `score` takes: sent there, it comes to the same numbers."""

from collections.abc import Iterator
from typing import Any

from service.rules.cards import CARD_TEXT
from service.rules.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.rules.destiny.modifiers import NO_BONUSES, Modifier
from service.rules.destiny.participants import Participant
from service.rules.destiny.resolution import scores
from service.rules.destiny.tuning import Tuning
from service.rules.draws import Hand
from service.rules.points import as_number
from service.usecases.resolve_action import Resolved
from service.web.answers.resolutions import suit_bonuses
from service.web.schemas.participants import OWN_MODIFIER

Json = dict[str, Any]


def inputs_of(resolved: Resolved) -> Json:
    """The action as it was resolved, with every hand in its place; what has no part in it is left out."""
    action = resolved.action
    hands = (score.hand for score in scores(resolved.resolution))
    body = {"action_type": action.action_type, **_sides(action, hands, resolved.revision.tuning)}
    if action.location is not None:
        body["location"] = action.location
    body["tuning_revision"] = resolved.tuning_revision
    return body


def _sides(action: Action, hands: Iterator[Hand], tuning: Tuning) -> Json:
    match action:
        case Challenge():
            return {**_challenge(action), "actor": _participant(action.actor, next(hands))}
        case Duel():
            return {
                "actor": _participant(action.actor, next(hands)),
                "target": _participant(action.target, next(hands)),
                **_defense(action),
            }
        case GangWar():
            return {
                "attackers": [_participant(one, next(hands)) for one in action.attackers],
                "defenders": [_participant(one, next(hands)) for one in action.defenders],
                "method": action.method or tuning.default_gang_method,
                **_defense(action),
            }


def _challenge(action: Challenge) -> Json:
    if action.name is None:
        return {"threshold": as_number(action.threshold or 0)}
    return {"crime" if action.action_type is ActionType.PVE else "difficulty": action.name}


def _defense(action: Duel | GangWar) -> Json:
    if action.territory is not None:
        return {"territory": action.territory}
    return {"defense_bonus": as_number(action.defense_bonus)} if action.defense_bonus else {}


def _participant(participant: Participant, hand: Hand) -> Json:
    body: Json = {}
    if participant.skills is not None:
        body["skills"] = dict(participant.skills)
    elif participant.npc is not None:
        body["npc"] = participant.npc
    else:
        body["suit_bonuses"] = suit_bonuses(participant.suit_bonuses or NO_BONUSES)
    if participant.modifiers:
        body["modifiers"] = [_modifier(modifier) for modifier in participant.modifiers]
    if participant.items:
        body["items"] = participant.items
    if participant.effects:
        body["effects"] = participant.effects
    body["hand"] = [CARD_TEXT[card] for card in hand]
    return body


def _modifier(modifier: Modifier) -> Json:
    body: Json = {"source": modifier.source.removeprefix(OWN_MODIFIER)}
    if modifier.flat:
        body["flat"] = as_number(modifier.flat)
    if modifier.suits != NO_BONUSES:
        body["suits"] = suit_bonuses(modifier.suits)
    if modifier.hand_ranks:
        body["hand_ranks"] = {rank.value: as_number(points) for rank, points in modifier.hand_ranks.items()}
    return body
