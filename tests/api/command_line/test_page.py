"""The commands of docs/designers/command-line.md work as printed, one after the other."""

import json
import re
import shlex
from itertools import takewhile
from pathlib import Path

import pytest

from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.command_line import CommandLine, Ran
from tests.fakes.system import NumberedIdentifiers
from tests.figures import DOCS

PAGE = (DOCS / "designers" / "command-line.md").read_text("utf-8")
SHELL = "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE))
RESOLUTION = "01930000-0000-7000-8000-000000000002"


def commands() -> list[list[str]]:
    """The words of every command on the page, in order."""
    lines = [line.removeprefix("destiny ") for line in SHELL.splitlines() if line.startswith("destiny ")]
    text = [line.replace("$(git log -1 --format=%s)", "Rarer criticals.") for line in lines]
    return [list(takewhile(lambda word: word != "||", shlex.split(line))) for line in text]


@pytest.fixture
def destiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """In a folder with an answer that has a promised draw."""
    monkeypatch.chdir(tmp_path)
    client = ContractClient(make_app(identifiers=NumberedIdentifiers()))
    promise = client.post("/v1/draws").get_json()
    body = {
        "action_type": "pve",
        "crime": "bank_robbery",
        "actor": {"skills": {"lockpicking": 50, "stealth": 40}},
        "draw": {"draw_id": promise["draw_id"], "client_seed": "high-noon"},
    }
    answer = client.post("/v1/resolve", json=body).get_json()
    assert answer["resolution_id"] == RESOLUTION
    (tmp_path / "answer.json").write_text(json.dumps(answer), "utf-8")
    return CommandLine(client)


def edit(old: str, new: str) -> None:
    """What a designer does to the file between two commands."""
    path = Path("tuning.toml")
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_page__its_commands_run_in_order__do_what_it_says(destiny: CommandLine) -> None:
    edits: dict[tuple[str, ...], list[tuple[str, str]]] = {
        ("tuning", "diff", "tuning.toml"): [("threshold = 275", "threshold = 300"), ("margin = 100", "margin = 110")]
    }
    ran: list[tuple[list[str], Ran]] = []
    for words in commands():
        if waiting := edits.get(tuple(words)):
            edit(*waiting.pop(0))
        ran.append((words, destiny(*words)))

    codes = [answer.code for _, answer in ran]
    assert codes == [0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    applied = [answer.output.splitlines()[-1] for words, answer in ran if words[:2] == ["tuning", "apply"]]
    assert applied == [
        "Revision 1 is live, by ann: Banks fall too often.",
        "Revision 2 is live, by ann: Rarer criticals.",
    ]
    assert [answer.output.splitlines()[-1] for words, answer in ran if words[0] == "verify"] == ["matches", "matches"]


def test_page__its_odds__are_what_the_command_answers(destiny: CommandLine) -> None:
    (words,) = [words for words in commands() if words[0] == "odds"]
    (shown,) = re.findall(r"^```\n(bank_robbery.*?)^```", PAGE, re.DOTALL | re.MULTILINE)

    assert destiny(*words).output == shown
