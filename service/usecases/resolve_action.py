"""Resolving an action: everything is checked, then the hands are drawn, then the rules decide."""

from dataclasses import dataclass

from service.rules.destiny.actions import Action, ActionType
from service.rules.destiny.contests import prepare
from service.rules.destiny.resolution import Resolution, hands_needed, resolve
from service.usecases.ports import Dealer, Identifiers, TuningStore


@dataclass(frozen=True, slots=True)
class Resolved:
    """An action decided for good, under the name it can be asked for by."""

    resolution_id: str
    action_type: ActionType
    tuning_revision: int
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class ResolveAction:
    """Draws and decides."""

    dealer: Dealer
    tunings: TuningStore
    identifiers: Identifiers

    def __call__(self, action: Action) -> Resolved:
        """The action resolved by hands drawn now; `InvalidInput`, and no draw, where it names what is unknown."""
        revision = self.tunings.current()
        contest = prepare(action, revision.tuning)
        hands = self.dealer.deal(hands_needed(contest))
        resolution = resolve(contest, hands, revision.tuning)
        return Resolved(self.identifiers.new(), action.action_type, revision.number, resolution)
