"""Resolving an action: everything is checked, then the hands are drawn, then the rules decide."""

from dataclasses import dataclass

from service.rules.destiny.actions import Action, ActionType
from service.rules.destiny.contests import prepare
from service.rules.destiny.resolution import Resolution, hands_needed, resolve
from service.usecases.measures import HANDS_DEALT
from service.usecases.ports import Dealer, DrawStore, Identifiers, Metrics, TuningStore
from service.usecases.take_draw import take_draw
from service.usecases.verifiable_draws import NamedDraw, RevealedDraw


@dataclass(frozen=True, slots=True)
class Attempt:
    """An action that is to be decided for good, and the promised draw to decide it by, if it names one."""

    action: Action
    draw: NamedDraw | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """An action decided for good, under the name it can be asked for by."""

    resolution_id: str
    action_type: ActionType
    tuning_revision: int
    resolution: Resolution
    draw: RevealedDraw | None = None


@dataclass(frozen=True, slots=True)
class ResolveAction:
    """Draws and decides."""

    dealer: Dealer
    tunings: TuningStore
    identifiers: Identifiers
    draws: DrawStore
    metrics: Metrics

    def __call__(self, attempt: Attempt) -> Resolved:
        """The action resolved; `InvalidInput`, and no draw, where it names what is unknown or used up.

        `StoreAway`, and no draw, where it names a promised draw and the store does not answer.
        """
        action, revision = attempt.action, self.tunings.current()
        contest = prepare(action, revision.tuning)
        resolution_id = self.identifiers.new()
        draw = take_draw(self.draws, attempt.draw, resolution_id) if attempt.draw else None
        hands = (draw or self.dealer).deal(hands_needed(contest))
        self.metrics.count(HANDS_DEALT, len(hands), action.action_type)
        resolution = resolve(contest, hands, revision.tuning)
        name = draw.resolution_id if draw else resolution_id
        return Resolved(name, action.action_type, revision.number, resolution, draw)
