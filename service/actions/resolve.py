"""Resolves an action: checks everything, then draws the hands, then applies the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
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

    action: Action
    """With its characters filled in: the skills and effects that count."""
    contest: Contest
    revision: TuningRevision
    hands: int
    """How many it needs."""
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


def each_once(those: Sequence[Resolved]) -> Sequence[tuple[Resolved, int]]:
    """Each of these with how often it is there. In a batch, one is there for all that are counted like it."""
    if len(those) == 1:
        return [(those[0], 1)]
    times = Counter(map(id, those))
    return [(one, times[place]) for place, one in {id(one): one for one in those}.items()]


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
        checked = self.check(characters, attempt, retry_id)
        resolved = self.decide(checked, self.name(checked), self.deal([checked]), self.clock.now())
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
        draw = take_draw(self.draws, attempt.draw, self.identifiers.new(), retry_id) if attempt.draw else None
        characters.learn(attempt.action, revision)
        return Checked(action, contest, revision, hands_needed(contest), draw)

    def name(self, checked: Checked) -> str:
        """The id of its resolution: that for which its draw was taken, or else a new one."""
        return checked.draw.resolution_id if checked.draw else self.identifiers.new()

    def deal(self, those: Iterable[Checked]) -> Iterator[Hand]:
        """Draw the hands of all of these at once, but for those that a promised draw decides."""
        number = sum([one.hands for one in those if one.draw is None])
        return iter(self.dealer.deal(number) if number else ())

    def decide(self, checked: Checked, resolution_id: str, dealt: Iterator[Hand], now: datetime) -> Resolved:
        """Resolve the action with its promised draw, or else with the next of the hands that were dealt."""
        action, contest, revision, number, draw = checked
        hands = draw.deal(number) if draw else tuple(islice(dealt, number))
        resolution = resolve(contest, hands, revision.tuning)
        return Resolved(resolution_id, now, action, revision, resolution, draw)
