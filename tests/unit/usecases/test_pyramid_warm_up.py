"""Warming up: the first calls of a process find everything made."""

import gc
import json
import subprocess
import sys

import pytest

from service.engines.pyramid.arranging.arranger import Arranger
from service.pyramid.arrangers import Arrangers
from service.pyramid.warm_up import WarmUp
from tests.builders.tunings import shipped_revision
from tests.dockerfile import PROJECT
from tests.fakes.system import CountedYields
from tests.fakes.tuning_store import RememberedTunings


def filled_by_first_calls(*arguments: str) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.first_calls", *arguments]
    made: dict[str, int] = json.loads(subprocess.run(command, cwd=PROJECT, capture_output=True, check=True).stdout)
    return made


@pytest.mark.slow
def test_first_calls__of_a_process_that_warmed_up__have_nothing_left_to_make() -> None:
    warm, cold = filled_by_first_calls("warm"), filled_by_first_calls()
    assert {name: entries for name, entries in warm.items() if entries} == {}
    assert warm.keys() == cold.keys()
    makers = (
        "grade_book",
        "places_of",
        "shipped_play",
        "_makes",
        "row_numbers",
        "_rank_choices",
        "kinds_over",
        "reference_deals",
    )
    assert all(any(cold[name] for name in cold if name.endswith(f".{maker}")) for maker in makers)


def test_warm_up__step_by_step__lets_others_run_and_leaves_the_arranger_made() -> None:
    arrangers, yields = Arrangers(RememberedTunings((shipped_revision(),))), CountedYields()
    WarmUp(arrangers, yields)()
    assert yields.taken > 10
    made = arrangers_alive()
    arrangers.current()
    assert arrangers_alive() == made
    WarmUp(arrangers, yields)()
    assert arrangers_alive() == made


def arrangers_alive() -> int:
    return sum(isinstance(one, Arranger) for one in gc.get_objects())
