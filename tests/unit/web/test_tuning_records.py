"""The record of a change is complete: applied to the old values, it gives the new ones."""

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.engines.errors import InvalidInput
from service.tuning.answers import record_answer
from service.tuning.change import ChangeTuning, Signature
from service.tuning.history import TuningHistory
from service.tuning.warnings import WarnOfChange
from tests.builders.tunings import shipped_revision
from tests.fakes.live_tuning import InMemoryLiveTuning
from tests.fakes.system import NumberedIdentifiers, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog
from tests.strategies import bounded

SIGNATURE = Signature("ann", "At random.", force=True)
IDS = ("rope", "boots", "whiskey", "frontera", "burglary", "rookie", "lucky_ace_charm")
points = st.integers(-1000, 1000) | st.integers(-99_999, 99_999).map(lambda hundredths: hundredths / 100)
suits = st.sampled_from(["spades", "hearts", "clubs", "diamonds"])


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Some of these fields."""
    return st.fixed_dictionaries({}, optional=fields)


def entries(entry: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Entries of a catalogue, or their removal."""
    return st.dictionaries(st.sampled_from(IDS), st.none() | entry, max_size=3)


bonus = some(flat=points, suits=st.dictionaries(suits, points), hand_ranks=some(pair=points, flush=points))
patches = some(
    critical_margin=st.integers(0, 1000),
    tie_favors_defender=st.booleans(),
    skill_curve=st.sampled_from(["formula", "published"]),
    hand_rank_scores=some(pair=points, high_card=points),
    reward_multipliers=some(success=st.integers(0, 9)),
    skills=entries(st.lists(suits, min_size=1, max_size=4, unique=True)),
    crimes=entries(
        st.fixed_dictionaries(
            {"difficulty": st.just("easy"), "threshold": points.map(abs), "energy_cost": st.integers(0, 9)}
        )
    ),
    items=entries(bonus),
    locations=entries(bonus),
    pyramid=some(ante=st.integers(0, 99), multiplier=st.integers(0, 9)),
)
steps = st.lists(patches | patches | patches | st.integers(0, 3), min_size=4, max_size=8)


def possible(patch: Any, document: Any) -> Any:
    """The patch without removals of what is not there."""
    return {
        part: {name: value for name, value in values.items() if value is not None or name in document[part]}
        if isinstance(values, dict)
        else values
        for part, values in patch.items()
    }


def done(values: Any, differences: Any) -> Any:
    """The values with every difference carried out."""
    values = deepcopy(values)
    for difference in differences:
        *way, last = (
            step.replace("~1", "/").replace("~0", "~") for step in difference["pointer"].removeprefix("/").split("/")
        )
        place = values
        for step in way:
            place = place[step]
        assert ("before" in difference) == (last in place)
        assert place.get(last) == difference.get("before")
        if "after" in difference:
            place[last] = difference["after"]
        else:
            del place[last]
    return values


@bounded
@given(steps)
def test_record__of_any_change__done_to_the_old_values_gives_the_new_ones(steps: list[Any]) -> None:
    history, clock = TuningHistory(InMemoryTuningLog(), shipped_revision()), StoppedClock()
    change = ChangeTuning(history, InMemoryLiveTuning(history, clock), clock, NumberedIdentifiers(), WarnOfChange(()))

    for step in steps:
        old = history.newest()
        try:
            if isinstance(step, int):
                made = change.restore({old.number}, step, SIGNATURE)
            else:
                made = change.patch({old.number}, possible(step, old.document), SIGNATURE)
        except InvalidInput:
            assert history.newest() == old
            continue
        record = record_answer(made)
        assert record["differences"] != []
        assert done(old.document, record["differences"]) == made.document == history.newest().document
