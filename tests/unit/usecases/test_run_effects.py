"""Running effects: of the catalogue, for a time, not too many."""

from datetime import timedelta

import pytest

from service.characters.keep import RunEffects
from service.characters.ports import MOST_RUNNING, RunningEffect
from service.engines.errors import InvalidInput
from service.errors import NotFound
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import document_with
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_store import TUNINGS, RememberedTunings

CLOCK = StoppedClock()


@pytest.fixture
def store() -> InMemoryCharacterStore:
    return InMemoryCharacterStore(CLOCK)


def running(effect: str, seconds: int) -> RunningEffect:
    return RunningEffect(effect, CLOCK.time + timedelta(seconds=seconds), timedelta(seconds=seconds))


def tunings(**effects: int) -> RememberedTunings:
    """Tunings with these effects and their durations, and no others."""
    others = dict.fromkeys(TUNINGS.current().tuning.effects)
    own = {effect: {"duration_seconds": seconds} for effect, seconds in effects.items()}
    return RememberedTunings((TuningRevision.read(1, document_with(effects={**others, **own})),))


def test_start__without_a_duration__runs_as_long_as_the_catalogue_says(store: InMemoryCharacterStore) -> None:
    effects = RunEffects(store, TUNINGS)

    assert effects.start("billy", "whiskey", None) == running("whiskey", 300)
    assert effects.start("billy", "poisoned", 5) == running("poisoned", 5)
    assert effects.running("billy") == [running("poisoned", 5), running("whiskey", 300)]


def test_running__of_the_same_end__are_in_the_order_of_their_names(store: InMemoryCharacterStore) -> None:
    effects = RunEffects(store, tunings(zest=9, awe=9, calm=8))
    for effect in ("zest", "awe", "calm"):
        effects.start("billy", effect, None)

    assert effects.running("billy") == [running("calm", 8), running("awe", 9), running("zest", 9)]


def test_start__that_the_catalogue_has_not__names_those_it_has(store: InMemoryCharacterStore) -> None:
    with pytest.raises(NotFound, match=r"^The catalogue has no effect 'tired'\. Known: poisoned, whiskey\.$"):
        RunEffects(store, TUNINGS).start("billy", "tired", None)
    with pytest.raises(NotFound, match=r"Known: none\.$"):
        RunEffects(store, tunings()).start("billy", "tired", None)


def test_start__one_too_many__is_refused(store: InMemoryCharacterStore) -> None:
    names = [f"effect_{number}" for number in range(MOST_RUNNING + 1)]
    effects = RunEffects(store, tunings(**dict.fromkeys(names, 60)))
    for name in names[:MOST_RUNNING]:
        effects.start("billy", name, None)

    with pytest.raises(
        InvalidInput, match=r"^/effect: At most 50 effects run on a character at once; end one first\.$"
    ):
        effects.start("billy", names[-1], None)
    assert effects.start("billy", names[0], 90) == running(names[0], 90)


def test_end__effect_that_left_the_catalogue__is_still_ended(store: InMemoryCharacterStore) -> None:
    RunEffects(store, TUNINGS).start("billy", "whiskey", None)
    effects = RunEffects(store, tunings())

    effects.end("billy", "whiskey")

    assert effects.running("billy") == []
    with pytest.raises(NotFound, match=r"^The effect 'whiskey' does not run on the character 'billy'\.$"):
        effects.end("billy", "whiskey")
