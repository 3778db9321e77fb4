"""What an action was resolved from, as the body that `score` takes: sent there, it comes to the same numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from service.actions.answers import resolved_answer, suit_bonuses
from service.actions.resolve import Resolved
from service.actions.schemas import OWN_MODIFIER
from service.engines.cards import CARD_TEXT
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar, character_ids
from service.engines.destiny.modifiers import NO_BONUSES, Modifier
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import scores
from service.engines.destiny.tuning import Tuning
from service.engines.draws import Hand
from service.engines.points import as_number
from service.records.record import Record, RecordPage, UnreadableRecord
from service.web.json_io import timestamp

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


VERSION: Final = 1
"""Of the form of a record. One that changes it reads the earlier ones too, and turns them into its own."""
_WITH_VERSION: Final = re.compile(rb'\{"record_version":([1-9]\d{0,8}),')
_WITHOUT_VERSION: Final = b'{"resolution_id":'
"""How records began before they had a version; else they are as those of version 1."""


@dataclass(frozen=True, slots=True)
class ToldResolution:
    """A resolution, and the JSON text that tells it."""

    resolved: Resolved
    text: bytes

    @classmethod
    def of(cls, resolved: Resolved) -> "ToldResolution":
        """The resolution put into words, once: they are the answer, and they are the record."""
        return cls(resolved, orjson.dumps(resolved_answer(resolved)))

    @property
    def resolution_id(self) -> str:
        """The id of the resolution, and of its record."""
        return self.resolved.resolution_id

    @property
    def size(self) -> int:
        """Of the text alone: the inputs are written down with the record."""
        return len(self.text)

    def record(self) -> Record:
        """The record: the answer as it was given, with what it was made from."""
        resolved = self.resolved
        document = {
            "record_version": VERSION,
            "resolution_id": resolved.resolution_id,
            "resolved_at": timestamp(resolved.resolved_at),
            "inputs": inputs_of(resolved),
            "resolution": orjson.Fragment(self.text),
        }
        return Record(resolved.resolution_id, orjson.dumps(document), tuple(character_ids(resolved.action)))


def record_answer(resolution_id: str, document: bytes) -> bytes:
    """A record as it is told, in the present version; `UnreadableRecord` where it has a later one."""
    if document.startswith(_WITHOUT_VERSION):
        return b'{"record_version":1,' + document[1:]
    found = _WITH_VERSION.match(document)
    version = int(found[1]) if found else None
    if version != VERSION:
        raise UnreadableRecord(resolution_id, version)
    return document


def records_answer(page: RecordPage) -> dict[str, object]:
    """A page of records."""
    resolutions: list[orjson.Fragment] = []
    unreadable: list[dict[str, object]] = []
    for resolution_id, document in page.documents.items():
        try:
            resolutions.append(orjson.Fragment(record_answer(resolution_id, document)))
        except UnreadableRecord as error:
            unreadable.append({"resolution_id": resolution_id, "record_version": error.version})
    return {"resolutions": resolutions, "unreadable": unreadable, "next_cursor": page.last}
