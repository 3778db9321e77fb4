"""Series in PromQL, by the definitions of the metrics: a label or a value that a metric does not have is an error."""

import re
from typing import Final

from service.metrics.definitions import DURATIONS, Counter, Gauge, RequestMetric

JOB: Final = "destiny"
"""The name of the scrape job in `deploy/monitoring/prometheus.yml`."""
UP: Final = f'up{{job="{JOB}"}}'
"""Prometheus makes this series itself: whether an instance could be scraped."""


class NoSuchLabel(Exception):
    """The metric has no such label, or the label never has such a value."""


def of(metric: Counter | Gauge | RequestMetric, **patterns: str) -> str:
    """The series of a metric, where each label matches its pattern as a whole."""
    return metric.name + _braces(metric, patterns)


def buckets(**patterns: str) -> str:
    """The buckets of how long requests took."""
    return f"{DURATIONS.name}_bucket{_braces(DURATIONS, patterns)}"


def _braces(metric: Counter | Gauge | RequestMetric, patterns: dict[str, str]) -> str:
    for label, pattern in patterns.items():
        _check(metric, label, pattern)
    pairs = [f'{label}{"=" if re.escape(text) == text else "=~"}"{text}"' for label, text in patterns.items()]
    return f"{{{', '.join(pairs)}}}" if pairs else ""


def _check(metric: Counter | Gauge | RequestMetric, label: str, pattern: str) -> None:
    match metric:
        case RequestMetric():
            known = label in metric.labels
        case Counter():
            # Each alternative by itself: one that is renamed must not hide behind those that are left.
            known = label == metric.label and all(
                any(re.fullmatch(one, value) for value in metric.values) for one in pattern.split("|")
            )
        case Gauge():
            known = False
    if not known:
        raise NoSuchLabel(f"{metric.name} has no {label} that matches {pattern!r}.")
