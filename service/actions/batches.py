"""Resolves many actions in one request; each succeeds or fails by itself."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from service.actions.resolve import ResolveAction, ResolveActionInput
from service.actions.schemas import RESOLVE, read_resolve
from service.actions.serialized import SerializedResolution
from service.characters.lookup import FoundCharacters
from service.engines.destiny.actions import ActionType, character_ids, participants
from service.engines.errors import InvalidInput, Mistake
from service.errors import StoreUnavailable
from service.web.fields import MOST_ERRORS, List, listing_at_most, number_of_messages
from service.web.json_io import MEBIBYTE
from service.web.problems import invalid_input, mistakes_in, store_unavailable
from service.web.schema import RequestSchema, Unread

BATCH_BODY_LIMIT: Final = 8 * MEBIBYTE
MOST_REQUESTS: Final = 1000
MOST_PARTICIPANTS: Final = 2000
MOST_PARTS: Final = 20_000
"""How many skills, modifiers, items and effects all participants of a batch may have."""
MOST_ERRORS_OF_A_BATCH: Final = 1000
"""Once a batch has listed this many errors, each further problem lists only its first."""

_KINDS: Final = {
    ActionType.PVE: b"challenge",
    ActionType.SKILL_CHECK: b"challenge",
    ActionType.PVP: b"duel",
    ActionType.GANG_WAR: b"gang_war",
}
"""The `kind` of each resolution, which identifies the shape of the result for clients."""

_ONES: Final = ("actor", "target")
_GANGS: Final = ("attackers", "defenders")
_PARTS: Final = ("skills", "modifiers", "items", "effects")
_MANY: Final = (dict, list)

Json = dict[str, Any]
BatchItem = ResolveActionInput | ValidationError
"""An action of the batch, or why its body is invalid."""
BatchResult = SerializedResolution | Json
"""A resolution, or a problem document."""


class BatchSchema(RequestSchema):
    """A list of `resolve` bodies; each is validated later, by itself."""

    requests = List(Unread(RESOLVE), max_length=MOST_REQUESTS, required=True)


BATCH: Final = BatchSchema()


def read_batch(body: Any) -> Sequence[BatchItem]:
    """The items of the batch; raises where the list itself is invalid or has too many participants or parts."""
    # Both before validating them: what is invalid costs as much as what is valid.
    _require_few(_gang_members(body))
    _require_few_parts(body)
    items = _read_items(BATCH.load(body)["requests"])
    _require_few(sum(len(participants(item.action)) for item in items if not isinstance(item, ValidationError)))
    return items


def _read_items(bodies: Sequence[Any]) -> Sequence[BatchItem]:
    items: list[BatchItem] = []
    errors_left = MOST_ERRORS_OF_A_BATCH
    for body in bodies:
        most = _most_errors(errors_left)
        try:
            with listing_at_most(most):
                items.append(read_resolve(body))
        except ValidationError as error:
            errors_left -= min(number_of_messages(error.messages), most)
            items.append(error)
    return items


def _most_errors(left: int) -> int:
    """How many errors the next problem may list, where the batch may list this many more."""
    return max(1, min(MOST_ERRORS, left))


def _require_few(participants: int) -> None:
    if participants > MOST_PARTICIPANTS:
        message = f"Must have at most {MOST_PARTICIPANTS} participants in all; has {participants}."
        raise InvalidInput([Mistake(("requests",), message)])


def _require_few_parts(body: Any) -> None:
    parts = sum(len(part) for one in _participants(body) for name in _PARTS if isinstance(part := one.get(name), _MANY))
    if parts > MOST_PARTS:
        message = f"Must have at most {MOST_PARTS} skills, modifiers, items and effects in all; has {parts}."
        raise InvalidInput([Mistake(("requests",), message)])


def _gang_members(body: Any) -> int:
    """How many participants the gangs of a batch have, whatever they are."""
    return sum(len(gang) for gang in _gangs(body))


def _participants(body: Any) -> Iterator[Json]:
    """Every participant of a batch that is an object."""
    for item in _objects(body):
        yield from (one for side in _ONES if isinstance(one := item.get(side), dict))
    for gang in _gangs(body):
        yield from (one for one in gang if isinstance(one, dict))


def _gangs(body: Any) -> Iterator[list[Any]]:
    for item in _objects(body):
        yield from (gang for side in _GANGS if isinstance(gang := item.get(side), list))


def _objects(body: Any) -> Iterator[Json]:
    """The items of a batch that are objects."""
    requests = body.get("requests") if isinstance(body, dict) else None
    return (item for item in (requests if isinstance(requests, list) else ()) if isinstance(item, dict))


def resolve_batch(
    items: Sequence[BatchItem], resolve_action: ResolveAction, retry_id: Callable[[int], str]
) -> list[BatchResult]:
    """A resolution or a problem for each item, in order. Skills given for a character apply to the later items too."""
    attempts = [item for item in items if not isinstance(item, ValidationError)]
    characters = resolve_action.characters.look_up(one for attempt in attempts for one in character_ids(attempt.action))
    batch = _Batch(resolve_action, characters, retry_id, characters.unavailable)
    results = [batch.resolve(index, item) for index, item in enumerate(items)]
    characters.save()
    return results


def batch_answer(results: Sequence[BatchResult]) -> Json:
    return {"results": [_with_kind(result) for result in results]}


def _with_kind(result: BatchResult) -> Json | orjson.Fragment:
    if isinstance(result, SerializedResolution):
        return orjson.Fragment(b'{"kind":"%b",%b' % (_KINDS[result.resolved.action_type], result.text[1:]))
    return {"kind": "problem", **result}


@dataclass(slots=True)
class _Batch:
    """What the items so far have left for the next one."""

    resolve_action: ResolveAction
    characters: FoundCharacters
    retry_id: Callable[[int], str]
    store_is_unavailable: bool
    """Once one item has waited for the store in vain, no other item tries: a thousand would take minutes."""
    errors_left: int = MOST_ERRORS_OF_A_BATCH

    def resolve(self, index: int, item: BatchItem) -> BatchResult:
        try:
            if isinstance(item, ValidationError):
                raise item
            if item.draw and self.store_is_unavailable:
                return store_unavailable()
            return SerializedResolution.of(self.resolve_action.among(self.characters, item, self.retry_id(index)))
        except (ValidationError, InvalidInput) as error:
            return self._refusal(mistakes_in(error), index)
        except StoreUnavailable:
            self.store_is_unavailable = True
            return store_unavailable()

    def _refusal(self, mistakes: tuple[Mistake, ...], index: int) -> Json:
        most = _most_errors(self.errors_left)
        self.errors_left -= min(len(mistakes), most)
        # One more than the problem lists, so that it can say that there are more.
        return invalid_input([mistake.within("requests", index) for mistake in mistakes[: most + 1]], most)
