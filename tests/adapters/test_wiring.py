"""The parts of a running service, as they are put together."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.settings import Settings
from service.system.json_log import NoLines, RequestLines
from service.tuning.live import LiveTunings
from service.wiring import Dependencies, build_dependencies
from tests.unit.adapters.test_prometheus_metrics import samples


@contextmanager
def built(store_url: str, folder: Path, **settings: Any) -> Iterator[Dependencies]:
    """The parts over this store; afterwards nothing of them goes on by itself."""
    parts = build_dependencies(Settings(redis_url=store_url, data_dir=folder, **settings))
    yield parts
    assert isinstance(parts.tunings, LiveTunings)
    parts.tunings.close()


@pytest.mark.usefixtures("store")
def test_metrics__of_a_running_service__follow_the_tuning_and_the_failures_of_the_store(
    store_url: str, tmp_path: Path
) -> None:
    with built(store_url, tmp_path) as there, built(f"unix://{tmp_path}/none.sock", tmp_path) as unavailable:
        shown = samples(there.metrics.exposition().decode())
        assert shown["destiny_tuning_revision"] == shown["destiny_tuning_revision_oldest"] == 0
        assert shown["destiny_tuning_confirmed_timestamp_seconds"] > 1_700_000_000

        before = samples(unavailable.metrics.exposition().decode())
        assert not unavailable.store_health.reachable()
        after = samples(unavailable.metrics.exposition().decode())
        assert after["destiny_store_failures_total"] > before["destiny_store_failures_total"]
        assert "destiny_tuning_confirmed_timestamp_seconds" not in after


@pytest.mark.parametrize(("level", "log"), [("debug", RequestLines), ("info", RequestLines), ("warning", NoLines)])
def test_log__by_its_level__has_lines_of_requests_or_none(
    store_url: str, tmp_path: Path, level: str, log: type
) -> None:
    with built(store_url, tmp_path, log_level=level) as there:
        assert type(there.request_log) is log
