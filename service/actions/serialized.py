"""Serializes resolutions and makes their records; after an answer, records and counts them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import orjson

from service.actions.answers import resolved_answer
from service.actions.resolve import Resolved
from service.actions.schemas import OWN_MODIFIER
from service.characters.answers import suit_bonuses
from service.engines.cards import CARD_TEXT
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar, character_ids
from service.engines.destiny.modifiers import NO_BONUSES, Modifier
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import scores
from service.engines.destiny.tuning import Tuning
from service.engines.draws import Hand
from service.engines.points import as_number
from service.records.keep import KeepRecords
from service.records.ports import Record

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SerializedResolution:
    """A resolution, and the JSON text of its answer."""

    resolved: Resolved
    text: bytes

    @classmethod
    def of(cls, resolved: Resolved) -> Self:
        """Serialize the resolution once; the text goes into the answer and into the record."""
        return cls(resolved, orjson.dumps(resolved_answer(resolved)))

    @property
    def resolution_id(self) -> str:
        return self.resolved.resolution_id

    @property
    def size(self) -> int:
        """The bytes of the text alone; the inputs are serialized later, with the record."""
        return len(self.text)

    def record(self) -> Record:
        """Make the record. This runs in the background, after the answer was sent."""
        resolved = self.resolved
        return Record.of(
            resolved.resolution_id,
            resolved.resolved_at,
            inputs_of(resolved),
            self.text,
            tuple(character_ids(resolved.action)),
        )


def inputs_of(resolved: Resolved) -> Json:
    """A body for `score` that gives the same result: the action with its hands, without fields that had no effect."""
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
    body["hand"] = list(map(CARD_TEXT.__getitem__, hand))
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


class AfterResolution(Protocol):
    """What the routes that resolve actions call before and after drawing."""

    def wait_for_room(self) -> None:
        """Before a draw: wait while too many earlier records are unwritten. Never fails."""

    def __call__(self, resolutions: Sequence[SerializedResolution]) -> None:
        """After an answer that counts. Never fails; it may first write records, if too many wait."""


@dataclass(frozen=True, slots=True)
class RecordAndCount:
    """Records each resolution and counts it for the insights. Resolutions whose answer was withheld get neither."""

    keep_records: KeepRecords
    count: Callable[[Resolved], None]

    def wait_for_room(self) -> None:
        self.keep_records.wait_for_room()

    def __call__(self, resolutions: Sequence[SerializedResolution]) -> None:
        for one in resolutions:
            self.count(one.resolved)
        self.keep_records(resolutions)
