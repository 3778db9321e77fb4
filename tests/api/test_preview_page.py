"""The figures of docs/designers/preview.md are those that its own request gets."""

import json
import re
from pathlib import Path

from tests.contract_client import ContractClient
from tests.fakes import AS_ADMIN

PAGE = (Path(__file__).parents[2] / "docs" / "designers" / "preview.md").read_text("utf-8")


def test_page__its_request__is_answered_with_its_table(client: ContractClient) -> None:
    path, body = re.findall(r"127\.0\.0\.1:8000(\S+).*?-d '(.*?)'", PAGE, re.DOTALL)[0]
    rows = client.post(path, json=json.loads(body), headers=AS_ADMIN).get_json()["challenges"]

    answered = [
        (
            row["character"],
            *(f"{100 * row[side]['success']['probability']:.2f}" for side in ("before", "after")),
            *(f"{100 * row[side]['degrees']['critical_failure']['probability']:.2f}" for side in ("before", "after")),
        )
        for row in rows
    ]
    assert re.findall(r"^\| `(\S+)` \| " + r"([\d.]+) \| " * 4, PAGE.replace(" |\n", " | \n"), re.MULTILINE) == answered


def test_page__its_levels__are_those_of_the_shipped_players(client: ContractClient) -> None:
    body = {
        "values": {},
        "characters": [
            {"name": "tenth", "skills": dict.fromkeys(client.get("/v1/catalogue").get_json()["skills"], 10)},
        ],
    }
    cast = client.post("/v1/admin/tuning/preview", json=body, headers=AS_ADMIN).get_json()["characters"]
    bonuses = {one["name"]: one["before"]["suit_bonuses"] for one in cast}

    assert "every skill at a tenth of `max_skill_level`: level 10 as shipped" in PAGE
    assert bonuses["generalist"] == bonuses["given:tenth"]
    assert "hearts at level 50 as shipped" in PAGE
    assert max(bonuses["specialist"], key=bonuses["specialist"].__getitem__) == "hearts"
