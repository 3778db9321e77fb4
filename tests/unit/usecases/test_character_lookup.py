"""Characters filled into actions: known ones, those with skills in the request, and those with neither."""

from dataclasses import replace
from datetime import timedelta

import pytest

from service.characters.lookup import CharacterLookup
from service.characters.ports import Character, Found
from service.engines.destiny.actions import (
    Action,
    ActionType,
    Challenge,
    Duel,
    GangWar,
    character_ids,
    with_participants,
)
from service.engines.destiny.contests import Contest, prepare
from service.engines.destiny.participants import Participant
from service.engines.errors import InvalidInput
from service.errors import StoreUnavailable
from service.metrics.definitions import CHARACTERS_LOOKED_UP
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import document_with
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import StoppedClock

LIVE = TuningRevision.read(3, document_with())
SKILLS, OTHER_SKILLS = {"stealth": 40, "lockpicking": 50}, {"mining": 7}
BILLY, JANE = Participant(character_id="billy"), Participant(character_id="jane")
ROOKIE = Participant(npc="rookie")


@pytest.fixture
def store() -> InMemoryCharacterStore:
    store = InMemoryCharacterStore(StoppedClock())
    store.remember({"billy": Character.with_skills(SKILLS, LIVE)})
    store.round_trips = 0
    return store


def burglary(actor: Participant) -> Challenge:
    return Challenge(ActionType.PVE, actor, "burglary")


def prepared(store: InMemoryCharacterStore, action: Action, revision: TuningRevision = LIVE) -> tuple[Action, Contest]:
    """The action as it goes to the rules, its characters looked up, and what it says about them saved."""
    found = CharacterLookup(store, PlainMetrics()).look_up(character_ids(action))
    filled = found.prepare(action, revision)
    found.learn(action, revision)
    found.save()
    return filled


def refusals(store: InMemoryCharacterStore, action: Action) -> list[str]:
    with pytest.raises(InvalidInput) as refused:
        prepared(store, action)
    return [f"{mistake.pointer} {mistake.message}" for mistake in refused.value.mistakes]


def kept(store: InMemoryCharacterStore, character_id: str) -> Character | None:
    return store.look_up([character_id])[0].character


def test_action__without_characters__does_not_ask_the_store(store: InMemoryCharacterStore) -> None:
    action = Duel(ROOKIE, Participant(skills=SKILLS, effects=("whiskey",)))

    assert prepared(store, action) == (action, prepare(action, LIVE.tuning))
    assert store.round_trips == 0


@pytest.mark.parametrize(
    ("action", "plain"),
    [
        (burglary(BILLY), burglary(Participant(skills=SKILLS))),
        (Duel(ROOKIE, BILLY), Duel(ROOKIE, Participant(skills=SKILLS))),
        (GangWar((ROOKIE, BILLY), (ROOKIE,)), GangWar((ROOKIE, Participant(skills=SKILLS)), (ROOKIE,))),
    ],
)
def test_character__that_is_known__brings_its_skills(
    store: InMemoryCharacterStore, action: Action, plain: Action
) -> None:
    _, contest = prepared(store, action)

    assert contest == prepare(plain, LIVE.tuning)
    assert store.round_trips == 1


def test_character__filled_in__has_what_counted(store: InMemoryCharacterStore) -> None:
    store.start_effect("billy", "whiskey", timedelta(seconds=300))
    store.start_effect("billy", "poisoned", timedelta(seconds=300))
    named = replace(BILLY, effects=("whiskey",), items=("iron_horseshoe",))

    filled, _ = prepared(store, burglary(named))

    assert filled == burglary(
        replace(named, skills=SKILLS, effects=("whiskey", "poisoned"), running_effects=("poisoned", "whiskey"))
    )


def test_several_characters__of_one_action__are_looked_up_at_once(store: InMemoryCharacterStore) -> None:
    store.remember({"jane": Character.with_skills(OTHER_SKILLS, LIVE)})
    store.round_trips = 0

    _, contest = prepared(store, GangWar((BILLY, ROOKIE), (JANE,)))

    plain = GangWar((Participant(skills=SKILLS), ROOKIE), (Participant(skills=OTHER_SKILLS),))
    assert contest == prepare(plain, LIVE.tuning)
    assert store.round_trips == 1


def test_skills__given_with_the_character__count_and_are_kept(store: InMemoryCharacterStore) -> None:
    action = Duel(replace(BILLY, skills=OTHER_SKILLS), replace(JANE, skills=SKILLS))

    filled, contest = prepared(store, action)

    assert filled == with_participants(action, lambda one, _: replace(one, running_effects=()))
    assert contest == prepare(action, LIVE.tuning)
    assert kept(store, "billy") == Character.with_skills(OTHER_SKILLS, LIVE)
    assert kept(store, "jane") == Character.with_skills(SKILLS, LIVE)


def test_skills__given_and_known_already__are_not_written_again(store: InMemoryCharacterStore) -> None:
    prepared(store, burglary(replace(BILLY, skills=dict(SKILLS))))

    assert store.round_trips == 1


def test_skills__given_again_after_the_tuning_changed__renew_the_bonuses_kept(store: InMemoryCharacterStore) -> None:
    newer = TuningRevision.read(4, document_with(skill_curve="published"))

    prepared(store, burglary(replace(BILLY, skills=SKILLS)), newer)

    assert kept(store, "billy") == Character.with_skills(SKILLS, newer)


def test_characters__not_known__are_named_with_all_other_mistakes(store: InMemoryCharacterStore) -> None:
    unknown = "Unknown character: send its skills too, or PUT /v1/characters/{id} first."
    stranger = replace(BILLY, items=("umbrella",), skills={"stealth": 101})

    assert refusals(store, GangWar((stranger, JANE), (Participant(character_id="doc"),))) == [
        f"/attackers/1/character_id {unknown}",
        f"/defenders/0/character_id {unknown}",
        "/attackers/0/skills/stealth Must be a whole number from 1 to 100.",
        "/attackers/0/items/0 Unknown item 'umbrella'. Known: iron_horseshoe, lucky_ace_charm.",
    ]


@pytest.mark.parametrize("skills", [None, SKILLS])
def test_character__taking_part_twice__is_refused_at_the_later_place(
    store: InMemoryCharacterStore, skills: dict[str, int] | None
) -> None:
    twice = "Takes part already; a character can take part only once."
    again = replace(BILLY, skills=skills)

    assert refusals(store, Duel(BILLY, again)) == [f"/target/character_id {twice}"]
    assert refusals(store, GangWar((BILLY, again), (ROOKIE, again))) == [
        f"/attackers/1/character_id {twice}",
        f"/defenders/1/character_id {twice}",
    ]


def test_skills__given_in_an_action_that_is_refused__are_not_kept(store: InMemoryCharacterStore) -> None:
    told = replace(JANE, skills=SKILLS)

    assert refusals(store, Challenge(ActionType.PVE, told, "arson"))
    assert kept(store, "jane") is None


def test_known_skills__that_the_tuning_no_longer_has__count_nothing(store: InMemoryCharacterStore) -> None:
    less = TuningRevision.read(4, document_with(max_skill_level=30, skills={"stealth": None}))

    filled, contest = prepared(store, burglary(BILLY), less)

    assert filled == burglary(replace(BILLY, skills={"lockpicking": 30}, running_effects=()))
    assert contest == prepare(burglary(Participant(skills={"lockpicking": 30})), less.tuning)
    assert kept(store, "billy") == Character.with_skills(SKILLS, LIVE)


def test_running_effect__that_the_tuning_no_longer_has__counts_nothing(store: InMemoryCharacterStore) -> None:
    store.start_effect("billy", "whiskey", timedelta(seconds=300))
    dry = TuningRevision.read(4, document_with(effects={"whiskey": None}))

    filled, contest = prepared(store, burglary(BILLY), dry)

    assert filled == burglary(replace(BILLY, skills=SKILLS, running_effects=()))
    assert contest == prepare(burglary(Participant(skills=SKILLS)), dry.tuning)
    assert store.look_up(["billy"]) == [Found(Character.with_skills(SKILLS, LIVE), ("whiskey",))]


def test_store__away__is_asked_once_and_skills_still_count(store: InMemoryCharacterStore) -> None:
    store.unavailable = True
    action = Duel(replace(BILLY, skills=OTHER_SKILLS, effects=("poisoned",)), ROOKIE)

    filled, contest = prepared(store, action)

    assert (filled, contest) == (action, prepare(action, LIVE.tuning))
    assert store.round_trips == 1


def test_store__away__is_named_where_only_it_knows_the_strength(store: InMemoryCharacterStore) -> None:
    store.unavailable = True

    with pytest.raises(StoreUnavailable):
        prepared(store, Duel(replace(JANE, skills=SKILLS), BILLY))
    assert refusals(store, Duel(BILLY, Participant(npc="nobody"))) == [
        "/target/npc Unknown npc 'nobody'. Known: competent, elite, legendary, rookie, veteran."
    ]


def test_store__gone_between_asking_and_saving__breaks_nothing(store: InMemoryCharacterStore) -> None:
    action = burglary(replace(BILLY, skills=OTHER_SKILLS))
    found = CharacterLookup(store, PlainMetrics()).look_up(character_ids(action))
    filled, _ = found.prepare(action, LIVE)
    found.learn(action, LIVE)
    store.unavailable = True

    found.save()

    assert filled == burglary(replace(BILLY, skills=OTHER_SKILLS, running_effects=()))
    store.unavailable = False
    assert kept(store, "billy") == Character.with_skills(SKILLS, LIVE)


def test_found_characters__of_several_actions__know_what_an_earlier_one_said(store: InMemoryCharacterStore) -> None:
    found = CharacterLookup(store, PlainMetrics()).look_up(["jane", "billy", "jane"])
    first, second = burglary(replace(JANE, skills=SKILLS)), Duel(JANE, BILLY)
    found.prepare(first, LIVE)
    found.learn(first, LIVE)

    filled, _ = found.prepare(second, LIVE)

    assert filled == with_participants(second, lambda one, _: replace(one, skills=SKILLS, running_effects=()))
    assert store.round_trips == 1
    found.save()
    assert store.round_trips == 2


def test_look_up__of_several__counts_the_known_and_the_cold(store: InMemoryCharacterStore) -> None:
    metrics = PlainMetrics()

    CharacterLookup(store, metrics).look_up(["jane", "billy", "doc", "jane"])
    assert metrics.counts == {(CHARACTERS_LOOKED_UP, "known"): 1, (CHARACTERS_LOOKED_UP, "unknown"): 2}

    store.unavailable = True
    CharacterLookup(store, metrics).look_up(["billy"])
    assert metrics.counts == {(CHARACTERS_LOOKED_UP, "known"): 1, (CHARACTERS_LOOKED_UP, "unknown"): 2}
