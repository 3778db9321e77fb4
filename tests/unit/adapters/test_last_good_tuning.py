"""The last good tuning in a file: replaced as a whole, and never a reason to stop."""

from pathlib import Path

import pytest

from service.tuning.files import LastGoodTuning
from service.tuning.revisions import KeptRevision
from tests.builders.revisions import kept
from tests.builders.tunings import shipped_revision

NEVER_WRITTEN = KeptRevision("", 0, shipped_revision().document, None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "tuning-last-good.json"


def test_last_good__kept__is_there_for_the_next_process_in_a_folder_made_for_it(path: Path) -> None:
    revision = kept(3, items={"rope": {"flat": 1.5}})

    LastGoodTuning(path).keep(revision)

    assert LastGoodTuning(path).revision() == revision
    assert list(path.parent.iterdir()) == [path]
    assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("number", "author"), [(2, "ann"), (3, "ann"), (4, "bob")])
def test_last_good__kept_again__is_replaced_by_a_later_one_only(path: Path, number: int, author: str) -> None:
    file = LastGoodTuning(path)
    file.keep(kept(3))

    LastGoodTuning(path).keep(kept(number, "bob"))

    found = file.revision()
    assert found
    assert (found.number, found.change and found.change.author) == (max(number, 3), author)


def test_last_good__the_shipped_revision__needs_no_file_and_removes_none(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = LastGoodTuning(path)
    file.keep(NEVER_WRITTEN)
    assert not path.exists()

    file.keep(kept(3))
    file.keep(NEVER_WRITTEN)

    found = file.revision()
    assert found
    assert found.number == 3
    assert caplog.records == []


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"revision": true}', b'{"revision": "3"}', b'{"revision": 3}', b"\xff"]
)
def test_last_good__file_of_nonsense__is_a_warning(
    path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)

    assert LastGoodTuning(path).revision() is None
    assert f"Cannot read the last good tuning from {path}" in caplog.text
    LastGoodTuning(path).keep(kept(1))
    assert LastGoodTuning(path).revision()


def test_last_good__file_that_is_a_folder__is_a_warning(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.mkdir(parents=True)
    file = LastGoodTuning(path)

    assert file.revision() is None
    file.keep(kept(3))

    file.keep(kept(4))

    warnings = [record.getMessage().partition(str(path))[0] for record in caplog.records]
    assert warnings == ["Cannot read the last good tuning from ", *["Cannot write the last good tuning to "] * 2]


def test_last_good__kept_by_this_process__is_not_read_from_the_file_again(path: Path) -> None:
    file = LastGoodTuning(path)

    for number in (3, 4):
        file.keep(revision := kept(number))
        assert file.revision() is revision


def test_last_good__file_that_another_process_replaces__is_read_again(path: Path) -> None:
    file, other = LastGoodTuning(path), LastGoodTuning(path)
    assert file.revision() is None

    for number in (3, 4):
        other.keep(revision := kept(number))
        assert file.revision() == revision
        assert file.revision() is file.revision()
    path.unlink()
    assert file.revision() is None


@pytest.mark.parametrize("number", [2, 4])
def test_last_good__of_a_history_that_an_admin_ended__is_replaced_and_set_aside(path: Path, number: int) -> None:
    file = LastGoodTuning(path)
    file.keep(ended := kept(3, histories=("one",)))

    file.keep(decided := kept(number, histories=("two", "one")))
    assert file.revision() == decided
    assert LastGoodTuning(path.with_name("tuning-last-good-before-adopt.json")).revision() == ended

    file.keep(kept(5, histories=("one",)))
    assert file.revision() == decided


def test_last_good__folder_that_cannot_be_made__is_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "var").write_text("in the way")

    LastGoodTuning(tmp_path / "var" / "file.json").keep(kept(3))

    assert "Cannot write the last good tuning to " in caplog.text
