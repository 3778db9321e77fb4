"""`destiny tuning preview` and `apply`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.cli.api import TOKEN
from service.operators.roles import Role
from tests.api.command_line.test_tuning import BANK, edited
from tests.fakes.command_line import CommandLine
from tests.fakes.operators import AS_ANN, TOKENS

FLUSH, WEAK_FLUSH = "\nflush = 175", "\nflush = 1"
WARNED = "/values/hand_rank_scores/flush: Would be worth less than straight, three_of_a_kind, two_pair or pair"


@pytest.fixture
def easier(destiny: CommandLine, tmp_path: Path) -> str:
    """A file in which the bank asks for less."""
    return edited(destiny, tmp_path / "tuning.toml", "threshold = 300", "threshold = 250")


@pytest.fixture
def lower(destiny: CommandLine, tmp_path: Path) -> str:
    """A file in which it asks for little less, so that no chance jumps."""
    return edited(destiny, tmp_path / "tuning.toml", "threshold = 300", "threshold = 290")


def newest(destiny: CommandLine) -> Any:
    return json.loads(destiny("tuning", "history", "--limit", "1", "--json").output)[0]


def test_preview__of_an_easier_bank__has_the_chances_before_and_after(destiny: CommandLine, easier: str) -> None:
    code, output, errors = destiny("tuning", "preview", easier)

    assert (code, errors) == (0, "")
    lines = output.splitlines()
    assert lines[:2] == ["Changes of revision 2:", f"~ {BANK}: 300 -> 250"]
    assert "more" not in output
    assert lines[3] == "7 of 104 odds of challenges move; chances of success:"
    assert lines[4].split() == ["challenge", "character", "before", "after", "moves", "most"]
    assert lines[5].split()[:6] == ["bank_robbery", "npc:elite", "3.60", "%", "97.80", "%"]
    assert len(lines) == 5 + 7


def test_preview__of_margins_alone__names_the_degree_that_moves(destiny: CommandLine, tmp_path: Path) -> None:
    path = edited(destiny, tmp_path / "tuning.toml", "failure_margin = -50", "failure_margin = -40")

    _, _, _, head, _, *rows = destiny("tuning", "preview", path).output.splitlines()

    assert head.endswith(" odds of challenges move; chances of success:")
    for row in rows[:5]:
        assert re.search(r"(\d+\.\d\d %) +\1  (critical_)?failure [+-]\d+\.\d\d %$", row), row


def test_preview__with_duels_and_few_rows__says_how_many_are_left_out(destiny: CommandLine, tmp_path: Path) -> None:
    path = edited(destiny, tmp_path / "tuning.toml", "\npair = 30", "\npair = 35")

    output = destiny("tuning", "preview", path, "--duels", "--limit", "1", "--location", "frontera").output

    assert output.count("more; --limit shows them") == 2
    assert "odds of duels move; chances of the first to win:" in output
    assert "actor" in output


def test_preview__of_entries_that_come_and_go__has_one_side_of_them(destiny: CommandLine, tmp_path: Path) -> None:
    text = destiny("tuning", "export").output
    gone = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("burglary = "))
    path = tmp_path / "tuning.toml"
    path.write_text(
        gone.replace("[crimes]\n", "[crimes]\nheist = { difficulty = 'hard', threshold = 200, energy_cost = 9 }\n")
    )

    output = destiny("tuning", "preview", str(path)).output

    assert "8 added, 8 removed; chances of success:" in output
    assert "+ /crimes/heist: " in output
    assert "- /crimes/burglary: " in output


def test_preview__of_a_weak_flush__has_the_warning(destiny: CommandLine, tmp_path: Path) -> None:
    output = destiny("tuning", "preview", edited(destiny, tmp_path / "tuning.toml", FLUSH, WEAK_FLUSH)).output

    assert f"! {WARNED.replace('/values/', '/document/')}" in output


def test_preview__of_the_live_tuning__says_that_nothing_differs(destiny: CommandLine) -> None:
    live = destiny("tuning", "export").output

    assert destiny("tuning", "preview", "-", input=live) == (
        0,
        "No differences: revision 2 has these values.\n",
        "",
    )


def test_preview__of_a_title_that_goes__lists_it(destiny: CommandLine, tmp_path: Path) -> None:
    before = "bank_robbery = {"
    titled = edited(destiny, tmp_path / "titled.toml", before, f'{before} title = "The Bank",')
    untitled = destiny("tuning", "export").output
    assert destiny("tuning", "apply", titled, "--reason", "A name.").code == 0

    code, output, errors = destiny("tuning", "preview", "-", input=untitled)

    assert (code, errors) == (0, "")
    assert '- /crimes/bank_robbery/title: "The Bank"' in output


def test_preview__as_json__is_the_answer_of_the_service(destiny: CommandLine, easier: str) -> None:
    answer = json.loads(destiny("tuning", "preview", easier, "--json").output)

    assert answer["summary"]["challenges"]["moved"] == 7
    assert answer["duels"] == []


def test_apply__changed_file__is_live_and_says_what_changed(destiny: CommandLine, lower: str) -> None:
    code, output, errors = destiny("tuning", "apply", lower, "--reason", "Banks are empty.")

    assert (code, errors) == (0, "")
    assert output.splitlines() == [f"~ {BANK}: 300 -> 290", "Revision 3 is live, by ann: Banks are empty."]
    assert destiny("tuning", "diff", lower) == (0, "", "")


def test_apply__second_time__has_nothing_to_do(destiny: CommandLine, lower: str) -> None:
    destiny("tuning", "apply", lower, "--reason", "Banks are empty.")

    assert destiny("tuning", "apply", lower, "--reason", "Again.") == (
        0,
        "Nothing to apply: revision 3 already has these values.\n",
        "",
    )
    assert newest(destiny)["tuning_revision"] == 3


def test_apply__with_warnings__needs_force(destiny: CommandLine, tmp_path: Path) -> None:
    path = edited(destiny, tmp_path / "tuning.toml", FLUSH, WEAK_FLUSH)

    refused = destiny("tuning", "apply", path, "--reason", "Fewer flushes.")
    assert refused.code == 2
    assert f"destiny: Invalid input (422): {WARNED}" in refused.errors
    assert refused.errors.endswith("Nothing was changed. Apply it with --force if you mean it.\n")
    assert newest(destiny)["tuning_revision"] == 2

    forced = destiny("tuning", "apply", path, "--reason", "Fewer flushes.", "--force")
    assert forced.code == 0
    assert "! /hand_rank_scores/flush: Would be worth less" in forced.output
    assert newest(destiny)["forced"]


def test_apply__reviewed_for_another_revision__is_refused_before_anything_is_sent(
    destiny: CommandLine, lower: str
) -> None:
    code, output, errors = destiny("tuning", "apply", lower, "--reason", "Late.", "--if-revision", "1")

    assert (code, output) == (2, "")
    assert errors.splitlines() == [
        "destiny: Nothing was changed: the newest revision is 2, and this change is based on revision 1.",
        "See what changed with `tuning diff 1 live`, and put it into your file as well.",
    ]
    assert {method for method, _ in destiny.sent} == {"GET"}
    assert destiny("tuning", "apply", lower, "--reason", "In time.", "--if-revision", "2").code == 0


def test_apply__someone_faster_by_a_moment__is_refused(destiny: CommandLine, lower: str) -> None:
    def change_first(method: str, _: str) -> None:
        if method == "PUT":
            body = {"values": {"critical_margin": 95}, "reason": "Faster."}
            headers = {**AS_ANN, "If-Match": '"2"'}
            destiny.client.request("PATCH", "/v1/admin/tuning", json=body, headers=headers)

    destiny.before_each = change_first
    code, _, errors = destiny("tuning", "apply", lower, "--reason", "Slower.")

    assert code == 2
    assert errors.startswith("destiny: Nothing was changed: someone else was faster")
    destiny.before_each = None
    assert newest(destiny)["reason"] == "Faster."


@pytest.mark.parametrize(
    ("token", "said"),
    [
        (TOKENS[Role.VIEWER], "destiny: Forbidden (403): "),
        ("", "DESTINY_TOKEN is not set.\n"),
        ("not-a-token-of-anyone", "DESTINY_TOKEN is not the token of an operator here.\n"),
        ("with space", "destiny: DESTINY_TOKEN is not a token"),
        ("with\r\nline", "destiny: DESTINY_TOKEN is not a token"),
    ],
)
def test_apply__without_the_right__is_refused_in_two_lines_at_most(
    destiny: CommandLine, lower: str, token: str, said: str
) -> None:
    destiny.environment[TOKEN] = token

    code, _, errors = destiny("tuning", "apply", lower, "--reason", "Mine.")

    assert code == 2
    assert said in errors
    assert errors.count("\n") <= 2
    assert not token or token not in errors


def test_apply__reason_that_is_blank_or_missing__is_refused(destiny: CommandLine, lower: str) -> None:
    blank = destiny("tuning", "apply", lower, "--reason", " ")

    assert blank.code == 2
    assert "destiny: Invalid input (422): /reason: Must be a string" in blank.errors
    assert destiny("tuning", "apply", lower).code == 2
