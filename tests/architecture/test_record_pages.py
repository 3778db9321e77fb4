"""The pages on records and insights: every figure on them is the code's, and the walk-through works."""

import json
import re
from typing import Any, Final

import pytest

from service.engines.destiny.insight.report import LEAST_VARIANCE
from service.engines.destiny.insight.tally import BONUS_STEPS
from service.engines.points import as_number
from service.insights.count import MOST_SAMPLED
from service.insights.count import PAUSE_S as INSIGHT_PAUSE_S
from service.insights.ports import MOST_DAYS, MOST_DECIDED
from service.insights.redis import KEPT
from service.insights.schemas import USUAL_DAYS
from service.insights.splits import MOST_REVISIONS
from service.insights.went_live import MOST_WENT_LIVE
from service.records.keep import (
    MOST_AT_ONCE,
    MOST_BYTES_UNWRITTEN,
    MOST_BYTES_WAITING,
    MOST_OF_BATCHES,
    MOST_UNWRITTEN,
    MOST_WAITING,
    PAUSE_S,
)
from service.records.ports import MOST_OF_CHARACTER
from service.records.redis import BYTES_A_RECORD, PAGE_BYTES, SCANNED_AT_ONCE
from service.records.schemas import MOST_RECORDS, USUAL_RECORDS
from service.settings import Settings
from service.tuning.schemas import USUAL_PAGE
from tests.builders.actions import ODDS, SCORE
from tests.fakes.app import make_app
from tests.figures import DOCS, figures, page
from tests.openapi import component, contract, operations

RECORDS, INSIGHTS, DECISION = map(page, ("api/records.md", "designers/insights.md", "adr/0011-written-behind.md"))
PROSE: Final = " ".join(contract()["info"]["description"].split())
KIB, MIB = 1 << 10, 1 << 20
RECORD_MIB = Settings().records * BYTES_A_RECORD // MIB


def json_blocks(page: str) -> list[Any]:
    return [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)]


@pytest.mark.parametrize(
    ("text", "pattern", "values"),
    [
        (RECORDS, "newest `DESTINY_RECORDS` (#", {Settings().records}),
        (RECORDS, "# KiB times", {BYTES_A_RECORD // KIB}),
        (RECORDS, "# MiB", {MOST_BYTES_WAITING // MIB, MOST_BYTES_UNWRITTEN // MIB, round(RECORD_MIB, -2)}),
        (RECORDS, "newest #", {MOST_OF_CHARACTER}),
        (RECORDS, "# ms", {PAUSE_S * 1000}),
        (RECORDS, "up to # records", {MOST_WAITING}),
        (RECORDS, "than # records", {MOST_UNWRITTEN}),
        (RECORDS, "batch of more than #", {MOST_OF_BATCHES}),
        (RECORDS, "steps of #", {SCANNED_AT_ONCE}),
        (PROSE, "more than # records", {MOST_UNWRITTEN}),
        (PROSE, "records or # MiB", {MOST_BYTES_UNWRITTEN // MIB}),
        (PROSE, "newest #", {Settings().records, MOST_OF_CHARACTER}),
        (PROSE, "# KiB times", {BYTES_A_RECORD // KIB}),
        (PROSE, "up to # or", {MOST_WAITING}),
        (PROSE, "or # MiB in each", {MOST_BYTES_WAITING // MIB}),
        (DECISION, "# records or", {MOST_UNWRITTEN}),
        (DECISION, "# MiB", {MOST_BYTES_UNWRITTEN // MIB, MOST_BYTES_WAITING // MIB}),
        (DECISION, "bounds (#", {MOST_WAITING}),
        (DECISION, "records every # ms", {PAUSE_S * 1000}),
        (DECISION, "up to # with one script", {MOST_AT_ONCE}),
        (DECISION, "counts every # ms", {INSIGHT_PAUSE_S * 1000}),
        (INSIGHTS, "`days` (1 to #", {MOST_DAYS}),
        (INSIGHTS, "# by default", {USUAL_DAYS, USUAL_PAGE}),
        (INSIGHTS, "standard error is below #", {LEAST_VARIANCE}),
        (INSIGHTS, "samples the first #", {MOST_SAMPLED}),
        (INSIGHTS, "among the last # days", {MOST_DAYS}),
        (INSIGHTS, "pages of `limit` (#", {USUAL_PAGE}),
        (INSIGHTS, "lists the newest # revisions that decided", {MOST_REVISIONS}),
        (INSIGHTS, "lists the newest # revisions that went live", {MOST_WENT_LIVE}),
        (INSIGHTS, "at most # pairs", {MOST_DECIDED}),
        (INSIGHTS, "can have # revisions in a day", {MOST_DECIDED // (40 + 2)}),
        (INSIGHTS, "Up to # resolutions a second", {MOST_SAMPLED / INSIGHT_PAUSE_S}),
    ],
)
def test_page__figure_on_it__is_that_of_the_code(text: str, pattern: str, values: set[float]) -> None:
    assert figures(text, pattern) == values


def test_histogram__on_the_page__has_the_ranges_of_the_code() -> None:
    assert ", ".join(f"{as_number(step)}" for step in BONUS_STEPS[2:]) in INSIGHTS


def test_days__that_are_kept__are_more_than_a_window_may_have() -> None:
    assert KEPT.days > MOST_DAYS


def test_contract__bounds_of_its_queries__are_those_of_the_code() -> None:
    parameters = {
        (one.path, parameter["name"]): parameter["schema"]
        for one in operations()
        if one.method == "GET" and one.path in ("/v1/resolutions", "/v1/admin/insights")
        for parameter in one.parameters
    }
    limit, days = parameters["/v1/resolutions", "limit"], parameters["/v1/admin/insights", "days"]

    assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, MOST_RECORDS, USUAL_RECORDS)
    assert (days["minimum"], days["maximum"], days["default"]) == (1, MOST_DAYS, USUAL_DAYS)
    listing = next(one for one in operations() if one.path == "/v1/resolutions")
    assert f"once it has reached {PAGE_BYTES // MIB} MiB" in " ".join(listing.content["description"].split())


def test_splits_of_insights__bounds_in_the_contract__are_those_of_the_code() -> None:
    missing = (
        component("InsightsByRevision")["properties"]["without_revision"]["description"],
        component("ChallengesWithoutRevision")["description"],
    )

    assert all(figures(" ".join(text.split()), "# pairs") == {MOST_DECIDED} for text in missing)
    live = component("InsightsByDay")["properties"]["truncated"]["description"]
    assert figures(" ".join(live.split()), "more than #") == {MOST_WENT_LIVE}
    under = component("InsightCrimeRow")["properties"]["revisions"]["description"]
    assert figures(under, "newest #") == {MOST_REVISIONS}


def test_answer_to_did_my_change_work__on_the_page__is_that_of_the_example() -> None:
    (robbery,) = contract()["components"]["examples"]["insights_by_crime"]["value"]["crimes"]
    rows = re.findall(r"^\| ([\d., |-]+) \|$", (DOCS / "designers/insights.md").read_text("utf-8"), re.MULTILINE)
    shown = [[float(cell.replace(",", "")) for cell in row.split("|")] for row in rows if row[0].isdigit()]

    assert shown == [
        [
            row["tuning_revision"],
            row["mean_threshold"],
            row["attempts"],
            round(row["success_rate"], 3),
            *(round(row["against_odds"][name], 2) for name in ("sampled", "wins", "expected_wins", "z")),
        ]
        for row in robbery["revisions"]
    ]


def test_walk_through__done_again__comes_to_the_figures_on_the_page() -> None:
    record, success = json_blocks((DOCS / "api/records.md").read_text("utf-8"))
    client, inputs = make_app().test_client(), record["inputs"]
    answer = {name: value for name, value in record["resolution"].items() if name != "resolution_id"}
    named = {name: answer["actor"].pop(name) for name in ("character_id", "running_effects")}

    assert client.post(SCORE, json=inputs).json == answer
    assert named["running_effects"] == inputs["actor"]["effects"]
    sober = {name: value for name, value in inputs["actor"].items() if name != "effects"}
    rescored = client.post(SCORE, json={**inputs, "actor": sober}).json
    assert rescored
    assert figures(RECORDS, "score again: #") == {rescored["actor"]["total_score"]}
    undrawn = {name: value for name, value in inputs["actor"].items() if name != "hand"}
    odds = client.post(ODDS, json={**inputs, "actor": undrawn}).json
    assert odds
    assert odds["success"] == success
    assert success["probability"] < 1 / 50
    assert record["resolution_id"] == record["resolution"]["resolution_id"]
    assert set(re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", RECORDS)) == {record["resolution_id"]}
