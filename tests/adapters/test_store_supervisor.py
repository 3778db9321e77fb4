"""The store's supervisor: the store is back whenever it was lost, until it is no longer wanted."""

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from service.store.client import connect
from service.store.embedded.server import EmbeddedStore, StoreDidNotStart, server_binary
from service.store.embedded.supervisor import StoreSupervisor
from service.store.health import RedisStoreHealth
from tests.adapters.slow_loading import full_of_keys, slow_loader
from tests.conftest import Eventually
from tests.processes import is_alive


def kill(store: EmbeddedStore) -> None:
    assert store.pid is not None
    os.kill(store.pid, signal.SIGKILL)


def reported(reports: list[str], times: int) -> bool:
    return len(reports) == times


def test_supervisor__store_killed_again_and_again__brings_it_back_with_its_data(
    data_dir: Path, eventually: Eventually
) -> None:
    store, reports = EmbeddedStore(data_dir), list[str]()
    client = connect(store.url, timeout_s=5)
    supervisor = StoreSupervisor(store, reports.append)
    supervisor.start()
    try:
        client.set("key", "value")
        for times in range(1, 4):
            kill(store)
            eventually(partial(reported, reports, times))
            assert client.get("key") == b"value"
    finally:
        supervisor.stop()

    assert reports == ["The embedded store had died and was started again."] * 3


def test_supervisor__as_long_as_the_store_runs__has_its_data_written_out_and_reports_trouble(
    data_dir: Path, eventually: Eventually
) -> None:
    asked: list[int] = []

    def fsync(descriptor: int) -> None:
        asked.append(descriptor)
        if len(asked) == 2:
            raise OSError("Input/output error")

    reports: list[str] = []
    supervisor = StoreSupervisor(EmbeddedStore(data_dir, fsync=fsync), reports.append)
    supervisor.start()
    try:
        eventually(lambda: len(asked) > 2)
    finally:
        supervisor.stop()

    assert reports == ["The embedded store's data could not be written to the disk: Input/output error"]


def test_supervisor__stopped__stops_the_store_for_good(data_dir: Path) -> None:
    store = EmbeddedStore(data_dir)
    supervisor = StoreSupervisor(store, print)
    supervisor.start()
    pid = store.pid
    assert pid is not None

    supervisor.stop()

    assert not is_alive(pid)
    assert store.pid is None


def test_supervisor__first_start_fails__raises_the_reason(tmp_path: Path, data_dir: Path) -> None:
    supervisor = StoreSupervisor(EmbeddedStore(data_dir, binary=tmp_path / "missing"), print)

    with pytest.raises(StoreDidNotStart, match=r"The server cannot be run"):
        supervisor.start()
    supervisor.stop()


def test_supervisor__restart_fails__tries_again(tmp_path: Path, data_dir: Path, eventually: Eventually) -> None:
    binary = tmp_path / "server"
    real = server_binary()
    assert real is not None
    binary.symlink_to(real)
    store, reports = EmbeddedStore(data_dir, binary=binary), list[str]()
    supervisor = StoreSupervisor(store, reports.append)
    supervisor.start()
    try:
        binary.unlink()
        kill(store)
        eventually(lambda: reports)
        assert "did not start: its log ends: " in reports[0]
        assert "The server cannot be run" in reports[0]

        binary.symlink_to(real)
        eventually(lambda: reports[-1] == "The embedded store had died and was started again.")
        assert RedisStoreHealth(connect(store.url, timeout_s=5)).reachable()
    finally:
        supervisor.stop()


def test_supervisor__store_that_loads_for_longer_than_its_patience__brings_it_back(
    tmp_path: Path, data_dir: Path, eventually: Eventually
) -> None:
    full_of_keys(data_dir, 20_000)
    store = EmbeddedStore(data_dir, binary=slow_loader(tmp_path / "slow"), patience_s=1)
    reports: list[str] = []
    supervisor = StoreSupervisor(store, reports.append)
    supervisor.start()
    try:
        kill(store)
        eventually(lambda: reports)

        assert reports == ["The embedded store had died and was started again."]
        assert connect(store.url, timeout_s=5).dbsize() == 20_000
    finally:
        supervisor.stop()


def test_supervisor__stopped_while_the_store_loads__stops_it_at_once_and_silently(
    tmp_path: Path, data_dir: Path, eventually: Eventually
) -> None:
    full_of_keys(data_dir, 20_000)
    store = EmbeddedStore(data_dir, binary=slow_loader(tmp_path / "slow"))
    reports: list[str] = []
    supervisor = StoreSupervisor(store, reports.append)
    supervisor.start()
    kill(store)
    eventually(lambda: store.pid is None)
    eventually(lambda: store.pid is not None)

    supervisor.stop()

    assert store.pid is None
    assert reports == []
