"""`destiny tuning export`, `diff` and `history`."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from service.tuning.files import SHIPPED_FILE
from tests.fakes.command_line import CommandLine

SHIPPED = str(SHIPPED_FILE)
BANK = "/crimes/bank_robbery/threshold"


def edited(destiny: CommandLine, path: Path, old: str, new: str) -> str:
    """A file with the newest tuning, in which one text is replaced."""
    text = destiny("tuning", "export").output
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    return str(path)


def test_export__to_standard_output__is_the_newest_tuning_as_toml(destiny: CommandLine) -> None:
    code, output, errors = destiny("tuning", "export")

    assert (code, errors) == (0, "")
    assert tomllib.loads(output)["crimes"]["bank_robbery"]["threshold"] == 300
    assert output.index("skill_curve") < output.index("[crimes]")


@pytest.mark.parametrize("form", ["toml", "json"])
@pytest.mark.parametrize(("revision", "threshold"), [("0", 275), ("1", 300)])
def test_export__of_a_revision_to_a_file__differs_in_nothing_from_it(
    destiny: CommandLine, tmp_path: Path, form: str, revision: str, threshold: int
) -> None:
    path = tmp_path / f"tuning.{form}"

    assert destiny("tuning", "export", "--format", form, "--revision", revision, "-o", str(path)) == (0, "", "")

    read: Any = tomllib.loads(path.read_text("utf-8")) if form == "toml" else json.loads(path.read_text("utf-8"))
    assert read["crimes"]["bank_robbery"]["threshold"] == threshold
    assert destiny("tuning", "diff", str(path), revision) == (0, "", "")


def test_export__to_a_folder_that_is_not_there__says_so(destiny: CommandLine, tmp_path: Path) -> None:
    code, output, errors = destiny("tuning", "export", "-o", str(tmp_path / "none" / "tuning.toml"))

    assert (code, output) == (2, "")
    assert errors == f"destiny: {tmp_path}/none/tuning.toml cannot be written: No such file or directory.\n"


def test_export__of_a_revision_that_does_not_exist__is_refused_in_one_line(destiny: CommandLine) -> None:
    assert destiny("tuning", "export", "--revision", "9") == (
        2,
        "",
        "destiny: Not found (404): There is no revision 9.\n",
    )


def test_diff__of_a_file__is_what_it_would_change(destiny: CommandLine, tmp_path: Path) -> None:
    path = edited(destiny, tmp_path / "tuning.toml", "threshold = 300", "threshold = 280")

    assert destiny("tuning", "diff", path) == (1, f"~ {BANK}: 300 -> 280\n", "")
    assert destiny("tuning", "diff", path, "live") == (1, f"~ {BANK}: 280 -> 300\n", "")


def test_diff__of_a_file_on_standard_input__is_the_same(destiny: CommandLine) -> None:
    text = destiny("tuning", "export", "--format", "json").output

    assert destiny("tuning", "diff", "-", input=text) == (0, "", "")
    assert destiny("tuning", "diff", "-", input=text.replace("300", "280")).code == 1


def test_diff__of_the_body_that_curl_saved__takes_the_values_in_it(destiny: CommandLine) -> None:
    answer = {"tuning_revision": 2, "values": json.loads(destiny("tuning", "export", "--format", "json").output)}

    assert destiny("tuning", "diff", "-", input=json.dumps(answer)) == (0, "", "")


def test_diff__of_revisions__has_a_sign_for_what_came_and_went(destiny: CommandLine) -> None:
    there = destiny("tuning", "diff", "shipped", "live")
    back = destiny("tuning", "diff", "2", "0")

    deck = '/items/marked_deck: {"flat": 10, "hand_ranks": {"pair": 5}}'
    assert there.output.splitlines() == ["~ /critical_margin: 100 -> 90", f"~ {BANK}: 275 -> 300", f"+ {deck}"]
    assert back.output.splitlines() == ["~ /critical_margin: 90 -> 100", f"~ {BANK}: 300 -> 275", f"- {deck}"]
    assert there.code == back.code == 1


def test_diff__of_one_revision__begins_with_the_live_one(destiny: CommandLine) -> None:
    assert destiny("tuning", "diff", "1").output.splitlines()[0] == "~ /critical_margin: 90 -> 100"
    assert destiny("tuning", "diff", "live") == (0, "", "")


def test_diff__as_json__is_for_machines(destiny: CommandLine, tmp_path: Path) -> None:
    path = edited(destiny, tmp_path / "tuning.toml", "threshold = 300", "threshold = 280")

    code, output, _ = destiny("tuning", "diff", path, "--json")

    assert code == 1
    changed = [{"pointer": BANK, "before": 300, "after": 280}]
    assert json.loads(output) == {"from": 2, "to": None, "differences": changed}


def test_diff__on_a_terminal__has_colours_unless_they_are_unwanted(destiny: CommandLine) -> None:
    assert f"\x1b[33m~ {BANK}: 275 -> 300\x1b[0m\n" in destiny("tuning", "diff", "0", "2", screen=True).output

    destiny.environment["NO_COLOR"] = "1"
    assert "\x1b" not in destiny("tuning", "diff", "0", "2", screen=True).output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = ", "is not TOML: Invalid value (at end of document)."),
        ("a = 1\na = 2", "is not TOML: Cannot overwrite a value (at end of document)."),
        ("{", "is not JSON: Expecting property name"),
        ("day = 2026-01-01", "has a date, a time, inf or nan, which no tuning has."),
        ("high = inf", "has a date, a time, inf or nan, which no tuning has."),
        ("a = " + "[" * 100_000, "is nested too deep."),
        ('{"a":' * 100_000, "is nested too deep."),
        ("a = " + "9" * 5000, "is not TOML: Exceeds the limit"),
        (" " * (5 << 20), "is larger than 4 MiB."),
    ],
)
def test_diff__of_a_file_that_is_no_tuning__says_why_and_asks_no_one(
    destiny: CommandLine, text: str, said: str
) -> None:
    code, output, errors = destiny("tuning", "diff", "-", input=text)

    assert (code, output) == (2, "")
    assert errors.startswith(f"destiny: - {said}")
    assert errors.count("\n") == 1
    assert destiny.sent == []


def test_diff__of_a_file_with_mistakes__names_each_field(destiny: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "tuning.toml"
    shipped = SHIPPED_FILE.read_text("utf-8")
    path.write_text(shipped.replace("critical_margin = 100", "critical_margn = -1").replace("= 275", "= -3"), "utf-8")

    code, _, errors = destiny("tuning", "diff", str(path))

    assert code == 2
    first, *others = errors.splitlines()
    assert first.startswith("destiny: Invalid input (422): /values/")
    assert {line.split(":")[0].strip() for line in others} | {first.split(": ")[2]} == {
        "/values/critical_margin",
        "/values/critical_margn",
        f"/values{BANK}",
    }


def test_diff__of_no_file__says_so(destiny: CommandLine, tmp_path: Path) -> None:
    said = "destiny: 9.toml cannot be read: No such file or directory.\n"
    assert destiny("tuning", "diff", "9.toml") == (2, "", said)
    (tmp_path / "latin").write_bytes(b"title = '\xe9'")
    assert "is not UTF-8: " in destiny("tuning", "diff", str(tmp_path / "latin")).errors


def test_diff__of_two_files_or_an_unknown_revision__is_refused(destiny: CommandLine) -> None:
    both = destiny("tuning", "diff", SHIPPED, SHIPPED)
    unknown = destiny("tuning", "diff", "7")

    assert both.code == unknown.code == 2
    assert "are both files" in both.errors
    assert unknown.errors == "destiny: Invalid input (422): /to: No such revision; the newest is 2.\n"


def test_history__of_all__has_reasons_and_changes_newest_first(destiny: CommandLine) -> None:
    code, output, errors = destiny("tuning", "history")

    assert (code, errors) == (0, "")
    assert output.splitlines() == [
        "2  2026-01-01T00:00:00.000Z  bob: For the spring event.",
        "~ /critical_margin: 100 -> 90",
        '+ /items/marked_deck: {"flat": 10, "hand_ranks": {"pair": 5}}',
        "1  2026-01-01T00:00:00.000Z  ann: Banks fall too often.",
        f"~ {BANK}: 275 -> 300",
        "0  ships with the service",
    ]


def test_history__searched__has_only_what_was_sought(destiny: CommandLine) -> None:
    found = destiny("tuning", "history", "--pointer", "/crimes", "--author", "ann", "--json")

    assert [one["tuning_revision"] for one in json.loads(found.output)] == [1]
    assert destiny("tuning", "history", "--author", "eve") == (0, "", "")


def test_history__of_more_than_a_page__goes_on(destiny: CommandLine) -> None:
    for number in range(2, 5):
        values = {"critical_margin": 91 + number}
        destiny.client.request(
            "PATCH",
            "/v1/admin/tuning",
            json={"values": values, "reason": f"Step \x1b[2J{number}."},
            headers={"Authorization": f"Bearer {destiny.environment['DESTINY_TOKEN']}", "If-Match": f'"{number}"'},
        )

    assert destiny("tuning", "history", "--limit", "4").output.count("Z  ") == 4
    assert destiny("tuning", "history", "--limit", "0").output == ""
    assert "Step \N{REPLACEMENT CHARACTER}[2J4." in destiny("tuning", "history", "--limit", "1").output


def test_history__limit_that_is_no_number__is_refused(destiny: CommandLine) -> None:
    code, _, errors = destiny("tuning", "history", "--limit", "-1")

    assert code == 2
    assert "'-1' is not a whole number from 0" in errors
