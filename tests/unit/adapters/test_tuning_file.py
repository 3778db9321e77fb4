"""The tuning file: read once, refused with its name and the reason."""

from pathlib import Path

import pytest

from service.engines.pyramid.tuning import PyramidTuning
from service.settings import DEFAULT_TUNING_FILE
from service.tuning import files as adapter
from service.tuning.files import InvalidTuningFile, read_tuning_file
from service.tuning.revisions import PYRAMID
from tests.builders.tunings import SHIPPED_FILE, document_with, tuning_with


def refusal(path: Path) -> str:
    with pytest.raises(InvalidTuningFile) as refused:
        read_tuning_file(path)
    return str(refused.value).removeprefix(f"{path}: ")


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """The shipped file with one change."""
    text = SHIPPED_FILE.read_text("utf-8")
    assert old in text
    path = tmp_path / "tuning.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def test_tuning_file__shipped__is_revision_0() -> None:
    revision = read_tuning_file(SHIPPED_FILE)

    document = {name: part for name, part in revision.document.items() if name != PYRAMID}
    assert (revision.number, document, revision.tuning) == (0, document_with(), tuning_with())
    assert revision.document[PYRAMID]["points"].keys() == {"front", "middle", "back"}
    assert revision.pyramid == PyramidTuning()


def test_tuning_file__changed_by_an_operator__counts(tmp_path: Path) -> None:
    path = changed(tmp_path, "critical_margin = 100", "critical_margin = 80.5")

    assert read_tuning_file(path).tuning.critical_margin == 8_050


def without(tmp_path: Path, *lines: str) -> Path:
    """The shipped file without the lines that begin so."""
    text = SHIPPED_FILE.read_text("utf-8").splitlines()
    kept = [line for line in text if not line.startswith(lines)]
    assert len(text) - len(kept) == len(lines)
    path = tmp_path / "tuning.toml"
    path.write_text("\n".join(kept), "utf-8")
    return path


def test_tuning_file__of_an_operator_that_lacks_keys__has_the_shipped_values_and_a_warning_for_each(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = without(
        tmp_path,
        "default_gang_method",
        "[territories]",
        "fortified_territory",
        "royal_flush =",
        "ante =",
        "critical_margin",
    )
    path.write_text(path.read_text("utf-8").replace("failure_margin = -50", "failure_margin = -60"), "utf-8")

    revision = read_tuning_file(path)

    assert revision.tuning == tuning_with(failure_margin=-60)
    assert revision.pyramid == PyramidTuning()
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", f"{path} has no {pointer}; the shipped value is used.")
        for pointer in (
            "/hand_rank_scores/royal_flush",
            "/pyramid/ante",
            "/critical_margin",
            "/default_gang_method",
            "/territories",
        )
    ]


def test_tuning_file__of_an_operator_without_shipped_entries__has_only_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = without(tmp_path, "fortified_territory", "veteran", "mining")

    tuning = read_tuning_file(path).tuning

    assert tuning.territories == {}
    assert "veteran" not in tuning.npcs
    assert "mining" not in tuning.skills
    assert caplog.records == []


def test_tuning_file__with_skills_as_they_were_written_before__is_read(tmp_path: Path) -> None:
    path = changed(tmp_path, 'mining = { suits = ["diamonds"] }', 'mining = ["diamonds"]')

    assert read_tuning_file(path).document == read_tuning_file(SHIPPED_FILE).document


def test_tuning_file__shipped_or_complete__warns_of_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    read_tuning_file(SHIPPED_FILE)
    read_tuning_file(changed(tmp_path, "critical_margin = 100", "critical_margin = 80.5"))

    assert caplog.records == []


def test_tuning_file__default_of_the_settings__is_the_shipped_one() -> None:
    assert DEFAULT_TUNING_FILE == SHIPPED_FILE == adapter.SHIPPED_FILE


def test_tuning_file__missing__is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.toml") == "No such file or directory"


def test_tuning_file__a_folder__is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "Is a directory"


def test_tuning_file__no_toml__is_refused_with_the_line(tmp_path: Path) -> None:
    assert "(at line " in refusal(changed(tmp_path, 'skill_curve = "formula"', "skill_curve = formula"))


def test_tuning_file__no_utf_8__is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("name = 'é'".encode("latin-1"))

    assert "can't decode byte 0xe9" in refusal(path)


def test_tuning_file__value_out_of_bounds__is_refused_with_its_pointer(tmp_path: Path) -> None:
    path = changed(tmp_path, "failure_margin = -50", "failure_margin = 50")

    assert refusal(path) == "/failure_margin: Must lie within -100000 to 0."


@pytest.mark.parametrize("number", ["inf", "-inf", "nan"])
def test_tuning_file__number_that_only_toml_has__is_refused(tmp_path: Path, number: str) -> None:
    path = changed(tmp_path, "critical_margin = 100", f"critical_margin = {number}")

    assert refusal(path) == "/critical_margin: Must be a number from 0 to 100000."


def test_tuning_file__date_for_a_word__is_refused(tmp_path: Path) -> None:
    path = changed(tmp_path, 'skill_curve = "formula"', "skill_curve = 2025-11-15")

    assert refusal(path) == "/skill_curve: Must be formula, published or table."


def test_tuning_file__several_mistakes__are_all_listed(tmp_path: Path) -> None:
    path = changed(tmp_path, "critical_margin = 100", "critical_margin = -1\nluck = 7")

    assert "/critical_margin: Must lie within 0 to 100000." in refusal(path)
    assert "/luck: Unknown field." in refusal(path)
