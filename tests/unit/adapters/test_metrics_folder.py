"""The folder in which the workers count."""

from pathlib import Path

import pytest

from service.adapters.metrics_folder import MetricsFolder


def test_folder__made__is_its_owners_alone_and_empty_whatever_was_left_there(tmp_path: Path) -> None:
    folder = MetricsFolder(tmp_path / "var", "127.0.0.1:8000")
    folder.make()
    (folder.path / "counter_1.db").touch()

    folder.make()

    assert folder.path.parent == tmp_path / "var"
    assert list(folder.path.iterdir()) == []
    assert folder.path.stat().st_mode & 0o777 == 0o700


def test_folder__taken_over__has_in_it_what_was_there(tmp_path: Path) -> None:
    folder = MetricsFolder(tmp_path / "var", "127.0.0.1:8000")
    folder.take_over()
    (folder.path / "counter_1.db").touch()

    folder.take_over()

    assert [left.name for left in folder.path.iterdir()] == ["counter_1.db"]
    assert folder.path.stat().st_mode & 0o777 == 0o700


def test_folders__of_two_services_with_one_data_folder__are_two(tmp_path: Path) -> None:
    one, other = MetricsFolder(tmp_path, "127.0.0.1:8000"), MetricsFolder(tmp_path, "[::1]:8000")
    one.make()
    other.make()

    one.remove()
    one.remove()

    assert list(tmp_path.iterdir()) == [other.path]


def test_folder__that_cannot_be_made__says_why(tmp_path: Path) -> None:
    (tmp_path / "var").touch()
    with pytest.raises(NotADirectoryError):
        MetricsFolder(tmp_path / "var", "127.0.0.1:8000").make()


def test_worker__that_died__leaves_what_it_counted_and_not_what_it_showed(tmp_path: Path) -> None:
    folder = MetricsFolder(tmp_path, "127.0.0.1:8000")
    folder.make()
    for name in ("counter_7.db", "histogram_7.db", "gauge_livemax_7.db", "gauge_liveall_7.db", "gauge_livemax_77.db"):
        (folder.path / name).touch()

    folder.worker_died(7)

    assert {left.name for left in folder.path.iterdir()} == {"counter_7.db", "histogram_7.db", "gauge_livemax_77.db"}
