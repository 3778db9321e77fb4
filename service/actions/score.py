"""Scoring an action by hands that the caller gives: nothing is drawn, and no resolution is kept."""

from dataclasses import dataclass

from service.characters.lookup import KnownCharacters
from service.engines.destiny.actions import Action, ActionType, character_ids, participants
from service.engines.destiny.resolution import Resolution, resolve
from service.tuning.overlay import WhatIf, choose_tuning
from service.tuning.ports import TuningStore


@dataclass(frozen=True, slots=True)
class Scored:
    """What an action comes to with the given hands."""

    action: Action
    """With its characters filled in: the skills and effects that counted."""
    tuning_revision: int
    resolution: Resolution

    @property
    def action_type(self) -> ActionType:
        """What kind of action it was."""
        return self.action.action_type


@dataclass(frozen=True, slots=True)
class ScoreAction:
    """Decides without a draw."""

    tunings: TuningStore
    characters: KnownCharacters

    def __call__(self, what_if: WhatIf) -> Scored:
        """The action decided by the hands in it, under the tuning that was asked for."""
        revision = choose_tuning(self.tunings, what_if)
        roster = self.characters.roster(character_ids(what_if.action))
        action, contest = roster.prepare(what_if.action, revision)
        hands = [participant.hand for participant in participants(action) if participant.hand]
        resolution = resolve(contest, hands, revision.tuning)
        if what_if.live:
            roster.learn(what_if.action, revision)
            roster.save()
        return Scored(action, revision.number, resolution)
