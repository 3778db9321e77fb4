"""Many actions in one request: each is resolved or refused by itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from service.rules.destiny.actions import ActionType, character_ids, participants
from service.rules.errors import InvalidInput, Mistake
from service.usecases.known_characters import Roster
from service.usecases.resolve_action import Attempt, ResolveAction
from service.usecases.store_away import StoreAway
from service.web.answers.records import ToldResolution
from service.web.attempts import retried
from service.web.json_body import MEBIBYTE
from service.web.problems import invalid_input, mistakes_in, store_away
from service.web.schemas.actions import RESOLVE, read_action
from service.web.schemas.fields import Strict, array_of
from service.web.schemas.schema import RequestSchema

BATCH_BODY_LIMIT: Final = 8 * MEBIBYTE
MOST_REQUESTS: Final = 1000
MOST_PARTICIPANTS: Final = 2000

_KINDS: Final = {
    ActionType.PVE: b"challenge",
    ActionType.SKILL_CHECK: b"challenge",
    ActionType.PVP: b"duel",
    ActionType.GANG_WAR: b"gang_war",
}
"""What `kind` says of a resolution; the shape of a result follows from it."""

Json = dict[str, Any]
BatchItem = Attempt | ValidationError
"""What a body in the batch asks for, or why it cannot be read."""
BatchResult = ToldResolution | Json
"""What became of it: a resolution, or a problem."""


def _read_item(body: Any) -> BatchItem:
    try:
        attempt: Attempt = read_action(RESOLVE, body)
    except ValidationError as error:
        return error
    return attempt


class BatchSchema(RequestSchema):
    """A list of resolve bodies."""

    requests = Strict(array_of(_read_item, 0, MOST_REQUESTS), required=True)


_batch: Final = BatchSchema()


def read_batch(body: Any) -> Sequence[BatchItem]:
    """The items of the batch, refused as a whole where they are too many."""
    items: Sequence[BatchItem] = _batch.load(body)["requests"]
    number = sum(len(participants(item.action)) for item in items if not isinstance(item, ValidationError))
    if number > MOST_PARTICIPANTS:
        message = f"Must have at most {MOST_PARTICIPANTS} participants in all; has {number}."
        raise InvalidInput([Mistake(("requests",), message)])
    return items


def resolve_batch(items: Sequence[BatchItem], resolve_action: ResolveAction) -> list[BatchResult]:
    """A resolution or a problem for each item, in order. What one tells of a character holds for those after it."""
    attempts = [item for item in items if not isinstance(item, ValidationError)]
    roster = resolve_action.characters.roster(one for attempt in attempts for one in character_ids(attempt.action))
    batch = _Batch(resolve_action, roster, roster.away)
    results = [batch.resolve(index, item) for index, item in enumerate(items)]
    roster.save()
    return results


def batch_answer(results: Sequence[BatchResult]) -> Json:
    """What `batch` answers: each result with its `kind`, which tells a resolution from a problem."""
    return {"results": [_with_kind(result) for result in results]}


def _with_kind(result: BatchResult) -> Json | orjson.Fragment:
    if isinstance(result, ToldResolution):
        return orjson.Fragment(b'{"kind":"%b",%b' % (_KINDS[result.resolved.action_type], result.text[1:]))
    return {"kind": "problem", **result}


@dataclass(slots=True)
class _Batch:
    """The items that were resolved so far, as far as they matter for the next one."""

    resolve_action: ResolveAction
    roster: Roster
    store_is_away: bool
    """Once an item has waited for the store in vain, no other does: a thousand would wait for minutes."""

    def resolve(self, index: int, item: BatchItem) -> BatchResult:
        try:
            if isinstance(item, ValidationError):
                raise item
            if item.draw and self.store_is_away:
                return store_away()
            return ToldResolution.of(self.resolve_action.among(self.roster, retried(item, index)))
        except (ValidationError, InvalidInput) as error:
            return invalid_input(mistakes_in(error), within=("requests", index))
        except StoreAway:
            self.store_is_away = True
            return store_away()
