"""What the alerts and the dashboard ask of Prometheus, taken apart as far as the tests need it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from tools.monitoring.alerts import ALERTS
from tools.monitoring.panels import PERIOD, REVISION_CHANGED, ROWS

Series = dict[str, dict[str, set[str]]]
"""The labels of each series by its name, and the values of each label."""
OF_PROMETHEUS: Final = {"up", "ALERTS"}
"""Series that Prometheus makes itself, with labels of its own."""
OF_A_SCRAPE: Final = {"job", "instance"}
"""Labels that every scraped series gets."""
CHOSEN_BY_CALLERS: Final = {"method", "status"}
"""Labels that need not have had every value yet."""
_STRING: Final = re.compile(r'"[^"]*"')
_MATCHERS: Final = re.compile(r"\{([^}]*)\}")
_GROUPING: Final = re.compile(r"\b(?:by|on|without|ignoring)\s*\(([^)]*)\)")
_DURATION: Final = re.compile(r"\[[^]]*\]|\boffset \w+")
_NAME: Final = re.compile(r"\b[A-Za-z_]\w*\b(?!\s*\()")
_OPERATORS: Final = {"and", "or", "unless"}
_SAMPLE: Final = re.compile(r"^(\w+)(?:\{(.*)\})? \S+$", re.MULTILINE)
_PAIR: Final = re.compile(r'(\w+)\s*(?:=~|=)\s*"((?:[^"\\]|\\.)*)"')


def dashboard_expressions() -> dict[tuple[str, str, str], str]:
    """Every expression of the dashboard by row, panel and legend, with a range where Grafana puts one in."""
    return {
        (row, panel.title, query.legend): query.expression.replace(PERIOD, "1m")
        for row, panels in ROWS
        for panel in panels
        for query in panel.queries
    }


def expressions() -> dict[str, str]:
    """Every expression by where it is."""
    alerts = {alert.name: alert.expression for alert in ALERTS}
    panels = {", ".join(place): expression for place, expression in dashboard_expressions().items()}
    return {**alerts, **panels, "annotation": REVISION_CHANGED}


def exposed(text: str) -> Series:
    """The series of an exposition."""
    found: Series = {}
    for name, pairs in _SAMPLE.findall(text):
        labels = found.setdefault(name, defaultdict(set))
        for label, value in _PAIR.findall(pairs):
            labels[label].add(value)
    return found


def strangers(expression: str, known: Series) -> Iterator[str]:
    """Every name, label and value of an expression that no series has."""
    for name, matchers in re.findall(r"\b(\w+)\{([^}]*)\}", expression):
        if name in OF_PROMETHEUS:
            continue
        for label, pattern in _PAIR.findall(matchers):
            values = known.get(name, {}).get(label, set())
            if not values:
                yield f"{name}{{{label}}}"
            elif label not in CHOSEN_BY_CALLERS:
                missing = (one for one in pattern.split("|") if not any(re.fullmatch(one, value) for value in values))
                yield from (f'{name}{{{label}="{one}"}}' for one in missing)
    names = names_in(expression)
    yield from names - OF_PROMETHEUS - known.keys()
    labels = OF_A_SCRAPE.union(*(known.get(name, ()) for name in names))
    for grouped in _GROUPING.findall(_STRING.sub("", expression)):
        yield from {label.strip() for label in grouped.split(",")} - labels


def names_in(expression: str) -> set[str]:
    """The names of series: the words that are no function, label, string or duration."""
    for other in (_STRING, _MATCHERS, _GROUPING, _DURATION):
        expression = other.sub(" ", expression)
    return set(_NAME.findall(expression)) - _OPERATORS
