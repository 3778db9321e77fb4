"""The folder in which the workers count."""

from pathlib import Path

import pytest

from service.metrics.folder import MetricsFolder

ADDRESS = "127.0.0.1:8000"


def test_folder__made__is_its_owners_alone_and_empty_whatever_was_left_there(tmp_path: Path) -> None:
    folder = MetricsFolder(tmp_path / "var", ADDRESS)
    folder.make()
    (folder.path / "counter_1.db").touch()

    folder.make()

    assert folder.path.parent == tmp_path / "var"
    assert list(folder.path.iterdir()) == []
    assert folder.path.stat().st_mode & 0o777 == 0o700


def test_folder__taken_over__has_in_it_what_was_there(tmp_path: Path) -> None:
    folder = MetricsFolder(tmp_path / "var", ADDRESS)
    folder.take_over()
    (folder.path / "counter_1.db").touch()

    folder.take_over()

    assert [left.name for left in folder.path.iterdir()] == ["counter_1.db"]
    assert folder.path.stat().st_mode & 0o777 == 0o700


def test_folders__of_two_services_with_one_data_folder__are_two(tmp_path: Path) -> None:
    one, other = MetricsFolder(tmp_path, ADDRESS), MetricsFolder(tmp_path, "[::1]:8000")
    one.make()
    other.make()

    one.remove()
    one.remove()

    assert list(tmp_path.iterdir()) == [other.path]


def test_folder__that_cannot_be_made__says_why(tmp_path: Path) -> None:
    (tmp_path / "var").touch()
    with pytest.raises(NotADirectoryError):
        MetricsFolder(tmp_path / "var", ADDRESS).make()


def read_by_another(tmp_path: Path) -> tuple[list[bytes], list[bytes]]:
    return MetricsFolder(tmp_path, ADDRESS).others()


def test_file__written_again__is_replaced_and_not_read_by_its_own_process(tmp_path: Path) -> None:
    folder = MetricsFolder(tmp_path, ADDRESS)
    folder.make()
    folder.write(b"1")
    folder.write(b"2")

    assert read_by_another(tmp_path) == ([b"2"], [])
    assert folder.others() == ([], [])
    assert len(list(folder.path.iterdir())) == 1


def test_worker__that_ended__leaves_what_it_has_counted_among_those_of_the_ended(tmp_path: Path) -> None:
    folder = MetricsFolder(tmp_path, ADDRESS)
    folder.make()
    for name, text in {"worker-7-a": b"7", "new-7-a": b"?", "worker-77-b": b"77", "new-77-b": b"?"}.items():
        (folder.path / name).write_bytes(text)

    folder.worker_ended(7)

    assert read_by_another(tmp_path) == ([b"77"], [b"7"])
    assert {left.name for left in folder.path.iterdir()} == {"ended-7-a", "worker-77-b", "new-77-b"}


def test_folder__that_is_not_there__has_nothing_and_takes_nothing(tmp_path: Path) -> None:
    folder = MetricsFolder(tmp_path / "none", ADDRESS)

    folder.write(b"1")
    folder.worker_ended(7)

    assert folder.others() == ([], [])
    assert not (tmp_path / "none").exists()
