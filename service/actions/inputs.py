"""The inputs of a resolution as JSON text: a body for `score` that gives the same result."""

from functools import lru_cache
from typing import Any, Final

import orjson

from service.actions.resolve import Resolved
from service.actions.schemas import OWN_MODIFIER
from service.actions.texts import Shared, bonuses_text, hand_text
from service.characters.answers import suit_bonuses
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.modifiers import NO_BONUSES, Modifier
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import scores
from service.engines.destiny.tuning import Tuning
from service.engines.pauses import each
from service.engines.points import Hundredths, as_number, as_text
from service.system.clock import give_way
from service.tuning.revisions import TuningRevision

Json = dict[str, Any]
_HAND: Final = b"\0"
"""Marks the place of a hand. JSON text has no such byte: in a string it is escaped."""
_TEMPLATE: Final = "inputs"
"""What the template of the inputs is for, among the texts that resolutions share."""


def inputs_text(resolved: Resolved, shared: Shared) -> bytes:
    """The action with its hands, without fields that had no effect."""
    template = shared.get(_TEMPLATE)
    if template is None:
        # To fill in the hands takes a third of the time of writing all of it.
        template = shared[_TEMPLATE] = inputs_template(resolved.action, resolved.revision)
    return template % tuple([hand_text(score.hand) for score in scores(resolved.resolution)])


def inputs_template(action: Action, revision: TuningRevision) -> bytes:
    """The inputs, with a place for each hand."""
    return _written(action, revision).replace(b"%", b"%%").replace(_HAND, b"%b")


def _written(action: Action, revision: TuningRevision) -> bytes:
    """The inputs with the places of the hands marked."""
    sides = _challenge(action) if isinstance(action, Challenge) else _sides(action, revision.tuning)
    return b'{"action_type":"%b",%b%b' % (action.action_type.encode(), sides, _rest(action.location, revision.number))


@lru_cache(maxsize=1 << 10)
def _rest(location: str | None, tuning_revision: int) -> bytes:
    where = "" if location is None else f'"location":{_quoted(location)},'
    return f',{where}"tuning_revision":{tuning_revision}}}'.encode()


def _challenge(action: Challenge) -> bytes:
    return _before_actor(action.action_type, action.name, action.threshold) + _participant(action.actor)


def _sides(action: Duel | GangWar, tuning: Tuning) -> bytes:
    if isinstance(action, Duel):
        return b'"actor":%b,"target":%b%b' % (_participant(action.actor), _participant(action.target), _defense(action))
    attackers, defenders = (
        b",".join(map(_participant, each(gang, give_way))) for gang in (action.attackers, action.defenders)
    )
    method = (action.method or tuning.default_gang_method).encode()
    return b'"attackers":[%b],"defenders":[%b],"method":"%b"%b' % (attackers, defenders, method, _defense(action))


@lru_cache(maxsize=1 << 10)
def _before_actor(action_type: ActionType, name: str | None, threshold: Hundredths | None) -> bytes:
    if name is None:
        return f'"threshold":{as_text(threshold or 0)},"actor":'.encode()
    field = "crime" if action_type is ActionType.PVE else "difficulty"
    return f'"{field}":{_quoted(name)},"actor":'.encode()


def _defense(action: Duel | GangWar) -> bytes:
    if action.territory is not None:
        return f',"territory":{_quoted(action.territory)}'.encode()
    return f',"defense_bonus":{as_text(action.defense_bonus)}'.encode() if action.defense_bonus else b""


def _participant(participant: Participant) -> bytes:
    if participant.skills is not None:
        source = b'"skills":%b' % orjson.dumps(participant.skills)
    elif participant.npc is not None:
        source = b'"npc":%b' % orjson.dumps(participant.npc)
    else:
        source = b'"suit_bonuses":%b' % bonuses_text(participant.suit_bonuses or NO_BONUSES).encode()
    more = _more(participant) if participant.modifiers or participant.items or participant.effects else b""
    return b'{%b,%b"hand":%b}' % (source, more, _HAND)


def _more(participant: Participant) -> bytes:
    """What else affects the draw, with a comma at the end."""
    body: Json = {}
    if participant.modifiers:
        body["modifiers"] = [_modifier(modifier) for modifier in participant.modifiers]
    if participant.items:
        body["items"] = participant.items
    if participant.effects:
        body["effects"] = participant.effects
    return b"%b," % orjson.dumps(body)[1:-1]


def _modifier(modifier: Modifier) -> Json:
    body: Json = {"source": modifier.source.removeprefix(OWN_MODIFIER)}
    if modifier.flat:
        body["flat"] = as_number(modifier.flat)
    if modifier.suits != NO_BONUSES:
        body["suits"] = suit_bonuses(modifier.suits)
    if modifier.hand_ranks:
        body["hand_ranks"] = {rank.value: as_number(points) for rank, points in modifier.hand_ranks.items()}
    return body


@lru_cache(maxsize=1 << 10)
def _quoted(text: str) -> str:
    return orjson.dumps(text).decode()
