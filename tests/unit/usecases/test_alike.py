"""Equal challenges of a batch: what they share is written once, and no resolution differs from one on its own."""

import pytest

from service.actions.alike import Alike, ResolvedAlike
from service.actions.resolve import Checked, Resolved
from service.actions.serialized import SerializedResolution
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel
from service.engines.destiny.contests import prepare
from service.engines.destiny.insight.tally import kind_of
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import ChallengeResolution, hands_needed, resolve
from service.engines.draws import HAND_COUNT, Hand, hand_at
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_store import TUNINGS

NOW = StoppedClock().now()
LIVE = TUNINGS.current()
EVERY_701ST: tuple[Hand, ...] = tuple(map(hand_at, range(0, HAND_COUNT, 701)))
"""Some of nearly every class, and many of the common ones."""
THIEF = Participant(skills={"stealth": 40, "lockpicking": 7})
ODD = Participant(npc="veteran", modifiers=(Modifier('modifier:100 % "sure" %b', 150, (1, 0, -25, 0)),))


def checked(action: Action) -> Checked:
    contest = prepare(action, LIVE.tuning)
    return Checked(action, contest, LIVE, hands_needed(contest))


def on_its_own(name: str, one: Checked, hand: Hand) -> SerializedResolution:
    resolution = resolve(one.contest, [hand], LIVE.tuning)
    return SerializedResolution.of(Resolved(name, NOW, one.action, LIVE, resolution))


def counted(resolved: Resolved) -> object:
    assert isinstance(resolved.resolution, ChallengeResolution)
    return resolved.revision, kind_of(resolved.action, resolved.resolution)


@pytest.mark.parametrize(
    "action",
    [
        Challenge(ActionType.PVE, THIEF, "bank_robbery", location="frontera"),
        Challenge(ActionType.SKILL_CHECK, ODD, "hard"),
        Challenge(ActionType.PVE, Participant(skills={}), threshold=10_000),
    ],
    ids=["crime", "check with a modifier", "threshold"],
)
def test_alike__any_hand__has_the_answer_the_record_and_the_counts_of_one_on_its_own(action: Action) -> None:
    one = checked(action)
    alike = Alike.of(one)
    assert alike

    for number, hand in enumerate(EVERY_701ST):
        name = f"resolution {number}"
        found: ResolvedAlike = alike.resolve(name, NOW, hand)
        expected = on_its_own(name, one, hand)

        assert found.text == expected.text
        assert found.size == expected.size
        assert found.record() == expected.record()
        assert counted(found.resolved) == counted(expected.resolved)


def test_alike__duel__has_no_template() -> None:
    assert Alike.of(checked(Duel(THIEF, THIEF))) is None
