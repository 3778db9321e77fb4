"""Keeping characters: what is remembered is answered under the live tuning."""

from datetime import timedelta

import pytest

from service.characters.keep import KeepCharacters, KeptCharacter
from service.characters.ports import Character
from service.engines.errors import InvalidInput
from service.errors import NotFound
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_store import TUNINGS, RememberedTunings

SKILLS = {"lockpicking": 50, "stealth": 40}
MONTH = timedelta(days=30)


@pytest.fixture
def store(clock: StoppedClock) -> InMemoryCharacterStore:
    return InMemoryCharacterStore(clock)


def test_remember__skills_that_the_live_tuning_allows__keeps_them(
    store: InMemoryCharacterStore, clock: StoppedClock
) -> None:
    keep = KeepCharacters(store, TUNINGS, clock)

    kept = keep.remember("billy", SKILLS)

    assert kept == KeptCharacter("billy", Character(SKILLS, (7_243, 0, 0, 0), 7), clock.time + MONTH)
    assert keep.recall("billy") == kept


def test_remember__skills_that_it_does_not_allow__keeps_what_was_there(
    store: InMemoryCharacterStore, clock: StoppedClock
) -> None:
    keep = KeepCharacters(store, TUNINGS, clock)
    kept = keep.remember("billy", SKILLS)

    with pytest.raises(InvalidInput, match=r"^/skills/stealth: Must be a whole number from 1 to 100\.$"):
        keep.remember("billy", {"stealth": 101})

    assert keep.recall("billy") == kept


def test_recall__after_the_curve_changed__has_the_bonuses_of_the_new_one(
    store: InMemoryCharacterStore, clock: StoppedClock
) -> None:
    before = RememberedTunings(TUNINGS.revisions[:1])
    assert KeepCharacters(store, before, clock).remember("billy", SKILLS).character.suit_bonuses == (8_090, 0, 0, 0)

    recalled = KeepCharacters(store, TUNINGS, clock).recall("billy")

    assert recalled.character == Character(SKILLS, (7_243, 0, 0, 0), 7)


def test_recall__again_and_again__keeps_the_character(store: InMemoryCharacterStore, clock: StoppedClock) -> None:
    keep = KeepCharacters(store, TUNINGS, clock)
    keep.remember("billy", SKILLS)
    for _ in range(3):
        clock.pass_time(days=29)
        assert keep.recall("billy").expires_at == clock.time + MONTH

    clock.pass_time(days=30)
    with pytest.raises(NotFound, match=r"^The character 'billy' does not exist or has expired\.$"):
        keep.recall("billy")


def test_forget__known_or_not__leaves_no_character(store: InMemoryCharacterStore, clock: StoppedClock) -> None:
    keep = KeepCharacters(store, TUNINGS, clock)
    keep.remember("billy", SKILLS)

    for _ in range(2):
        keep.forget("billy")
        with pytest.raises(NotFound):
            keep.recall("billy")
