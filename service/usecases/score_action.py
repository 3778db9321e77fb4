"""Scoring an action by hands that the caller gives: nothing is drawn, and nothing is kept."""

from dataclasses import dataclass

from service.rules.destiny.actions import ActionType, participants
from service.rules.destiny.contests import prepare
from service.rules.destiny.resolution import Resolution, resolve
from service.usecases.ports import TuningStore
from service.usecases.what_if import WhatIf, choose_tuning


@dataclass(frozen=True, slots=True)
class Scored:
    """What an action comes to with the given hands."""

    action_type: ActionType
    tuning_revision: int
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class ScoreAction:
    """Decides without a draw."""

    tunings: TuningStore

    def __call__(self, what_if: WhatIf) -> Scored:
        """The action decided by the hands in it, under the tuning that was asked for."""
        revision = choose_tuning(self.tunings, what_if)
        action = what_if.action
        contest = prepare(action, revision.tuning)
        hands = [participant.hand for participant in participants(action) if participant.hand]
        return Scored(action.action_type, revision.number, resolve(contest, hands, revision.tuning))
