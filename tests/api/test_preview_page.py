"""The figures of docs/designers/preview.md are those that its own request gets."""

import json
import re

from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN
from tests.figures import DOCS, figures

PAGE = (DOCS / "designers" / "preview.md").read_text("utf-8")


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
    skills = client.get("/v1/catalogue").get_json()["skills"]
    (tenth,), (half,) = figures(PAGE, "level # as shipped"), figures(PAGE, "hearts at level #")
    of_hearts = [name for name, skill in skills.items() if "hearts" in skill["suits"]]
    body = {
        "values": {},
        "characters": [
            {"name": "tenth", "skills": dict.fromkeys(skills, int(tenth))},
            {"name": "half", "skills": dict.fromkeys(of_hearts, int(half))},
        ],
    }
    cast = client.post("/v1/admin/tuning/preview", json=body, headers=AS_ADMIN).get_json()["characters"]
    bonuses = {one["name"]: one["before"]["suit_bonuses"] for one in cast}

    assert bonuses["generalist"] == bonuses["given:tenth"]
    assert bonuses["specialist"] == bonuses["given:half"]
