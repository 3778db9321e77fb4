"""Counts the hands of resolutions for the metrics, once their answer counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.actions.resolve import Resolved, each_once
from service.engines.destiny.actions import ActionType, number_of_participants
from service.metrics.definitions import HANDS_DEALT, Metrics


@dataclass(frozen=True, slots=True)
class CountHands:
    """Counts the hands, and has the resolutions counted for the insights."""

    metrics: Metrics
    insight: Callable[[Sequence[Resolved]], None]

    def __call__(self, those: Sequence[Resolved]) -> None:
        """Count the hands of these resolutions, those of one kind of action together. Never fails."""
        by_type: dict[ActionType, int] = {}
        for one, times in each_once(those):
            action = one.action
            hands = times * number_of_participants(action)
            by_type[action.action_type] = by_type.get(action.action_type, 0) + hands
        for action_type, hands in by_type.items():
            self.metrics.count(HANDS_DEALT, hands, action_type)
        self.insight(those)
