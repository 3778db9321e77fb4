"""Resolves an action: checks everything, then draws the hands, then applies the rules."""

from dataclasses import dataclass
from datetime import datetime

from service.characters.lookup import CharacterLookup, FoundCharacters
from service.draws.ports import DrawStore, NamedDraw, RevealedDraw
from service.draws.promise import take_draw
from service.engines.destiny.actions import Action, ActionType, character_ids
from service.engines.destiny.resolution import Resolution, hands_needed, resolve
from service.errors import StoreUnavailable
from service.metrics.definitions import HANDS_DEALT, Metrics
from service.system.ports import Clock, Dealer, Identifiers
from service.tuning.ports import TuningStore
from service.tuning.revisions import TuningRevision


@dataclass(frozen=True, slots=True)
class ResolveActionInput:
    """An action to resolve, and the promised draw that decides it, if the caller named one."""

    action: Action
    draw: NamedDraw | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """A resolved action, under the id of its record."""

    resolution_id: str
    resolved_at: datetime
    action: Action
    """With its characters filled in: the skills and effects that counted."""
    revision: TuningRevision
    resolution: Resolution
    draw: RevealedDraw | None = None

    @property
    def action_type(self) -> ActionType:
        return self.action.action_type

    @property
    def tuning_revision(self) -> int:
        return self.revision.number


@dataclass(frozen=True, slots=True)
class ResolveAction:
    dealer: Dealer
    tunings: TuningStore
    identifiers: Identifiers
    draws: DrawStore
    metrics: Metrics
    characters: CharacterLookup
    clock: Clock

    def __call__(self, attempt: ResolveActionInput, retry_id: str = "") -> Resolved:
        """Resolve the action. Where it raises, nothing was drawn.

        `InvalidInput`: the action names something that is unknown or used up. `StoreUnavailable`: it needs the store,
        for a promised draw or a character, and the store does not answer.
        """
        characters = self.characters.look_up(character_ids(attempt.action))
        resolved = self.among(characters, attempt, retry_id)
        characters.save()
        return resolved

    def among(self, characters: FoundCharacters, attempt: ResolveActionInput, retry_id: str = "") -> Resolved:
        """The same for one of several actions, whose characters the caller has looked up and will save together."""
        revision = self.tunings.current()
        action, contest = characters.prepare(attempt.action, revision)
        if attempt.draw and characters.unavailable:
            raise StoreUnavailable("The store did not answer for the characters, so it is not asked for the draw.")
        resolution_id = self.identifiers.new()
        draw = take_draw(self.draws, attempt.draw, resolution_id, retry_id) if attempt.draw else None
        hands = (draw or self.dealer).deal(hands_needed(contest))
        self.metrics.count(HANDS_DEALT, len(hands), action.action_type)
        resolution = resolve(contest, hands, revision.tuning)
        characters.learn(attempt.action, revision)
        name = draw.resolution_id if draw else resolution_id
        return Resolved(name, self.clock.now(), action, revision, resolution, draw)
