"""Metrics in the format of Prometheus, from one process and from several."""

import errno
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from service.engines.destiny.actions import ActionType
from service.metrics.definitions import HANDS_DEALT, STORE_FAILURES, STORE_UP
from service.metrics.folder import MetricsFolder
from service.metrics.prometheus import PrometheusMetrics
from tests.conftest import Eventually
from tests.unit.adapters.counting import AND_THEN, GAUGES

PROJECT = Path(__file__).parents[3]
RESOLVE = "/v1/resolve"
ADDRESS = "127.0.0.1:8000"


class NoRoom(MetricsFolder):
    """A folder on a disk that is full until the test frees some of it."""

    full, refused = True, 0

    def write(self, counts: bytes) -> None:
        if self.full:
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super().write(counts)


def made(data_dir: Path) -> MetricsFolder:
    folder = MetricsFolder(data_dir, ADDRESS)
    folder.make()
    return folder


def samples(text: str) -> dict[str, float]:
    """Every number by its name and labels."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def samples_of(metrics: PrometheusMetrics) -> dict[str, float]:
    return samples(metrics.exposition().decode())


def test_requests__answered__are_counted_by_method_route_and_status() -> None:
    metrics = PrometheusMetrics()
    for status in (200, 200, 422):
        metrics.observe_request("POST", RESOLVE, status, 0.1)
    metrics.observe_request("DELETE", "/v1/characters/<id>/effects/<string:effect>", 204, 0.1)

    shown = samples_of(metrics)

    assert shown['destiny_requests_total{method="POST",route="/v1/resolve",status="200"}'] == 2
    assert shown['destiny_requests_total{method="POST",route="/v1/resolve",status="422"}'] == 1
    effect = "/v1/characters/{id}/effects/{effect}"
    assert shown[f'destiny_requests_total{{method="DELETE",route="{effect}",status="204"}}'] == 1


def test_requests__of_no_route_and_of_no_method__make_no_series_of_their_own() -> None:
    metrics = PrometheusMetrics()
    for number in range(3):
        metrics.observe_request(f"METHOD{number}", None, 405, 0.1)

    counted = {name: value for name, value in samples_of(metrics).items() if name.startswith("destiny_requests_total")}

    assert counted == {'destiny_requests_total{method="other",route="unknown",status="405"}': 3}


def test_requests__by_their_time__lie_in_buckets_that_add_up() -> None:
    metrics = PrometheusMetrics()
    for seconds in (0.0001, 0.0002, 0.004, 0.3, 7):
        metrics.observe_request("POST", RESOLVE, 200, seconds)

    shown = samples_of(metrics)
    within = {
        bound: shown[f'destiny_request_duration_seconds_bucket{{le="{bound}",route="/v1/resolve"}}']
        for bound in ("0.0002", "0.002", "0.005", "0.5", "1.0", "+Inf")
    }

    assert list(within.values()) == [2, 2, 3, 4, 4, 5]
    assert shown['destiny_request_duration_seconds_count{route="/v1/resolve"}'] == 5
    assert abs(shown['destiny_request_duration_seconds_sum{route="/v1/resolve"}'] - 7.3043) < 1e-9


def test_counts__before_anything_happened__are_there_and_zero() -> None:
    shown = samples_of(PrometheusMetrics())

    assert shown["destiny_store_failures_total"] == 0
    assert {shown[f'destiny_hands_dealt_total{{by="{one}"}}'] for one in (*ActionType, "piecepacks")} == {0}


def test_counts__of_so_many__add_up() -> None:
    metrics = PrometheusMetrics()
    metrics.count(HANDS_DEALT, 2, ActionType.PVP)
    metrics.count(HANDS_DEALT, 200, ActionType.PVP)
    metrics.count(STORE_FAILURES)

    shown = samples_of(metrics)

    assert shown['destiny_hands_dealt_total{by="pvp"}'] == 202
    assert shown["destiny_store_failures_total"] == 1


def test_callback__that_counts__is_read_when_numbers_are_published() -> None:
    metrics, counted = PrometheusMetrics(), [0]
    metrics.observe_callback(STORE_FAILURES, lambda: counted[0])
    shown = []
    for counted[0] in (0, 3, 3, 5):
        shown.append(samples_of(metrics)["destiny_store_failures_total"])

    assert shown == [0, 3, 3, 5]


def test_numbers__once_something_has_happened__are_published_unasked(eventually: Eventually, tmp_path: Path) -> None:
    metrics = PrometheusMetrics(made(tmp_path))
    asked: list[float] = []

    def nothing() -> int:
        asked.append(time.monotonic())
        return 0

    metrics.observe_callback(STORE_FAILURES, nothing)

    metrics.count(HANDS_DEALT, 1, ActionType.PVE)

    eventually(lambda: len(asked) >= 2)


def test_gauge__before_it_was_set__is_not_there() -> None:
    metrics = PrometheusMetrics()
    assert "destiny_store_up" not in samples_of(metrics)

    metrics.set_gauge(STORE_UP, True)
    metrics.set_gauge(STORE_UP, False)

    assert samples_of(metrics)["destiny_store_up"] == 0


def test_several_processes__whichever_is_asked__count_together_and_forget_only_what_a_dead_one_showed(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "tests.unit.adapters.counting", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    before, after = (samples(text) for text in done.stdout.split(AND_THEN))

    counted = {
        'destiny_requests_total{method="GET",route="unknown",status="404"}': 4,
        'destiny_request_duration_seconds_count{route="unknown"}': 4,
        'destiny_hands_dealt_total{by="pve"}': 111,
    }
    assert {name: before[name] for name in counted} == {name: after[name] for name in counted} == counted
    assert [before[gauge.name] for gauge in GAUGES] == [100, 1, 10]
    assert [after[gauge.name] for gauge in GAUGES] == [10, 1, 10]


def test_metrics__without_a_folder_that_is_there__are_those_of_the_process(tmp_path: Path) -> None:
    metrics = PrometheusMetrics(MetricsFolder(tmp_path / "none", ADDRESS))
    metrics.count(STORE_FAILURES)

    assert samples_of(metrics)["destiny_store_failures_total"] == 1
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("spoilt", [b"", b"{", b"[]", b"{}", b"\xff", b'{"requests": 5}'])
def test_file__of_another_worker_that_is_damaged__is_left_out(tmp_path: Path, spoilt: bytes) -> None:
    folder = made(tmp_path)
    (folder.path / "worker-1-aa").write_bytes(spoilt)
    (folder.path / "ended-2-bb").write_bytes(spoilt)
    metrics = PrometheusMetrics(folder)
    metrics.count(STORE_FAILURES)

    assert samples_of(metrics)["destiny_store_failures_total"] == 1


def test_numbers__that_cannot_be_written__are_counted_on_and_the_log_says_so_once(
    tmp_path: Path, eventually: Eventually, caplog: pytest.LogCaptureFixture
) -> None:
    folder = NoRoom(tmp_path, ADDRESS)
    folder.make()
    metrics = PrometheusMetrics(folder)
    with caplog.at_level(logging.INFO):
        metrics.count(STORE_FAILURES)
        eventually(lambda: folder.refused >= 2)
        metrics.count(STORE_FAILURES)
        assert samples_of(metrics)["destiny_store_failures_total"] == 2
        folder.full = False
        eventually(lambda: "Metrics are written again." in caplog.messages)

    assert [message for message in caplog.messages if "cannot be written" in message] == [
        f"Metrics cannot be written to {folder.path}: No space left on device. Counting continues."
    ]
    assert samples_of(PrometheusMetrics(MetricsFolder(tmp_path, ADDRESS)))["destiny_store_failures_total"] == 2
