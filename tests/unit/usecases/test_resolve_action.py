"""Resolving an action: checked, then drawn, then decided."""

import pytest

from service.rules.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.rules.destiny.contests import prepare
from service.rules.destiny.participants import Participant
from service.rules.destiny.resolution import resolve
from service.rules.errors import InvalidInput
from service.usecases.resolve_action import ResolveAction, Resolved
from tests import hands
from tests.unit.usecases.fakes import TUNINGS, CountingIdentifiers, StackedDealer

THIEF = Participant(skills={"stealth": 40})
VETERAN = Participant(npc="veteran")
DRAWN = (hands.FLUSH, hands.STRAIGHT, hands.PAIR)


@pytest.mark.parametrize(
    ("action", "action_type", "draws"),
    [
        (Challenge(ActionType.PVE, THIEF, "burglary"), ActionType.PVE, 1),
        (Challenge(ActionType.SKILL_CHECK, THIEF, "hard"), ActionType.SKILL_CHECK, 1),
        (Duel(THIEF, VETERAN), ActionType.PVP, 2),
        (GangWar((THIEF, THIEF), (VETERAN,)), ActionType.GANG_WAR, 3),
    ],
)
def test_resolve_action__any_action__draws_once_what_it_needs(
    action: Action, action_type: ActionType, draws: int
) -> None:
    dealer = StackedDealer(DRAWN)
    live = TUNINGS.current().tuning

    resolved = ResolveAction(dealer, TUNINGS, CountingIdentifiers())(action)

    assert resolved == Resolved("id-1", action_type, 7, resolve(prepare(action, live), DRAWN[:draws], live))
    assert dealer.asked_for == [draws]


def test_resolve_action__again__is_drawn_again_under_a_new_name() -> None:
    dealer = StackedDealer(DRAWN)
    resolve_action = ResolveAction(dealer, TUNINGS, CountingIdentifiers())

    names = [resolve_action(Duel(THIEF, VETERAN)).resolution_id for _ in range(3)]

    assert names == ["id-1", "id-2", "id-3"]
    assert dealer.asked_for == [2, 2, 2]


def test_resolve_action__unknown_name__draws_nothing() -> None:
    dealer, identifiers = StackedDealer(DRAWN), CountingIdentifiers()

    with pytest.raises(InvalidInput, match=r"^/crime: Unknown crime 'arson'\. Known: bank_robbery, "):
        ResolveAction(dealer, TUNINGS, identifiers)(Challenge(ActionType.PVE, THIEF, "arson"))

    assert (dealer.asked_for, identifiers.given) == ([], 0)
