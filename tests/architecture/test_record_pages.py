"""The pages on records and insight: every figure on them is the code's, and the walk-through goes as it is told."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from service.engines.destiny.insight.report import LEAST_VARIANCE
from service.engines.destiny.insight.tally import BONUS_STEPS
from service.engines.points import as_number
from service.insights.count import MOST_SAMPLED
from service.insights.count import PAUSE_S as INSIGHT_PAUSE_S
from service.insights.ports import MOST_DAYS
from service.insights.redis import KEPT
from service.insights.routes import USUAL_DAYS
from service.records.keep import (
    MOST_AT_ONCE,
    MOST_BYTES_UNWRITTEN,
    MOST_BYTES_WAITING,
    MOST_UNWRITTEN,
    MOST_WAITING,
    PAUSE_S,
)
from service.records.record import MOST_OF_CHARACTER
from service.records.redis import BYTES_A_RECORD, PAGE_BYTES, SCANNED_AT_ONCE
from service.records.schemas import MOST_RECORDS, USUAL_RECORDS
from service.settings import Settings
from tests.api.bodies import ODDS, SCORE
from tests.fakes import make_app
from tests.openapi import contract, operations

DOCS = Path(__file__).parents[2] / "docs"
RECORDS, INSIGHTS, DECISION = (
    (DOCS / name).read_text("utf-8")
    for name in ("api/records.md", "designers/insights.md", "adr/0011-written-behind.md")
)
PROSE: Final = contract()["info"]["description"]
KIB, MIB = 1 << 10, 1 << 20


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def json_blocks(page: str) -> list[Any]:
    return [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)]


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (RECORDS, f"The newest `DESTINY_RECORDS` ({Settings().records:,} by default)"),
        (RECORDS, f"fit into {BYTES_A_RECORD // KIB} KiB times that"),
        (RECORDS, f"In the list of one character, the newest {MOST_OF_CHARACTER}."),
        (RECORDS, f"{PAUSE_S * 1000:.0f} ms later"),
        (RECORDS, f"holds up to {MOST_WAITING:,} records, or {MOST_BYTES_WAITING // MIB} MiB"),
        (RECORDS, f"more answers than {MOST_UNWRITTEN} records, or {MOST_BYTES_UNWRITTEN // MIB} MiB of answers"),
        (RECORDS, f"a batch of more than {MOST_UNWRITTEN} is on record"),
        (
            RECORDS,
            f"in the last {PAUSE_S * 1000:.0f} ms, never more than {MOST_UNWRITTEN} records of answers that were given",
        ),
        (PROSE, f"more than {MOST_UNWRITTEN} records or {MOST_BYTES_UNWRITTEN // MIB} MiB wait"),
        (DECISION, f"{MOST_UNWRITTEN} records or {MOST_BYTES_UNWRITTEN // MIB} MiB. The request"),
        (DECISION, f"wider bounds ({MOST_WAITING:,} or {MOST_BYTES_WAITING // MIB} MiB)"),
        (RECORDS, f"in steps of {SCANNED_AT_ONCE}, each short"),
        (PROSE, f"The newest {Settings().records:,} are kept"),
        (
            PROSE,
            f"fit into {BYTES_A_RECORD // KIB} KiB times that; a character's list has its newest {MOST_OF_CHARACTER}",
        ),
        (PROSE, f"up to {MOST_WAITING:,} or {MOST_BYTES_WAITING // MIB} MiB in each"),
        (DECISION, f"records every {PAUSE_S * 1000:.0f} ms, up to {MOST_AT_ONCE} with one script"),
        (DECISION, f"counts every {INSIGHT_PAUSE_S * 1000:.0f} ms"),
        (INSIGHTS, f"`days` (1 to {MOST_DAYS}, {USUAL_DAYS} if left out)"),
        (INSIGHTS, f"is null while the square of the standard error is below {LEAST_VARIANCE}"),
        (INSIGHTS, f"samples the first {MOST_SAMPLED} duels and challenges of every quarter of a second"),
        (INSIGHTS, f"Up to {MOST_SAMPLED / INSIGHT_PAUSE_S:.0f} resolutions a second a worker samples all"),
        (INSIGHTS, f"up to {', '.join(f'{as_number(step)}' for step in BONUS_STEPS[2:])} points"),
    ],
)
def test_page__figure_on_it__is_that_of_the_code(page: str, words: str) -> None:
    assert words in in_one_line(page)


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
    assert f"once it has reached {PAGE_BYTES // MIB} MiB" in in_one_line(listing.content["description"])


def test_walk_through__done_again__comes_to_the_figures_on_the_page() -> None:
    record, success = json_blocks(RECORDS)
    client, inputs = make_app().test_client(), record["inputs"]
    answer = {name: value for name, value in record["resolution"].items() if name != "resolution_id"}
    named = {name: answer["actor"].pop(name) for name in ("character_id", "running_effects")}

    assert client.post(SCORE, json=inputs).json == answer
    assert named["running_effects"] == inputs["actor"]["effects"]
    sober = {name: value for name, value in inputs["actor"].items() if name != "effects"}
    rescored = client.post(SCORE, json={**inputs, "actor": sober}).json
    assert rescored
    assert f"score again: {rescored['actor']['total_score']}, still far from 275" in RECORDS
    undrawn = {name: value for name, value in inputs["actor"].items() if name != "hand"}
    odds = client.post(ODDS, json={**inputs, "actor": undrawn}).json
    assert odds
    assert odds["success"] == success
    assert success["probability"] < 1 / 50
    assert record["resolution_id"] == record["resolution"]["resolution_id"]
    assert set(re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", RECORDS)) == {record["resolution_id"]}
