"""Resolves an action: checks everything, then draws the hands, then applies the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from service.characters.lookup import CharacterLookup, FoundCharacters
from service.draws.ports import DrawStore, NamedDraw, RevealedDraw
from service.draws.promise import take_draw
from service.engines.destiny.actions import Action, ActionType, character_ids
from service.engines.destiny.contests import Contest
from service.engines.destiny.resolution import Resolution, hands_needed, resolve
from service.engines.draws import Hand
from service.errors import StoreUnavailable
from service.system.ports import Clock, Dealer, Identifiers
from service.tuning.ports import TuningStore
from service.tuning.revisions import TuningRevision


@dataclass(frozen=True, slots=True)
class ResolveActionInput:
    """An action to resolve, and the promised draw that decides it, if the caller named one."""

    action: Action
    draw: NamedDraw | None = None


class Checked(NamedTuple):
    """An action that can be resolved: nothing about it can fail any more."""

    resolution_id: str
    action: Action
    """With its characters filled in: the skills and effects that count."""
    contest: Contest
    revision: TuningRevision
    draw: RevealedDraw | None = None
    """The promised draw that decides it, which is taken."""


class Resolved(NamedTuple):
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
    characters: CharacterLookup
    clock: Clock

    def __call__(self, attempt: ResolveActionInput, retry_id: str = "") -> Resolved:
        """Resolve the action. Where it raises, nothing was drawn.

        `InvalidInput`: the action names something that is unknown or used up. `StoreUnavailable`: it needs the store,
        for a promised draw or a character, and the store does not answer.
        """
        characters = self.characters.look_up(character_ids(attempt.action))
        (resolved,) = self.draw([self.check(characters, attempt, retry_id)])
        characters.save()
        return resolved

    def check(self, characters: FoundCharacters, attempt: ResolveActionInput, retry_id: str = "") -> Checked:
        """Check one of several actions, whose characters the caller has looked up and will save together.

        Raises as a call does. Skills given for a character apply to the actions that are checked later.
        """
        revision = self.tunings.current()
        action, contest = characters.prepare(attempt.action, revision)
        if attempt.draw and characters.unavailable:
            raise StoreUnavailable("The store did not answer for the characters, so it is not asked for the draw.")
        resolution_id, draw = self.identifiers.new(), None
        if attempt.draw:
            draw = take_draw(self.draws, attempt.draw, resolution_id, retry_id)
            resolution_id = draw.resolution_id
        characters.learn(attempt.action, revision)
        return Checked(resolution_id, action, contest, revision, draw)

    def check_again(self, checked: Checked) -> Checked | None:
        """Check an equal action that names neither a character nor a draw. None: the tuning has changed since."""
        _, action, contest, revision, _ = checked
        if revision is not self.tunings.current():
            return None
        return Checked(self.identifiers.new(), action, contest, revision)

    def draw(self, those: Sequence[Checked]) -> list[Resolved]:
        """Draw for all of these at once, and resolve them."""
        numbers = [hands_needed(one.contest) for one in those]
        undrawn = sum([number for one, number in zip(those, numbers, strict=True) if one.draw is None])
        dealt = self.dealer.deal(undrawn) if undrawn else ()
        now, start = self.clock.now(), 0
        resolved = []
        for (resolution_id, action, contest, revision, draw), number in zip(those, numbers, strict=True):
            if draw:
                hands: Sequence[Hand] = draw.deal(number)
            else:
                hands, start = dealt[start : start + number], start + number
            resolution = resolve(contest, hands, revision.tuning)
            resolved.append(Resolved(resolution_id, now, action, revision, resolution, draw))
        return resolved
