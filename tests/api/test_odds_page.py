"""The figures of docs/designers/odds.md are those that its own requests get."""

import json
import re

from tests.contract_client import ContractClient
from tests.figures import DOCS
from tests.openapi import Json

PAGE = (DOCS / "designers" / "odds.md").read_text("utf-8")
REQUESTS = re.findall(r"127\.0\.0\.1:8000(\S+).*?-d '(.*?)'", PAGE, re.DOTALL)
TABLES = [
    [tuple(line.strip("| ").split(" | ")) for line in table.splitlines()[2:]]
    for table in re.findall(r"(?:^\|.*\|\n)+", PAGE, re.MULTILINE)
]


def answers(client: ContractClient) -> list[Json]:
    return [client.post(path, json=json.loads(body)).get_json() for path, body in REQUESTS]


def test_page__its_rewards__are_what_the_service_answers(client: ContractClient) -> None:
    _, _, odds = answers(client)

    once, often = odds["reward"], odds["attempts"]
    assert f"{once['expected']:.2f} an attempt on average, and {often['expected']:.2f} in a hundred" in PAGE
    assert f"{often['quantiles']['p50']} or less" in PAGE
    assert often["quantiles"]["p05"] == 0


def test_page__its_curve__is_what_the_service_answers(client: ContractClient) -> None:
    curve, *_ = answers(client)

    (bank,), (veteran,) = curve["challenges"], curve["duels"]
    assert TABLES[0] == [
        (
            str(level),
            f"{100 * (bank['critical_success'][at] + bank['success'][at]) / curve['hands']:.2f}",
            f"{100 * veteran['actor_wins'][at] / curve['pairs']:.2f}",
        )
        for at, level in enumerate(curve["levels"])
    ]


def test_page__its_solutions__are_what_the_service_answers(client: ContractClient) -> None:
    _, solutions, _ = answers(client)

    found = [
        tuple(text for step in (answer, answer["next"]) for text in (str(step["value"]), f"{100 * step['gives']:.2f}"))
        for answer in solutions["answers"]
    ]
    assert [row[1:] for row in TABLES[1]] == found
