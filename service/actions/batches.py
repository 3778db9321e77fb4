"""Resolves many actions in one request; each succeeds or fails by itself."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple, Self, cast

import orjson
from marshmallow import ValidationError

from service.actions.alike import Alike
from service.actions.resolve import Checked, ResolveAction, ResolveActionInput
from service.actions.schemas import RESOLVE, read_resolve
from service.actions.serialized import Serialized, SerializedResolution
from service.actions.texts import Shared
from service.characters.lookup import FoundCharacters
from service.characters.schemas import character_id
from service.engines.destiny.actions import ActionType, character_ids, number_of_participants
from service.engines.errors import InvalidInput, Mistake
from service.engines.pauses import Pause, in_parts
from service.errors import StoreUnavailable
from service.system.prices import price
from service.tuning.revisions import TuningRevision
from service.web.compiled import compile_loader
from service.web.fields import List
from service.web.json_io import MEBIBYTE
from service.web.problems import invalid_input, mistakes_in, store_unavailable
from service.web.reading import MOST_ERRORS, listing_at_most, number_of_messages, pausing
from service.web.schema import Loader, RequestSchema, Unread

BATCH_BODY_LIMIT: Final = 8 * MEBIBYTE
MOST_REQUESTS: Final = 1000
MOST_PARTICIPANTS: Final = 2000
MOST_PARTS: Final = 20_000
"""How many skills, modifiers, items and effects all participants of a batch may have."""
MOST_VALUES: Final = 100_000
"""How many values the JSON of a batch may have. What is read at once holds up other requests."""
MOST_ERRORS_OF_A_BATCH: Final = 1000
"""Once a batch has listed this many errors, each further problem lists only its first."""

_BEFORE: Final = {
    ActionType.PVE: b'{"kind":"challenge",',
    ActionType.SKILL_CHECK: b'{"kind":"challenge",',
    ActionType.PVP: b'{"kind":"duel",',
    ActionType.GANG_WAR: b'{"kind":"gang_war",',
}
"""How each result begins: with a `kind`, which identifies its shape for clients."""

_ONES: Final = ("actor", "target")
_GANGS: Final = ("attackers", "defenders")
_PARTS: Final = ("skills", "modifiers", "items", "effects")
_MANY: Final = (dict, list)

PIECE: Final = 100
"""For how many participants hands are dealt at once. Other requests have their turn before, and within as well, where
an action takes longer than one that equals an earlier action."""

_AT_ONCE: Final = 20
"""How many bodies or results are written as JSON before other requests have their turn."""

Json = dict[str, Any]
BatchItem = ResolveActionInput | ValidationError
"""An action of the batch, or why its body is invalid."""
BatchResult = Serialized | Json
"""A resolution, or a problem document."""


class BatchSchema(RequestSchema):
    """A list of `resolve` bodies; each is validated later, by itself."""

    requests = List(Unread(RESOLVE), max_length=MOST_REQUESTS, required=True)


BATCH: Final = BatchSchema()
_read_list: Final[Loader] = compile_loader(BATCH)


@dataclass(slots=True)
class _Body:
    """A body of a batch, which is read once however often the batch has it."""

    body: Any
    ones: int
    """How many of `actor` and `target` it has, whatever they are."""
    gang_members: int
    """How many participants its gangs have, whatever they are."""
    parts: int
    named: Sequence[Any]
    """The ids of its characters, valid or not."""
    item: BatchItem | None = None
    """None: not read yet."""

    @classmethod
    def of(cls, body: Any) -> Self:
        if type(body) is not dict:
            return cls(body, 0, 0, 0, ())
        gangs = [gang for side in _GANGS if type(gang := body.get(side)) is list]
        those = [body[side] for side in _ONES if side in body]
        ones = len(those)
        for gang in gangs:
            those += gang
        named = [one["character_id"] for one in those if type(one) is dict and "character_id" in one]
        gang_members, parts = sum(map(len, gangs)), sum(map(_parts, those))
        return cls(body, ones, gang_members, parts, named)


def _parts(participant: Any) -> int:
    """How many skills, modifiers, items and effects a participant has, whatever they are."""
    if type(participant) is not dict:
        return 0
    return sum([len(part) for name in _PARTS if isinstance(part := participant.get(name), _MANY)])


def _read(body: Any, most_errors: int) -> BatchItem:
    try:
        if most_errors == MOST_ERRORS:
            return cast(ResolveActionInput, read_resolve(body))
        with listing_at_most(most_errors):
            return cast(ResolveActionInput, read_resolve(body))
    except ValidationError as error:
        return error


class Batch(NamedTuple):
    """The items of a batch, and how many participants each has: none where its body is invalid."""

    items: Sequence[BatchItem]
    participants: Sequence[int]


@dataclass(frozen=True, slots=True)
class Bodies:
    """The bodies of a batch: counted, but not read."""

    bodies: Sequence[_Body]

    @property
    def price(self) -> int:
        """The units of reading and resolving them, which their size decides. What is too large is refused anyway."""
        participants = sum([one.gang_members + one.ones for one in self.bodies])
        return price(participants / MOST_PARTICIPANTS + sum([one.parts for one in self.bodies]) / MOST_PARTS)

    def character_ids(self) -> Iterator[str]:
        """The characters that they name, some perhaps in a body that is invalid."""
        for named in chain.from_iterable(one.named for one in self.bodies):
            with suppress(ValidationError):
                yield character_id(named)

    def read(self, pause: Pause) -> Batch:
        """The items of the batch; raises where the valid ones have too many participants."""
        items = _read_items(self.bodies, pause)
        participants = [*map(_participants, items)]
        _require_few("participants", MOST_PARTICIPANTS, sum(participants))
        return Batch(items, participants)


def read_bodies(body: Any, pause: Pause) -> Bodies:
    """The bodies of a batch; raises where the list itself is invalid or has too many participants or parts."""
    known: dict[bytes, _Body] = {}
    bodies = []
    for some in in_parts(_read_list(body)["requests"], _AT_ONCE, pause):
        for one in some:
            text = orjson.dumps(one)
            found = known.get(text)
            if found is None:
                found = known[text] = _Body.of(one)
            bodies.append(found)
    # Both before validating them: what is invalid costs as much as what is valid.
    _require_few("participants", MOST_PARTICIPANTS, sum([one.gang_members for one in bodies]))
    _require_few("skills, modifiers, items and effects", MOST_PARTS, sum([one.parts for one in bodies]))
    return Bodies(bodies)


def price_of_action(body: Any) -> int:
    """The units of a single action, before it is validated. Only a gang war can be expensive."""
    if type(body) is not dict or body.keys().isdisjoint(_GANGS):
        return 1
    return Bodies([_Body.of(body)]).price


def _read_items(bodies: Sequence[_Body], pause: Pause) -> Sequence[BatchItem]:
    items: list[BatchItem] = []
    errors_left = MOST_ERRORS_OF_A_BATCH
    with pausing(lambda _participant: pause()):
        for one in bodies:
            item = one.item
            if item is None:
                pause()
                item = one.item = _read(one.body, _most_errors(errors_left))
            if isinstance(item, ValidationError):
                errors_left -= min(number_of_messages(item.messages), _most_errors(errors_left))
            items.append(item)
    return items


def _participants(item: BatchItem) -> int:
    return 0 if isinstance(item, ValidationError) else number_of_participants(item.action)


def _pieces(participants: Sequence[int]) -> Iterator[slice]:
    """The batch in pieces, each of one item or of up to `PIECE` participants."""
    start = size = 0
    for place, one in enumerate(participants):
        if size + one > PIECE and size:
            yield slice(start, place)
            start, size = place, 0
        size += one or 1
    if participants:
        yield slice(start, len(participants))


def _most_errors(left: int) -> int:
    """How many errors the next problem may list, where the batch may list this many more."""
    return max(1, min(MOST_ERRORS, left))


def _require_few(what: str, most: int, number: int) -> None:
    if number > most:
        raise InvalidInput([Mistake(("requests",), f"Must have at most {most} {what} in all; has {number}.")])


@dataclass(frozen=True, slots=True)
class ResolveBatch:
    """Resolves the items of a batch piece by piece, in order; other requests have their turn between two pieces."""

    resolve_action: ResolveAction
    pause: Pause

    def look_up(self, bodies: Bodies) -> FoundCharacters:
        """The characters of all items. Never fails."""
        return self.resolve_action.characters.look_up(bodies.character_ids())

    def __call__(self, batch: Batch, characters: FoundCharacters, retry_id: Callable[[int], str]) -> list[BatchResult]:
        """A resolution or a problem for each item. Skills given for a character apply to the later items too."""
        items = _Items(self.resolve_action, self.pause, characters, retry_id, characters.unavailable)
        results: list[BatchResult] = []
        for piece in _pieces(batch.participants):
            self.pause()
            results += items.resolve(piece.start, batch.items[piece])
        characters.save()
        return results


def batch_text(results: Sequence[BatchResult], pause: Pause) -> bytes:
    # Joined once: to put each result together before would copy a megabyte twice more.
    parts: list[bytes] = []
    for some in in_parts(results, _AT_ONCE, pause):
        for result in some:
            if isinstance(result, dict):
                parts += b",", orjson.dumps({"kind": "problem", **result})
            else:
                parts += b",", _BEFORE[result.resolved.action.action_type], result.text[1:]
    return b"".join([b'{"results":[', *parts[1:], b"]}"])


class _Ready(NamedTuple):
    """A checked item."""

    checked: Checked
    shared: Shared | None = None
    """What its resolution shares with those of equal items. None: no equal one has come."""


@dataclass(slots=True)
class _Items:
    """What the items so far have left for the next one."""

    resolve_action: ResolveAction
    pause: Pause
    characters: FoundCharacters
    retry_id: Callable[[int], str]
    store_is_unavailable: bool
    """Once one item has waited for the store in vain, no other item tries: a thousand would take minutes."""
    errors_left: int = MOST_ERRORS_OF_A_BATCH
    known: dict[int, _Ready | Alike] = field(default_factory=dict)
    """By the identity of their items: those that equal items can be checked and serialized by."""

    def resolve(self, start: int, items: Sequence[BatchItem]) -> list[BatchResult]:
        """The results of these items, the first of which is number `start` of the batch."""
        resolve_action, revision = self.resolve_action, self.resolve_action.tunings.current()
        checks: list[tuple[Alike | _Ready | Json, str]] = []
        for index, item in enumerate(items, start):
            one = self._check(index, item, self.known.get(id(item)), revision)
            # At once, so that the ids are in the order of the items: a promised draw was taken for an id.
            checks.append((one, "" if isinstance(one, dict) else resolve_action.name(one.checked)))
        dealt = resolve_action.deal([one.checked for one, _ in checks if not isinstance(one, dict)])
        now = resolve_action.clock.now()
        results: list[BatchResult] = []
        for one, name in checks:
            if type(one) is Alike:
                results.append(one.resolve(name, now, next(dealt)))
            elif type(one) is _Ready:
                self.pause()
                resolved = resolve_action.decide(one.checked, name, dealt, now)
                results.append(SerializedResolution.of(resolved, one.shared))
            else:
                results.append(cast(Json, one))
        return results

    def _check(
        self, index: int, item: BatchItem, known: Alike | _Ready | None, revision: TuningRevision
    ) -> Alike | _Ready | Json:
        if known and known.checked.revision is revision:
            if type(known) is _Ready and known.shared is None:
                known = self.known[id(item)] = Alike.of(known.checked) or _Ready(known.checked, {})
            return known
        self.pause()
        if isinstance(item, ValidationError):
            return self._refusal(mistakes_in(item), index)
        try:
            if item.draw and self.store_is_unavailable:
                return store_unavailable()
            checked = self.resolve_action.check(self.characters, item, self.retry_id(index) if item.draw else "")
        except InvalidInput as error:
            return self._refusal(error.mistakes, index)
        except StoreUnavailable:
            self.store_is_unavailable = True
            return store_unavailable()
        ready = _Ready(checked)
        if not item.draw and not character_ids(item.action):
            self.known[id(item)] = ready
        return ready

    def _refusal(self, mistakes: tuple[Mistake, ...], index: int) -> Json:
        most = _most_errors(self.errors_left)
        self.errors_left -= min(len(mistakes), most)
        # One more than the problem lists, so that it can say that there are more.
        return invalid_input([mistake.within("requests", index) for mistake in mistakes[: most + 1]], most)
