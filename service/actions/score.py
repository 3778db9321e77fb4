"""Scores an action with hands that the caller gives: nothing is drawn, and no record is kept."""

from dataclasses import dataclass

from service.characters.lookup import CharacterLookup
from service.engines.destiny.actions import Action, ActionType, character_ids, participants
from service.engines.destiny.resolution import Resolution, resolve
from service.engines.pauses import Pause
from service.tuning.overlay import Hypothetical, choose_tuning
from service.tuning.ports import TuningStore


@dataclass(frozen=True, slots=True)
class Scored:
    """The result of an action with the given hands."""

    action: Action
    """With its characters filled in: the skills and effects that counted."""
    tuning_revision: int
    resolution: Resolution

    @property
    def action_type(self) -> ActionType:
        return self.action.action_type


@dataclass(frozen=True, slots=True)
class ScoreAction:
    tunings: TuningStore
    characters: CharacterLookup
    pause: Pause

    def __call__(self, hypothetical: Hypothetical[Action]) -> Scored:
        revision = choose_tuning(self.tunings, hypothetical, self.pause)
        characters = self.characters.look_up(character_ids(hypothetical.subject))
        action, contest = characters.prepare(hypothetical.subject, revision)
        hands = [participant.hand for participant in participants(action) if participant.hand]
        resolution = resolve(contest, hands, revision.tuning)
        if hypothetical.live:
            characters.learn(hypothetical.subject, revision)
            characters.save()
        return Scored(action, revision.number, resolution)
