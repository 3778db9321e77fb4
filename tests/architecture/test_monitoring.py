"""The alerts and the dashboard: made from the metrics that there are, and brought up as they say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.documentation.guides import read_guides
from service.metrics.definitions import GAUGES, KEYED_REQUESTS, REQUESTS, STORE_UP
from service.metrics.prometheus import BUCKETS, PrometheusMetrics
from service.records.keep import MOST_BYTES_WAITING, MOST_WAITING
from tests.builders.actions import RESOLVE
from tests.dockerfile import PROJECT
from tests.fakes.app import make_app
from tests.figures import figures, page
from tests.promql import Series, exposed, expressions, names_in, strangers
from tools.monitoring.alerts import ALERTS, CRITICAL, MOST_FAILING, MOST_LIMITED, SLOW_S, WARNING, Alert
from tools.monitoring.files import FILES, FOLDER
from tools.monitoring.selectors import JOB, NoSuchLabel, of

PAGE = PROJECT / "docs" / "operators" / "monitoring.md"
ROW = re.compile(r"^\| \[(\w+)\]\(#(\w+)\) \| (\w+) \| ([^|]+) \|", re.MULTILINE)
SECTION = re.compile(r"^### (\w+)$", re.MULTILINE)


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def known() -> Series:
    """What an application shows that has been asked a few times."""
    metrics = PrometheusMetrics()
    for gauge in GAUGES:
        metrics.set_gauge(gauge, 1)
    client = make_app(metrics=metrics).test_client()
    client.post(RESOLVE, json={"action_type": "pve", "crime": "pickpocket", "actor": {"skills": {}}})
    client.get("/nowhere")
    return exposed(client.get("/metrics").text)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_file__made_again__is_the_same(file: Path) -> None:
    assert file.read_text("utf-8") == FILES[file](), "Run `make monitoring`."


@pytest.mark.parametrize("place", expressions())
def test_expression__compared_with_the_metrics__asks_only_for_what_is_there(known: Series, place: str) -> None:
    assert list(strangers(expressions()[place], known)) == []
    assert names_in(expressions()[place])


@pytest.mark.parametrize(
    ("expression", "stranger"),
    [
        ("sum(destiny_store_ups)", "destiny_store_ups"),
        ('rate(destiny_requests_total{path="/v1/resolve"}[5m])', "destiny_requests_total{path}"),
        ('destiny_requests_total{route="/v1/resolved"}', 'destiny_requests_total{route="/v1/resolved"}'),
        ('destiny_keyed_requests_total{result=~"lost|gone"}', 'destiny_keyed_requests_total{result="gone"}'),
        ("sum by (job, reason) (destiny_store_up)", "reason"),
        ("destiny_store_up == 0 and on (job, host) up == 1", "host"),
        ("destiny_store_up offset 5m unless node_load1[5m]", "node_load1"),
    ],
)
def test_expression__with_something_that_no_series_has__is_found(known: Series, expression: str, stranger: str) -> None:
    assert list(strangers(expression, known)) == [stranger]


def test_series__of_a_label_or_a_value_that_the_metric_does_not_have__cannot_be_written() -> None:
    assert of(REQUESTS, route="/v1/.*", status="500") == 'destiny_requests_total{route=~"/v1/.*", status="500"}'
    assert of(KEYED_REQUESTS, result="lost|full") == 'destiny_keyed_requests_total{result=~"lost|full"}'
    assert of(STORE_UP) == "destiny_store_up"
    with pytest.raises(NoSuchLabel):
        of(REQUESTS, path="/v1/resolve")
    with pytest.raises(NoSuchLabel):
        of(KEYED_REQUESTS, result="lost|gone")
    with pytest.raises(NoSuchLabel):
        of(STORE_UP, route="/v1/resolve")


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert.name)
def test_alert__each_one__has_its_own_name_and_two_sentences_for_its_reader(alert: Alert) -> None:
    assert [other.name for other in ALERTS].count(alert.name) == 1
    assert alert.name.startswith("Destiny")
    assert alert.severity in (CRITICAL, WARNING)
    assert re.fullmatch(r"\d+[sm]", alert.lasts)
    assert alert.summary.endswith(".")
    assert alert.description.endswith(".")


def test_alert__of_the_time_of_resolutions__compares_with_a_bound_of_the_histogram() -> None:
    assert SLOW_S in BUCKETS


def test_page__its_figures__are_those_of_the_alerts_and_the_records() -> None:
    text = page("operators/monitoring.md")

    assert figures(text, "more than # % of the game's requests fail") == {MOST_FAILING * 100}
    assert figures(text, "more than # % of the requests are refused") == {MOST_LIMITED * 100}
    assert figures(text, "longer than # ms") == {SLOW_S * 1000}
    assert figures(text, "From # (or") == {MOST_WAITING}
    assert figures(text, "(or # MiB)") == {MOST_BYTES_WAITING >> 20}


def test_page__its_table_and_sections__are_the_alerts() -> None:
    text = PAGE.read_text("utf-8")
    rows = [(name, anchor, severity, lasts.strip()) for name, anchor, severity, lasts in ROW.findall(text)]
    assert rows == [(one.name, one.name.lower(), one.severity, _in_words(one.lasts)) for one in ALERTS]
    assert SECTION.findall(text) == [alert.name for alert in ALERTS]


def _in_words(lasts: str) -> str:
    return "at once" if lasts == "0s" else lasts.replace("m", " min")


def test_alerts__the_page_that_they_link_to__is_there_with_a_section_for_each() -> None:
    (guide,) = (guide for guide in read_guides(PROJECT / "docs") if guide.file == "operators/monitoring.md")
    shown = make_app().test_client().get(guide.address).text
    docs = read(FOLDER / "prometheus.yml")["global"]["external_labels"]["docs"]

    assert docs == "http://localhost:8000"
    for alert in ALERTS:
        address, _, section = alert.rule()["annotations"]["runbook_url"].partition("#")
        assert address == "{{ $externalLabels.docs }}" + guide.address
        assert f'id="{section}"' in shown


def test_dashboard__its_panels__lie_side_by_side_and_have_queries() -> None:
    dashboard = json.loads((FOLDER / "grafana" / "dashboard.json").read_text("utf-8"))
    panels = dashboard["panels"]

    assert len({panel["id"] for panel in panels}) == len(panels) > 20
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {(place["x"] + across, place["y"] + down) for across in range(place["w"]) for down in range(place["h"])}
        assert max(x for x, _ in cells) < 24
        assert not cells & taken, panel["title"]
        taken |= cells
        assert panel["type"] == "row" or all(target["expr"] and target["legendFormat"] for target in panel["targets"])
    assert [one["name"] for one in dashboard["annotations"]["list"]] == ["Tuning revisions"]


def test_prometheus__its_job__is_the_one_that_the_alerts_name() -> None:
    config = read(FOLDER / "prometheus.yml")

    (scraped,) = config["scrape_configs"]
    assert scraped["job_name"] == JOB
    assert config["rule_files"] == ["alerts.yml"]
    datasource = read(FOLDER / "grafana" / "provisioning" / "datasources" / "prometheus.yml")["datasources"][0]
    assert datasource["jsonData"]["timeInterval"] == config["global"]["scrape_interval"]


def test_metrics__of_a_service_without_tokens__are_shown_to_a_scraper_that_sends_one() -> None:
    token = (FOLDER / "token").read_text().strip()

    answer = make_app().test_client().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
