"""Score and odds under another tuning: an earlier revision, or values laid over it for one call."""

from typing import Any

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import GANG_WAR, ODDS, PVE, PVP, SCORE, SKILL_CHECK, with_hands
from tests.contract_client import ContractClient

BODIES = {SCORE: with_hands(PVE), ODDS: PVE}
NOT_NULL = "Must not be null; only an entry of the catalogue can be removed."
NOT_THERE = "Does not exist, so it cannot be removed."
WHAT_IFS = pytest.mark.parametrize("path", BODIES)


@WHAT_IFS
@pytest.mark.parametrize("more", [{"tuning_revision": 0}, {"tuning_revision": 0.0}, {"tuning": {}}])
def test_what_if__that_changes_nothing__answers_the_same(
    client: ContractClient, path: str, more: dict[str, Any]
) -> None:
    plain = client.post(path, json=BODIES[path])

    assert client.post(path, json=BODIES[path] | more).get_json() == plain.get_json()


@WHAT_IFS
def test_overlay__for_one_call__is_gone_with_it(client: ContractClient, path: str) -> None:
    before = client.post(path, json=BODIES[path]).get_json()

    other = client.post(path, json=BODIES[path] | {"tuning": {"hand_rank_scores": {"pair": 90}}}).get_json()

    assert other != before
    assert client.post(path, json=BODIES[path]).get_json() == before
    scores = {one["hand_rank"]: one["base_score"] for one in client.get("/v1/catalogue").get_json()["hand_ranks"]}
    assert scores["pair"] == 30


@pytest.mark.parametrize(
    ("overlay", "total"),
    [
        ({"hand_rank_scores": {"pair": 90.5}}, 249.36),  # 60.5 more than 188.86
        ({"skill_curve": "published"}, 205.8),  # 44 + 2 × 80.90
        ({"skill_linear_coefficient": 1, "skill_exponential_coefficient": 0}, 220),  # 44 + 2 × (49 + 39)
        ({"skill_exponential_base": 0}, 176.2),  # 44 + 2 × (36.75 + 0.05 + 29.25 + 0.05)
        ({"skills": {"stealth": ["hearts", "diamonds"]}}, 188.86),
        ({"skills": {"stealth": ["hearts"]}}, 156.8),  # one heart instead of two spades
    ],
)
def test_overlay__on_what_makes_a_score__changes_it(
    client: ContractClient, overlay: dict[str, Any], total: float
) -> None:
    answer = client.post(SCORE, json=with_hands(PVE) | {"tuning": overlay}).get_json()

    assert answer["actor"]["total_score"] == total


@pytest.mark.parametrize(
    ("overlay", "outcome"),
    [
        ({"critical_margin": 0, "crimes": {"bank_robbery": {"threshold": 188.86}}}, ("critical_success", 0, 2)),
        ({"crimes": {"bank_robbery": {"threshold": 188.87}}}, ("failure", -0.01, 0)),
        ({"crimes": {"bank_robbery": {"threshold": 88.86}}}, ("critical_success", 100, 2)),
        ({"failure_margin": -86.13}, ("critical_failure", -86.14, 0)),
        ({"failure_margin": -86.14, "reward_multipliers": {"failure": 0.000001}}, ("failure", -86.14, 0.000001)),
    ],
)
def test_overlay__on_what_makes_an_outcome__changes_it(
    client: ContractClient, overlay: dict[str, Any], outcome: tuple[str, float, float]
) -> None:
    found = client.post(SCORE, json=with_hands(PVE) | {"tuning": overlay}).get_json()["outcome"]

    assert (found["degree"], found["margin"], found["reward_multiplier"]) == outcome


def test_overlay__new_entries_in_every_part_of_the_catalogue__can_be_named_at_once(client: ContractClient) -> None:
    overlay = {
        "skills": {"juggling": ["spades"]},
        "crimes": {"claim_jump": {"difficulty": "odd", "threshold": 12.34, "energy_cost": 7}},
        "items": {"boots": {"flat": 1}},
        "effects": {"coffee": {"duration_seconds": 60, "hand_ranks": {"pair": 2}}},
        "locations": {"saloon": {"flat": 4}},
    }
    actor = {"skills": {"juggling": 1}, "items": ["boots"], "effects": ["coffee"]}
    body = with_hands({"action_type": "pve", "crime": "claim_jump", "location": "saloon", "actor": actor})

    answer = client.post(SCORE, json=body | {"tuning": overlay}).get_json()

    assert answer["challenge"] == {
        "name": "claim_jump",
        "difficulty": "odd",
        "threshold": 12.34,
        "energy_cost": 7,
    }
    assert answer["actor"]["breakdown"][2:] == [
        {"source": "item:boots", "points": 1},
        {"source": "effect:coffee", "points": 2},
        {"source": "location:saloon", "points": 4},
    ]


def test_overlay__ties_for_the_attacker__turns_them(client: ContractClient) -> None:
    body = with_hands({"action_type": "pvp", "actor": {"skills": {}}, "target": {"skills": {}}})
    body["target"]["hand"] = ["K♥", "K♣", "A♠", "7♦", "3♣"]

    def winner(**overlay: bool) -> str:
        return str(client.post(SCORE, json=body | {"tuning": overlay}).get_json()["outcome"]["winner"])

    assert winner() == "target"
    assert winner(tie_favors_defender=False) == "actor"


def test_overlay__multiplier_of_the_defense_bonus__rounds_half_up(client: ContractClient) -> None:
    body = with_hands(GANG_WAR) | {"defense_bonus": 0.05, "tuning": {"territory_defense_multiplier": 0.5}}

    defender = client.post(SCORE, json=body).get_json()["defenders"]["participants"][0]

    assert defender["modifier_score"] == 0.03


@pytest.mark.parametrize("body", [PVE, SKILL_CHECK, PVP, GANG_WAR])
@pytest.mark.parametrize("path", [SCORE, ODDS])
def test_what_if__any_action__takes_a_revision_and_an_overlay(
    client: ContractClient, path: str, body: dict[str, Any]
) -> None:
    asked = (with_hands(body) if path == SCORE else body) | {
        "tuning_revision": 0,
        "tuning": {"royal_flush_auto_win": True},
    }

    assert client.post(path, json=asked).get_json()["tuning_revision"] == 0


@WHAT_IFS
@pytest.mark.parametrize(
    ("overlay", "pointer", "message"),
    [
        ({"critical_margin": None}, "/critical_margin", NOT_NULL),
        ({"items": None}, "/items", NOT_NULL),
        ({"no_such_key": None}, "/no_such_key", NOT_NULL),
        (
            {"crimes": {"bank_robbery": {"threshold": None}}},
            "/crimes/bank_robbery/threshold",
            NOT_NULL,
        ),
        ({"items": {"a/b~c": None}}, "/items/a~1b~0c", NOT_THERE),
        ({"crimes": {"jaywalking": None}}, "/crimes/jaywalking", NOT_THERE),
    ],
)
def test_overlay__null_where_nothing_can_go__is_refused(
    refusals: Refusals, path: str, overlay: dict[str, Any], pointer: str, message: str
) -> None:
    assert refusals.errors(path, BODIES[path] | {"tuning": overlay}) == {f"/tuning{pointer}": message}


@WHAT_IFS
def test_overlay__null_for_an_entry_that_is_there__takes_it_away_for_the_call(refusals: Refusals, path: str) -> None:
    taken = {"tuning": {"crimes": {"bank_robbery": None}}}

    (pointer,) = found = refusals.errors(path, BODIES[path] | taken)

    assert pointer == "/crime"
    assert found[pointer].startswith("Unknown crime 'bank_robbery'. Known: burglary, ")
    assert refusals.client.post(path, json=BODIES[path]).status_code == 200
