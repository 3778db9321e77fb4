"""The metrics that operators read about are those that the service has."""

import re
from pathlib import Path

from service.metrics.definitions import COUNTERS, GAUGES
from service.metrics.prometheus import PrometheusMetrics

PAGE = (Path(__file__).parents[2] / "docs" / "operators" / "metrics.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| ([^|]*)\| ([^|]+) \|$", re.MULTILINE)
DECLARED = re.compile(r"^# HELP (\w+) (.+)\n# TYPE \1 (\w+)$", re.MULTILINE)
SAMPLE = re.compile(r"^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? \S+$", re.MULTILINE)

Metric = tuple[str, str, frozenset[str], str]


def documented() -> set[Metric]:
    rows = ROW.findall(PAGE)
    return {(name, kind, frozenset(re.findall(r"`(\w+)`", labels)), about) for name, kind, labels, about in rows}


def shown() -> set[Metric]:
    metrics = PrometheusMetrics()
    metrics.observe_request("GET", None, 404, 0.1)
    for gauge in GAUGES:
        metrics.set_gauge(gauge, 1)
    text = metrics.exposition().decode()
    labels = {name: frozenset(re.findall(r"(\w+)=", pairs)) - {"le"} for name, pairs in SAMPLE.findall(text)}
    return {(name, kind, labels[name], about) for name, about, kind in DECLARED.findall(text)}


def test_metrics__compared_with_their_page__are_the_same() -> None:
    assert shown() == documented()
    assert len(documented()) == 2 + len(COUNTERS) + len(GAUGES)


def test_metrics__named_in_the_examples_of_their_page__exist() -> None:
    names = {re.sub(r"_bucket$", "", name) for name in re.findall(r"destiny_\w+", PAGE)}
    assert names == {name for name, *_ in documented()}
