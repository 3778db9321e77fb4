"""Fills in the skills and running effects of the characters that actions name, so that the rules need no store."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from service.characters.ports import Character, CharacterStore
from service.engines.destiny.actions import Action, participants, with_participants
from service.engines.destiny.contests import Contest, prepare
from service.engines.destiny.participants import Participant, fitting_skills
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, Mistake, Path
from service.errors import StoreUnavailable
from service.metrics.definitions import CHARACTERS_LOOKED_UP, Metrics
from service.tuning.revisions import TuningRevision

Prepared = TypeVar("Prepared")
UNKNOWN: Final = "Unknown character: send its skills too, or PUT /v1/characters/{id} first."
TWICE: Final = "Takes part already; a character can take part only once."


@dataclass(slots=True)
class FoundCharacters:
    """The characters of some actions: as the store had them at one moment, and as the actions then changed them."""

    store: CharacterStore
    known: dict[str, Character]
    running: Mapping[str, tuple[str, ...]] | None
    """The effects that run on each. None: the store could not be asked."""
    new: dict[str, Character] = field(default_factory=dict)
    """What the store does not have yet."""

    @property
    def is_empty(self) -> bool:
        """Whether the actions name no character."""
        return self.running is not None and not self.running

    @property
    def unavailable(self) -> bool:
        """Whether the store could not be asked."""
        return self.running is None

    def prepare(self, action: Action, revision: TuningRevision) -> tuple[Action, Contest]:
        """The action with its characters filled in, and its contest under this revision.

        Raises `InvalidInput` with every mistake, unknown characters included, and `StoreUnavailable` where a
        character's strength is known only to the store. Mistakes go first, because a retry would not correct them.
        """
        if self.is_empty:
            return action, prepare(action, revision.tuning)
        filling = _Filling(self, revision.tuning)
        filled = with_participants(action, filling.filled)
        with filling.checked():
            contest = prepare(filled, revision.tuning)
        return filled, contest

    def fill(
        self,
        participants: Mapping[Path, Participant],
        tuning: Tuning,
        prepare: Callable[[Mapping[Path, Participant]], Prepared],
    ) -> tuple[Mapping[Path, Participant], Prepared]:
        """The participants, filled in where they are characters, and what `prepare` makes of them.

        Raises the same errors as the method `prepare`, those of the function `prepare` included.
        """
        filling = _Filling(self, tuning)
        filled = {path: filling.filled(participant, path) for path, participant in participants.items()}
        with filling.checked():
            prepared = prepare(filled)
        return filled, prepared

    def learn(self, action: Action, revision: TuningRevision) -> None:
        """Remember the skills that a valid action gave for its characters."""
        if self.is_empty:
            return
        for participant in participants(action):
            character_id, skills = participant.character_id, participant.skills
            if character_id is None or skills is None:
                continue
            known = self.known.get(character_id)
            if known is None or known.skills != skills or known.tuning_revision != revision.number:
                self.known[character_id] = self.new[character_id] = Character.with_skills(skills, revision)

    def save(self) -> None:
        """Store what is new. If the store fails, what it knew before remains."""
        if self.new and not self.unavailable:
            with suppress(StoreUnavailable):
                self.store.remember(self.new)


@dataclass(slots=True)
class _Filling:
    """The participants of one request being filled in."""

    characters: FoundCharacters
    tuning: Tuning
    mistakes: Mistakes = field(default_factory=list)
    lost: bool = False
    """Whether a strength is known only to the store, and the store is unavailable."""
    seen: set[str] = field(default_factory=set)

    @contextmanager
    def checked(self) -> Iterator[None]:
        """Around what checks the filled participants: adds the mistakes found while they were filled in."""
        try:
            yield
        except InvalidInput as error:
            raise InvalidInput([*self.mistakes, *error.mistakes]) from None
        if self.mistakes:
            raise InvalidInput(self.mistakes)
        if self.lost:
            raise StoreUnavailable("Only the store knows the skills of a character.")

    def filled(self, participant: Participant, path: Path) -> Participant:
        """The participant with the skills and running effects of its character, if it names one."""
        character_id = participant.character_id
        if character_id is None:
            return participant
        if character_id in self.seen:
            self.mistakes.append(Mistake((*path, "character_id"), TWICE))
        self.seen.add(character_id)
        skills = participant.skills
        if skills is None:
            skills = self._remembered(character_id, path)
        running = self._running(character_id)
        effects = participant.effects
        if running:
            effects = (*effects, *(effect for effect in running if effect not in effects))
        return replace(participant, skills=skills, effects=effects, running_effects=running)

    def _remembered(self, character_id: str, path: Path) -> Mapping[str, int]:
        if character := self.characters.known.get(character_id):
            return fitting_skills(character.skills, self.tuning)
        if self.characters.unavailable:
            self.lost = True
        else:
            self.mistakes.append(Mistake((*path, "character_id"), UNKNOWN))
        return {}

    def _running(self, character_id: str) -> tuple[str, ...] | None:
        if self.characters.running is None:
            return None
        return tuple(effect for effect in self.characters.running[character_id] if effect in self.tuning.effects)


class CharacterLookup:
    """Reads the characters that actions name from the store, in one round trip."""

    def __init__(self, store: CharacterStore, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        # Most actions name no character, so one empty value serves them all.
        self._none = FoundCharacters(store, {}, {})

    def look_up(self, ids: Iterable[str]) -> FoundCharacters:
        """The characters with these ids. Without ids, the store is not asked. Never fails: see `unavailable`."""
        names = list(dict.fromkeys(ids))
        if not names:
            return self._none
        try:
            found = dict(zip(names, self._store.look_up(names), strict=True))
        except StoreUnavailable:
            return FoundCharacters(self._store, {}, None)
        known = {name: one.character for name, one in found.items() if one.character}
        self._metrics.count(CHARACTERS_LOOKED_UP, len(known), "known")
        self._metrics.count(CHARACTERS_LOOKED_UP, len(names) - len(known), "unknown")
        return FoundCharacters(self._store, known, {name: tuple(sorted(one.running)) for name, one in found.items()})
