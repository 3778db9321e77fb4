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
