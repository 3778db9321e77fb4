"""The parts of a running service, as they are put together."""

from pathlib import Path

import pytest

from service.settings import Settings
from service.system.json_log import NoLines, RequestLines
from service.tuning.live import LiveTunings
from service.wiring import Dependencies, build_dependencies
from tests.unit.adapters.test_prometheus_metrics import samples


def closed(parts: Dependencies) -> Dependencies:
    """The same, with nothing left that goes on by itself."""
    assert isinstance(parts.tunings, LiveTunings)
    parts.tunings.close()
    return parts


@pytest.mark.usefixtures("store")
def test_metrics__of_a_running_service__follow_the_tuning_and_the_failures_of_the_store(
    store_url: str, tmp_path: Path
) -> None:
    there = closed(build_dependencies(Settings(redis_url=store_url, data_dir=tmp_path)))
    unavailable = closed(build_dependencies(Settings(redis_url=f"unix://{tmp_path}/none.sock", data_dir=tmp_path)))

    shown = samples(there.metrics.exposition().decode())
    assert shown["destiny_tuning_revision"] == shown["destiny_tuning_revision_oldest"] == 0
    assert shown["destiny_tuning_confirmed_timestamp_seconds"] > 1_700_000_000

    before = samples(unavailable.metrics.exposition().decode())
    assert not unavailable.store_health.reachable()
    after = samples(unavailable.metrics.exposition().decode())
    assert after["destiny_store_failures_total"] > before["destiny_store_failures_total"]
    assert "destiny_tuning_confirmed_timestamp_seconds" not in after


@pytest.mark.parametrize(("level", "log"), [("debug", RequestLines), ("info", RequestLines), ("warning", NoLines)])
def test_log__by_its_level__has_lines_of_requests_or_none(level: str, log: type) -> None:
    assert type(build_dependencies(Settings(log_level=level)).request_log) is log
