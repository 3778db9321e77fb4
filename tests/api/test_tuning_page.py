"""The commands of docs/designers/tuning.md work as printed, one after the other."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from service.operators.roles import Role
from tests.contract_client import ContractClient
from tests.fakes.operators import TOKENS

PAGE = (Path(__file__).parents[2] / "docs" / "designers" / "tuning.md").read_text("utf-8")
SERVICE = "http://127.0.0.1:8000"


def commands() -> list[list[str]]:
    """The words of every curl command on the page, in order."""
    shell = "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE))
    tuning = re.search(r"^export TUNING=(\S+)$", shell, re.MULTILINE)
    assert tuning
    shell = shell.replace("\\\n", " ")
    words = shlex.split(shell.replace("$TUNING", tuning[1]).replace("$TOKEN", TOKENS[Role.DESIGNER]), comments=True)
    starts = [index for index, word in enumerate(words) if word == "curl"]
    return [words[start + 1 : end] for start, end in pairwise([*starts, len(words)])]


def run(client: ContractClient, words: list[str], files: dict[str, str]) -> TestResponse:
    """The answer to a curl command, which may read or write one of the files."""
    method, url, sent, written_to = "GET", "", dict[str, Any](headers={}), ""
    rest = iter(words)
    for word in rest:
        if word == "-X":
            method = next(rest)
        elif word == "-H":
            name, _, value = next(rest).partition(": ")
            sent["headers"][name] = value
        elif word == "-d":
            sent["data"] = next(rest)
        elif word == "--data-binary":
            sent["data"] = files[next(rest).removeprefix("@")]
        elif word == "-o":
            written_to = next(rest)
        elif word not in {"-s", "-si"}:
            url = word
    assert url.startswith(SERVICE)
    answer = client.request(method, url.removeprefix(SERVICE), **sent)
    if written_to:
        # What the page says to do with the file.
        files[written_to] = answer.get_data(as_text=True).replace("critical_margin = 100", "critical_margin = 110")
    return answer


def test_page__its_commands_run_in_order__are_all_answered_as_it_says(client: ContractClient) -> None:
    files = dict[str, str]()
    answers = [run(client, words, files) for words in commands()]
    read, changed, history, one, searched, compared, restored, file, put_in_place = answers

    assert {answer.status_code for answer in answers} == {200}
    assert read.headers["ETag"] == '"0"'
    (record,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert changed.json == json.loads(record)
    assert [listed["tuning_revision"] for listed in history.get_json()["revisions"]] == [1, 0]
    assert [listed["tuning_revision"] for listed in searched.get_json()["revisions"]] == [1]
    assert compared.get_json() == {"from": 0, "to": 1, "differences": changed.get_json()["differences"]}
    assert one.get_json()["values"]["crimes"]["bank_robbery"]["threshold"] == 300
    assert (restored.get_json()["tuning_revision"], restored.get_json()["restores"]) == (2, 0)
    assert file.mimetype == "application/toml"
    made = put_in_place.get_json()
    assert (made["tuning_revision"], made["reason"]) == (3, "Rarer criticals.")
    assert made["differences"] == [{"pointer": "/critical_margin", "before": 100, "after": 110}]
