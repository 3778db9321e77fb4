"""What Prometheus' own checker says of the alerts, the configuration and every expression of the dashboard."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.metrics.definitions import GAUGES, RECORDS_LOST
from service.metrics.prometheus import PrometheusMetrics
from tests.architecture.alert_cases import CASES, A, Case, revisions
from tests.promql import expressions
from tests.promtool import HOW_TO_GET_IT, REQUIRED, find, promtool
from tools.monitoring.alerts import ALERTS, Alert
from tools.monitoring.files import FOLDER
from tools.monitoring.panels import REVISION_CHANGED
from tools.monitoring.selectors import JOB

RULES = FOLDER / "alerts.yml"
DOCS = "https://destiny.example"
LOST = next(alert for alert in ALERTS if alert.name == "DestinyRecordsLost")

pytestmark = pytest.mark.slow


def findings(folder: Path, rule: Mapping[str, Any], *groups: Mapping[str, Any]) -> str:
    """What promtool finds wrong with these tests of a rule. The others would only take time."""
    rules, tests = folder / "rules.yml", folder / "tests.yml"
    rules.write_text(yaml.safe_dump({"groups": [{"name": JOB, "rules": [rule]}]}))
    document = {
        "rule_files": [str(rules)],
        "evaluation_interval": "1m",
        "tests": [{"interval": "1m", **group} for group in groups],
    }
    tests.write_text(yaml.safe_dump(document))
    return promtool("test", "rules", tests)


def series(values: dict[str, str]) -> list[dict[str, str]]:
    return [{"series": name, "values": one} for name, one in values.items()]


def group(case: Case) -> dict[str, Any]:
    """How often the alert fires, where its labels are another matter."""
    firing = f'count(ALERTS{{alertname="{case.alert}", alertstate="firing"}}) or vector(0)'
    moments = [*((minute, 1) for minute in case.fires), *((minute, 0) for minute in case.quiet)]
    return {
        "name": f"{case.alert}: {case.what}",
        "input_series": series(dict(case.series)),
        "promql_expr_test": [
            {"expr": firing, "eval_time": f"{minute}m", "exp_samples": [{"labels": "{}", "value": number}]}
            for minute, number in moments
        ],
    }


def test_promtool__reading_the_configuration__finds_nothing_wrong() -> None:
    assert promtool("check", "config", FOLDER / "prometheus.yml") == ""
    assert promtool("check", "rules", "--lint-fatal", RULES) == ""


def test_promtool__reading_every_expression__finds_nothing_wrong(tmp_path: Path) -> None:
    rules = [{"record": f"expression_{place}", "expr": one} for place, one in enumerate(expressions().values())]
    file = tmp_path / "expressions.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "expressions", "rules": rules}]}))

    assert promtool("check", "rules", file) == ""


def test_promtool__reading_the_metrics__finds_nothing_wrong() -> None:
    metrics = PrometheusMetrics()
    metrics.observe_request("GET", None, 404, 0.1)
    for gauge in GAUGES:
        metrics.set_gauge(gauge, 1)

    assert promtool("check", "metrics", text=metrics.exposition().decode()) == ""


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert.name)
def test_alert__with_numbers_of_each_kind__fires_when_it_should_and_only_then(tmp_path: Path, alert: Alert) -> None:
    cases = [case for case in CASES if case.alert == alert.name]

    assert any(case.fires for case in cases)
    assert any(not case.fires for case in cases)
    assert findings(tmp_path, alert.rule(), *map(group, cases)) == ""


def test_alert__that_is_wrong__is_noticed(tmp_path: Path) -> None:
    never = Case(LOST.name, "never", {f'{RECORDS_LOST.name}{{{A}, reason="shutdown"}}': "0x40"}, [30])

    assert LOST.name in findings(tmp_path, LOST.rule(), group(never))


def test_alert__when_it_fires__says_what_where_and_leads_to_its_page(tmp_path: Path) -> None:
    once = {
        "external_labels": {"docs": DOCS},
        "input_series": series({f'{RECORDS_LOST.name}{{{A}, reason="no_room"}}': "0x9 3x40"}),
        "alert_rule_test": [
            {
                "alertname": LOST.name,
                "eval_time": "11m",
                "exp_alerts": [
                    {
                        "exp_labels": {
                            "severity": LOST.severity,
                            "job": "destiny",
                            "instance": "a:8000",
                            "reason": "no_room",
                        },
                        "exp_annotations": {
                            "summary": "a:8000 has lost records of resolutions (no_room).",
                            "description": LOST.description,
                            "runbook_url": f"{DOCS}/docs/guides/monitoring#destinyrecordslost",
                        },
                    }
                ],
            }
        ],
    }

    assert findings(tmp_path, LOST.rule(), once) == ""


@pytest.mark.parametrize(
    ("what", "newest", "marked"),
    [
        ("a change", "3x9 4x20", {10: 4}),
        ("two changes", "3x9 4x4 7x20", {10: 4, 15: 7}),
        ("a restart under the same revision", "3x9 _x5 3x20", {}),
        ("nothing", "3x40", {}),
    ],
)
def test_annotation__of_the_revision__is_there_for_a_minute_after_each_change(
    tmp_path: Path, what: str, newest: str, marked: dict[int, int]
) -> None:
    samples = {
        minute: [{"labels": f'{{revision="{marked[minute]}"}}', "value": 1}] if minute in marked else []
        for minute in range(5, 25)
    }
    annotation = {
        "name": what,
        "input_series": series(revisions(newest, newest)),
        "promql_expr_test": [
            {"expr": REVISION_CHANGED, "eval_time": f"{minute}m", "exp_samples": expected}
            for minute, expected in samples.items()
        ],
    }

    assert findings(tmp_path, LOST.rule(), annotation) == ""


def test_promtool__that_is_missing__skips_the_test_or_fails_it_and_says_how_to_get_it() -> None:
    with pytest.raises(pytest.skip.Exception, match="apt-get install"):
        find("promtool", {"PATH": "/nonexistent"})
    with pytest.raises(pytest.fail.Exception, match="apt-get install"):
        find("promtool", {"PATH": "/nonexistent", REQUIRED: "1"})
    assert "prometheus" in HOW_TO_GET_IT
