"""The five test cases and both worked examples of the specification, by both curves, and the table that lists them."""

from pathlib import Path

import pytest

from service.engines.points import hundredths
from tests.builders.tunings import tuning_with
from tests.oracle.specification import CASES, Case
from tests.oracle.specification_tables import case_table, curve_table, npc_table

PUBLISHED = tuning_with(skill_curve="published")
FORMULA = tuning_with()
DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "destiny.md"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_specification__published_curve__gives_every_printed_total_but_the_slip(case: Case) -> None:
    scores, _ = case.decided(PUBLISHED)
    draws = [draw for draw in (case.actor, case.target) if draw]

    for draw, score in zip(draws, scores, strict=True):
        assert (score.total == hundredths(draw.printed)) is (draw.slip == "")


def test_specification__slip_of_test_case_two__is_306_86() -> None:
    scores, _ = CASES[1].decided(PUBLISHED)

    assert [score.total for score in scores] == [500_00, 306_86]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_specification__either_curve__gives_every_printed_outcome(case: Case) -> None:
    assert case.decided(PUBLISHED)[1] == case.decided(FORMULA)[1] == case.printed_outcome


FORMULA_TOTALS = {
    "test case 1": [627_20, 144_39],
    "test case 2": [418_45, 264_04],
    "test case 3": [43_31, 166_72],
    "test case 4": [762_15],
    "test case 5": [164_11, 150_18],
    "example, royal flush": [627_20],
    "example, pair of kings": [158_03],
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_specification__formula_curve__gives_the_recomputed_totals(case: Case) -> None:
    assert [score.total for score in case.decided(FORMULA)[0]] == FORMULA_TOTALS[case.name]


@pytest.mark.parametrize(
    "rows", [case_table(PUBLISHED, FORMULA), curve_table(PUBLISHED, FORMULA), npc_table(PUBLISHED, FORMULA)]
)
def test_rules_document__each_table__is_recomputed_from_the_code(rows: list[str]) -> None:
    lines = DOCUMENT.read_text("utf-8").splitlines()
    start = lines.index(rows[0])

    assert lines[start : start + len(rows)] == rows
