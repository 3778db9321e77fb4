"""Resolving an action: checked, then drawn, then decided."""

import pytest

from service.actions.resolve import ResolveAction, ResolveActionInput, Resolved
from service.characters.lookup import CharacterLookup
from service.draws.ports import NamedDraw, RevealedDraw
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.contests import prepare
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import resolve
from service.engines.draws import seeded_hands
from service.engines.errors import InvalidInput
from service.errors import StoreUnavailable
from tests.builders import hands
from tests.fakes.character_store import InMemoryCharacterStore, no_characters
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import NumberedIdentifiers, ScriptedDealer, StoppedClock, numbered
from tests.fakes.tuning_store import TUNINGS

THIEF = Participant(skills={"stealth": 40})
VETERAN = Participant(npc="veteran")
DRAWN = (hands.FLUSH, hands.STRAIGHT, hands.PAIR)
SEED = bytes(range(32))
NAMED = NamedDraw("promised", "any text")


@pytest.fixture
def draws() -> InMemoryDrawStore:
    """One draw is promised."""
    draws = InMemoryDrawStore(StoppedClock())
    draws.promise("promised", SEED, 600)
    return draws


ACTIONS = pytest.mark.parametrize(
    ("action", "action_type", "needed"),
    [
        (Challenge(ActionType.PVE, THIEF, "burglary"), ActionType.PVE, 1),
        (Challenge(ActionType.SKILL_CHECK, THIEF, "hard"), ActionType.SKILL_CHECK, 1),
        (Duel(THIEF, VETERAN), ActionType.PVP, 2),
        (GangWar((THIEF, THIEF), (VETERAN,)), ActionType.GANG_WAR, 3),
    ],
)


@ACTIONS
def test_resolve_action__any_action__draws_once_what_it_needs(
    action: Action, action_type: ActionType, needed: int, draws: InMemoryDrawStore
) -> None:
    dealer = ScriptedDealer(*DRAWN)
    clock, live = StoppedClock(), TUNINGS.current()

    resolved = ResolveAction(dealer, TUNINGS, NumberedIdentifiers(), draws, no_characters(), clock)(
        ResolveActionInput(action)
    )

    decided = resolve(prepare(action, live.tuning), DRAWN[:needed], live.tuning)
    assert resolved == Resolved(numbered(1), clock.time, action, live, decided)
    assert (resolved.action_type, resolved.tuning_revision) == (action_type, 7)
    assert dealer.asked_for == [needed]


@ACTIONS
def test_resolve_action__by_a_promised_draw__draws_from_its_seeds_what_it_needs(
    action: Action, action_type: ActionType, needed: int, draws: InMemoryDrawStore
) -> None:
    dealer = ScriptedDealer(*DRAWN)
    clock, live = StoppedClock(), TUNINGS.current()

    resolved = ResolveAction(dealer, TUNINGS, NumberedIdentifiers(), draws, no_characters(), clock)(
        ResolveActionInput(action, NAMED)
    )

    drawn = resolve(prepare(action, live.tuning), seeded_hands(SEED, "any text", needed), live.tuning)
    revealed = RevealedDraw("promised", "any text", SEED, numbered(1))
    assert resolved == Resolved(numbered(1), clock.time, action, live, drawn, revealed)
    assert resolved.action_type is action_type
    assert dealer.asked_for == []


def test_resolve_action__draw_used_already__is_refused_and_draws_nothing(draws: InMemoryDrawStore) -> None:
    dealer = ScriptedDealer(*DRAWN)
    resolve_action = ResolveAction(dealer, TUNINGS, NumberedIdentifiers(), draws, no_characters(), StoppedClock())
    resolve_action(ResolveActionInput(Duel(THIEF, VETERAN), NAMED))

    with pytest.raises(InvalidInput, match=rf"^/draw/draw_id: Already used by the resolution {numbered(1)}\.$"):
        resolve_action(ResolveActionInput(Duel(THIEF, VETERAN), NAMED))

    assert dealer.asked_for == []


def test_resolve_action__draw_taken_by_another_attempt_at_the_same__is_drawn_alike_under_the_first_name(
    draws: InMemoryDrawStore,
) -> None:
    resolve_action = ResolveAction(
        ScriptedDealer(*DRAWN), TUNINGS, NumberedIdentifiers(), draws, no_characters(), StoppedClock()
    )
    attempt = ResolveActionInput(Duel(THIEF, VETERAN), NAMED)

    first = resolve_action(attempt, "the same")

    assert first.resolution_id == numbered(1)
    assert resolve_action(attempt, "the same") == first


def test_resolve_action__draw_taken_by_an_attempt_at_something_else__is_refused(draws: InMemoryDrawStore) -> None:
    resolve_action = ResolveAction(
        ScriptedDealer(*DRAWN), TUNINGS, NumberedIdentifiers(), draws, no_characters(), StoppedClock()
    )
    resolve_action(ResolveActionInput(Duel(THIEF, VETERAN), NAMED), "the same")

    for retry_id in ("another", ""):
        with pytest.raises(InvalidInput, match=f"Already used by the resolution {numbered(1)}"):
            resolve_action(ResolveActionInput(Duel(THIEF, VETERAN), NAMED), retry_id)


def test_resolve_action__draw_used_already__leaves_what_is_known_of_its_characters(draws: InMemoryDrawStore) -> None:
    store = InMemoryCharacterStore(StoppedClock())
    resolve_action = ResolveAction(
        ScriptedDealer(*DRAWN),
        TUNINGS,
        NumberedIdentifiers(),
        draws,
        CharacterLookup(store, PlainMetrics()),
        StoppedClock(),
    )
    first, second = (Duel(Participant(skills={"stealth": level}, character_id="billy"), VETERAN) for level in (40, 41))
    resolve_action(ResolveActionInput(first, NAMED))

    with pytest.raises(InvalidInput, match="Already used"):
        resolve_action(ResolveActionInput(second, NAMED))

    (billy,) = store.look_up(["billy"])
    assert billy.character
    assert billy.character.skills == {"stealth": 40}


def test_resolve_action__draw_never_promised__is_refused_and_draws_nothing(draws: InMemoryDrawStore) -> None:
    dealer = ScriptedDealer(*DRAWN)

    with pytest.raises(
        InvalidInput,
        match=r"^/draw/draw_id: No promised draw has this id: it is unknown or has expired\. Promise another ",
    ):
        ResolveAction(dealer, TUNINGS, NumberedIdentifiers(), draws, no_characters(), StoppedClock())(
            ResolveActionInput(Duel(THIEF, VETERAN), NamedDraw("another", "any text"))
        )

    assert dealer.asked_for == []


def test_resolve_action__unknown_name__leaves_its_draw_for_another_attempt(draws: InMemoryDrawStore) -> None:
    resolve_action = ResolveAction(
        ScriptedDealer(*DRAWN), TUNINGS, NumberedIdentifiers(), draws, no_characters(), StoppedClock()
    )

    with pytest.raises(InvalidInput, match="arson"):
        resolve_action(ResolveActionInput(Challenge(ActionType.PVE, THIEF, "arson"), NAMED))

    assert draws.takers == {}
    assert resolve_action(ResolveActionInput(Challenge(ActionType.PVE, THIEF, "burglary"), NAMED)).draw


def test_resolve_action__store_of_draws_away__refuses_those_that_name_one_and_no_other(
    draws: InMemoryDrawStore,
) -> None:
    draws.unavailable = True
    dealer = ScriptedDealer(*DRAWN)
    resolve_action = ResolveAction(dealer, TUNINGS, NumberedIdentifiers(), draws, no_characters(), StoppedClock())

    with pytest.raises(StoreUnavailable):
        resolve_action(ResolveActionInput(Duel(THIEF, VETERAN), NAMED))

    assert dealer.asked_for == []
    assert resolve_action(ResolveActionInput(Duel(THIEF, VETERAN))).draw is None


def test_resolve_action__store_of_characters_away__does_not_wait_for_a_draw_as_well(draws: InMemoryDrawStore) -> None:
    store = InMemoryCharacterStore(StoppedClock())
    store.unavailable = True
    characters = CharacterLookup(store, PlainMetrics())
    resolve_action = ResolveAction(
        ScriptedDealer(*DRAWN), TUNINGS, NumberedIdentifiers(), draws, characters, StoppedClock()
    )
    billy = Participant(skills={"stealth": 40}, character_id="billy")

    with pytest.raises(StoreUnavailable):
        resolve_action(ResolveActionInput(Duel(billy, VETERAN), NAMED))

    assert draws.takers == {}
    assert resolve_action(ResolveActionInput(Duel(billy, VETERAN))).draw is None


def test_resolve_action__again__is_drawn_again_under_a_new_name(draws: InMemoryDrawStore) -> None:
    dealer = ScriptedDealer(*DRAWN)
    resolve_action = ResolveAction(dealer, TUNINGS, NumberedIdentifiers(), draws, no_characters(), StoppedClock())

    names = [resolve_action(ResolveActionInput(Duel(THIEF, VETERAN))).resolution_id for _ in range(3)]

    assert names == [numbered(1), numbered(2), numbered(3)]
    assert dealer.asked_for == [2, 2, 2]


def test_resolve_action__unknown_name__draws_nothing(draws: InMemoryDrawStore) -> None:
    dealer, identifiers = ScriptedDealer(*DRAWN), NumberedIdentifiers()

    with pytest.raises(InvalidInput, match=r"^/crime: Unknown crime 'arson'\. Known: bank_robbery, "):
        ResolveAction(dealer, TUNINGS, identifiers, draws, no_characters(), StoppedClock())(
            ResolveActionInput(Challenge(ActionType.PVE, THIEF, "arson"))
        )

    assert (dealer.asked_for, identifiers.given) == ([], 0)
