"""Counting the hands of resolutions whose answer counts."""

from collections.abc import Sequence

from service.actions.hands import CountHands
from service.actions.resolve import ResolveAction, ResolveActionInput, Resolved
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.participants import Participant
from service.metrics.definitions import HANDS_DEALT, Counter
from tests.builders import hands
from tests.fakes.character_store import no_characters
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import NumberedIdentifiers, ScriptedDealer, StoppedClock
from tests.fakes.tuning_store import TUNINGS

THIEF = Participant(skills={"stealth": 40})
BURGLARY = Challenge(ActionType.PVE, THIEF, "burglary")


class NotedCalls(PlainMetrics):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        self.calls += 1
        super().count(counter, amount, label)


def resolved(*actions: Action) -> list[Resolved]:
    clock = StoppedClock()
    dealer = ScriptedDealer(hands.FLUSH, hands.STRAIGHT, hands.PAIR)
    resolve = ResolveAction(dealer, TUNINGS, NumberedIdentifiers(), InMemoryDrawStore(clock), no_characters(), clock)
    return [resolve(ResolveActionInput(action)) for action in actions]


def test_count_hands__resolutions_of_a_batch__are_counted_together_by_kind() -> None:
    metrics, seen = NotedCalls(), list[Sequence[Resolved]]()
    those = resolved(BURGLARY, Duel(THIEF, THIEF), GangWar((THIEF, THIEF), (THIEF,)), BURGLARY)

    CountHands(metrics, seen.append)(those)

    assert metrics.counts == {
        (HANDS_DEALT, ActionType.PVE): 2,
        (HANDS_DEALT, ActionType.PVP): 2,
        (HANDS_DEALT, ActionType.GANG_WAR): 3,
    }
    assert metrics.calls == 3
    assert seen == [those]
