"""`destiny why` and `verify`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command_line import CommandLine
from tests.figures import DOCS

BANK = {"action_type": "pve", "crime": "bank_robbery", "actor": {"skills": {"lockpicking": 50}}}
DUEL = {"action_type": "pvp", "actor": {"character_id": "ann"}, "target": {"npc": "veteran"}}
WAR = {"action_type": "gang_war", "attackers": [{"npc": "rookie"}, {"npc": "elite"}], "defenders": [{"npc": "veteran"}]}
VECTORS = [
    vector
    for block in re.findall(
        r"^```json\n(\[.*?)^```", (DOCS / "api" / "verifiable-draws.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    for vector in json.loads(block)
]
HASHES = {vector["server_seed"]: vector["server_seed_hash"] for vector in VECTORS if "server_seed_hash" in vector}


def resolved(destiny: CommandLine, action: Any, *, promised: bool = False) -> Any:
    """The answer to an action, drawn with a promised draw or without."""
    if promised:
        draw_id = destiny.client.post("/v1/draws").get_json()["draw_id"]
        action = {**action, "draw": {"draw_id": draw_id, "client_seed": "high-noon"}}
    answer = destiny.client.post("/v1/resolve", json=action)
    assert answer.status_code == 200
    return answer.get_json()


def saved(path: Path, document: Any) -> str:
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


def test_why__of_a_crime__has_every_point_the_threshold_and_the_chance(destiny: CommandLine) -> None:
    answer = resolved(destiny, BANK, promised=True)

    code, output, errors = destiny("why", answer["resolution_id"])

    assert (code, errors) == (0, "")
    actor, outcome = answer["actor"], answer["outcome"]
    assert f"\nactor (lockpicking 50): {' '.join(actor['hand'])}, {actor['hand_rank']}\n" in output
    for part in actor["breakdown"]:
        source, points = re.escape(part["source"]), re.escape(f"{part['points']:+.2f}")
        assert re.search(rf"\n  {source} +{points}", output)
    assert f"{actor['suit_counts']['spades']} cards of {actor['suit_bonuses']['spades']}\n" in output
    assert re.search(rf"\n  total +{actor['total_score']:.2f}\n", output)
    degree, margin = outcome["degree"], outcome["margin"]
    assert f"\nbank_robbery asks for 300\n{degree}, margin {margin:+.2f}, decided by score\n" in output
    assert "tuning revision 2\n" in output
    assert re.search(r"The chance that it had:\ncritical_success +<0\.01 % +100 hands\n", output)
    assert output.endswith(f"\ndraw {answer['draw']['draw_id']}: matches its seeds\n")


def test_why__of_a_duel_and_a_war__has_everyone_and_the_chance_to_win(destiny: CommandLine) -> None:
    destiny.client.request("PUT", "/v1/characters/ann", json={"skills": {"lockpicking": 50}})
    duel = destiny("why", resolved(destiny, DUEL)["resolution_id"]).output
    war = destiny("why", resolved(destiny, WAR)["resolution_id"]).output

    assert "\nactor (ann) (lockpicking 50): " in duel
    assert "\ntarget (veteran): " in duel
    assert re.search(r"actor_wins +1\.78 %\ntarget_wins +98\.22 %\n", duel)
    assert duel.endswith("draw: an ordinary one; only a promised draw can be verified\n")
    assert [name for name in ("attackers 1 (rookie)", "attackers 2 (elite)", "defenders 1") if name not in war] == []
    assert "attackers_win" in war


def test_why__threshold_on_its_own__has_no_name(destiny: CommandLine) -> None:
    action = {"action_type": "pve", "threshold": 20, "actor": {"skills": {}}}

    assert "\nthreshold 20\n" in destiny("why", resolved(destiny, action)["resolution_id"]).output


def test_why__id_that_has_no_record__is_refused(destiny: CommandLine) -> None:
    code, output, errors = destiny("why", "01930000-0000-7000-8000-000000000999")

    assert (code, output) == (2, "")
    assert errors.startswith("destiny: Not found (404): ")
    assert destiny("why", "../admin").code == 2
    assert destiny("why", "").code == 2


def test_verify__resolution_by_its_id__matches_in_every_way(destiny: CommandLine) -> None:
    code, output, errors = destiny("verify", resolved(destiny, BANK, promised=True)["resolution_id"])

    assert (code, errors) == (0, "")
    assert output.splitlines() == [
        "+ the server seed has the hash in the draw: yes",
        "+ the seeds lead to the cards in the draw: yes",
        "+ these hands were played: yes",
        "+ the service finds the same cards: yes",
        "matches",
    ]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda one: f"{one.get('for', 'resolve')} {one['client_seed']}")
def test_verify__published_vector__matches_here_and_there(
    destiny: CommandLine, tmp_path: Path, vector: dict[str, Any]
) -> None:
    draw = {name: value for name, value in vector.items() if name != "words"}
    draw |= {"server_seed_hash": HASHES[draw["server_seed"]], "draw_id": "01930000-0000-7000-8000-000000000001"}

    code, output, errors = destiny("verify", saved(tmp_path / "draw.json", draw), "--hash", draw["server_seed_hash"])

    assert (code, errors) == (0, "")
    assert output.endswith("+ the service finds the same cards: yes\nmatches\n")


def changed_hand(answer: Any) -> None:
    answer["draw"]["hands"][0][0] = "A♦"


def changed_both(answer: Any) -> None:
    changed_hand(answer)
    answer["actor"]["hand"][0] = "A♦"


def changed_seed(answer: Any) -> None:
    answer["draw"]["server_seed"] = "ff" * 32


def changed_hash(answer: Any) -> None:
    answer["draw"]["server_seed_hash"] = "ff" * 32


def played_another(answer: Any) -> None:
    answer["actor"]["hand"].reverse()


@pytest.mark.parametrize("change", [changed_hand, changed_both, changed_seed, changed_hash, played_another])
@pytest.mark.parametrize("alone", [True, False])
def test_verify__something_changed_afterwards__does_not_match(
    destiny: CommandLine, change: Any, *, alone: bool
) -> None:
    answer = resolved(destiny, BANK, promised=True)
    change(answer)

    sent = len(destiny.sent)
    code, output, _ = destiny("verify", "-", *["--here-only"] * alone, input=json.dumps(answer))

    assert code == 1
    assert output.endswith("does not match\n")
    assert "- " in output
    assert len(destiny.sent) - sent == (0 if alone else 1)


def test_verify__another_hash_than_was_published__does_not_match(destiny: CommandLine) -> None:
    answer = json.dumps(resolved(destiny, BANK, promised=True))

    assert destiny("verify", "-", "--hash", "ab" * 32, input=answer).code == 1


def test_verify__hand_sorted_in_the_draw__still_matches(destiny: CommandLine) -> None:
    draw = resolved(destiny, BANK, promised=True)["draw"]
    draw["hands"][0].sort()

    assert destiny("verify", "-", input=json.dumps({"draw": draw})).code == 0


SEED = {"server_seed": "00" * 32, "server_seed_hash": "00" * 32, "client_seed": "a"}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"resolution_id": "x"}, "has no promised draw"),
        ([1], "has no promised draw"),
        (None, "has no promised draw"),
        ({"server_seed": 3}, "client_seed is missing"),
        ({**SEED, "server_seed": "zz", "hands": []}, "server_seed is not 64 hexadecimal digits"),
        ({**SEED, "hands": []}, "hands is no list of 1 to 200 hands"),
        ({**SEED, "hands": [[]] * 201}, "hands is no list of 1 to 200 hands"),
        ({**SEED, "hands": [3]}, "This is no draw as the service reveals it"),
        ({**SEED, "hands": [[]], "server_seed_hash": 3}, "This is no draw as the service reveals it"),
        ({**SEED, "hands": [[]], "client_seed": "\ud800"}, "This is no draw as the service reveals it"),
        ({**SEED, "hands": [[]], "client_seed": ["a"]}, "client_seed is no text of 1 to 128 characters"),
        ({**SEED, "for": "poker"}, "'poker' is not a valid DrawPurpose"),
        ({**SEED, "for": "pyramid_deal", "deal": {"variant": "standard", "players": [1] * 10_000}}, "a deal has "),
        ({**SEED, "for": "pyramid_deal", "deal": {"players": [1, 2]}}, "variant is missing"),
        ({**SEED, "for": "piecepacks_deal", "deal": {"variant": "five_card", "players": [1] * 40}}, "players"),
    ],
)
def test_verify__no_draw_as_the_service_reveals_it__is_refused_without_asking(
    destiny: CommandLine, document: Any, said: str
) -> None:
    code, output, errors = destiny("verify", "-", input=json.dumps(document))

    assert (code, output) == (2, "")
    assert said in errors
    assert destiny.sent == []
