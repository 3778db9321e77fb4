"""Resolving one action by hands that the test chooses."""

import pytest

from tests.builders.actions import GANG_WAR, PVE, PVP, RESOLVE, RICH, SKILL_CHECK, Json, changed
from tests.builders.hands import FOUR_OF_A_KIND, PAIR, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH
from tests.builders.tunings import tuning_with
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import ScriptedDealer


def test_resolve__crime_with_everything_a_participant_can_have__answers_every_figure(client: ContractClient) -> None:
    answer = client.post(RESOLVE, json=RICH)

    assert answer.status_code == 200
    assert answer.content_type == "application/json"
    assert answer.get_json() == {
        "resolution_id": "01930000-0000-7000-8000-000000000001",
        "action_type": "pve",
        "tuning_revision": 0,
        "actor": {
            "hand": ["K♠", "K♦", "A♣", "7♥", "3♠"],
            "hand_rank": "pair",
            "base_score": 44,
            "suit_counts": {"spades": 2, "hearts": 1, "clubs": 1, "diamonds": 1},
            # 40.37 + 32.06 by the formula, then charm 5, map 5, Frontera 8 and 3, whiskey 10 and -5
            "suit_bonuses": {"spades": 90.43, "hearts": -5, "clubs": 13, "diamonds": 0},
            "suit_score": 188.86,
            "modifier_score": 35,
            "total_score": 267.86,
            "breakdown": [
                {"source": "hand_rank", "points": 30},
                {"source": "kicker", "points": 14},
                {"source": "suit:spades", "points": 180.86},
                {"source": "suit:hearts", "points": -5},
                {"source": "suit:clubs", "points": 13},
                {"source": "modifier:hideout_map", "points": 20},
                {"source": "item:lucky_ace_charm", "points": 15},
            ],
        },
        "challenge": {"name": "bank_robbery", "difficulty": "hard", "threshold": 275, "energy_cost": 50},
        "outcome": {
            "success": False,
            "degree": "failure",
            "margin": -7.14,
            "decided_by": "score",
            "reward_multiplier": 0,
            "penalty": "minor",
        },
    }


def test_resolve__skill_check__has_the_checks_threshold_and_costs_no_energy() -> None:
    client = ContractClient(make_app(dealer=ScriptedDealer(STRAIGHT)))

    answer = client.post(RESOLVE, json=SKILL_CHECK).get_json()

    assert answer["action_type"] == "skill_check"
    assert answer["actor"]["suit_bonuses"] == {"spades": 19.65, "hearts": 19.65, "clubs": 0, "diamonds": 0}
    assert answer["actor"]["total_score"] == 189.3
    assert answer["challenge"] == {"name": "medium", "difficulty": "medium", "threshold": 150, "energy_cost": None}
    assert answer["outcome"] == {
        "success": True,
        "degree": "success",
        "margin": 39.3,
        "decided_by": "score",
        "reward_multiplier": 1,
        "penalty": "none",
    }


@pytest.mark.parametrize("action_type", ["pve", "skill_check"])
def test_resolve__bare_threshold__is_a_custom_challenge(client: ContractClient, action_type: str) -> None:
    body = {"action_type": action_type, "threshold": 44.01, "actor": {"skills": {}}}

    answer = client.post(RESOLVE, json=body).get_json()

    assert answer["challenge"] == {
        "name": "custom",
        "difficulty": "custom",
        "threshold": 44.01,
        "energy_cost": None,
    }
    assert answer["outcome"]["margin"] == -0.01
    assert answer["outcome"]["degree"] == "failure"


def test_resolve__duel__deals_the_actor_first_and_compares_the_totals() -> None:
    dealer = ScriptedDealer(FOUR_OF_A_KIND, PAIR)
    client = ContractClient(make_app(dealer=dealer))

    answer = client.post(RESOLVE, json=PVP).get_json()

    assert (dealer.draws, dealer.dealt) == (1, 2)
    assert answer["actor"]["hand"] == ["2♠", "2♥", "2♣", "2♦", "9♦"]
    assert answer["actor"]["total_score"] == 321.5
    assert answer["target"]["suit_bonuses"] == dict.fromkeys(("spades", "hearts", "clubs", "diamonds"), 30.53)
    assert answer["target"]["total_score"] == 196.65
    assert answer["outcome"] == {"winner": "actor", "margin": 124.85, "decided_by": "score", "critical": False}
    assert "challenge" not in answer


def test_resolve__defense_bonus__is_the_targets_alone(client: ContractClient) -> None:
    body = {"action_type": "pvp", "actor": {"skills": {}}, "target": {"skills": {}}, "defense_bonus": 10.5}

    answer = client.post(RESOLVE, json=body).get_json()

    assert answer["actor"]["modifier_score"] == 0
    assert answer["target"]["modifier_score"] == 10.5
    assert answer["target"]["breakdown"][-1] == {"source": "defense_bonus", "points": 10.5}
    assert answer["outcome"] == {
        "winner": "target",
        "margin": -10.5,
        "decided_by": "identical_hands",
        "critical": False,
    }


def test_resolve__duel_with_equal_totals__falls_to_the_target() -> None:
    client = ContractClient(make_app(dealer=ScriptedDealer(ROYAL_FLUSH, STRAIGHT_FLUSH)))
    body = {"action_type": "pvp", "actor": {"suit_bonuses": {"spades": -20}}, "target": {"skills": {}}}

    outcome = client.post(RESOLVE, json=body).get_json()["outcome"]

    assert outcome == {"winner": "target", "margin": 0, "decided_by": "tie", "critical": False}


@pytest.mark.parametrize("method", ["average", "best_three"])
def test_resolve__gang_war_of_three__answers_both_gangs_and_deals_attackers_first(method: str) -> None:
    dealer = ScriptedDealer(STRAIGHT, FOUR_OF_A_KIND, PAIR)
    client = ContractClient(make_app(dealer=dealer))
    attackers: list[Json] = [{"skills": {}} for _ in range(3)]
    body = changed(GANG_WAR, "attackers", attackers) | {"method": method}

    answer = client.post(RESOLVE, json=body).get_json()

    assert (dealer.draws, dealer.dealt) == (1, 4)
    assert answer["attackers"]["method"] == answer["defenders"]["method"] == method
    assert answer["attackers"]["score"] == 167.67
    assert [one["total_score"] for one in answer["attackers"]["participants"]] == [150, 309, 44]
    assert [one["total_score"] for one in answer["defenders"]["participants"]] == [234.3]
    assert answer["outcome"] == {
        "winner": "defenders",
        "margin": -66.63,
        "decided_by": "score",
        "critical": False,
    }


def test_resolve__gang_war_without_a_method__takes_the_average(client: ContractClient) -> None:
    assert client.post(RESOLVE, json=GANG_WAR).get_json()["attackers"]["method"] == "average"


def test_resolve__gang_by_best_three__leaves_the_others_out() -> None:
    client = ContractClient(make_app(dealer=ScriptedDealer(STRAIGHT, FOUR_OF_A_KIND, PAIR)))
    body = changed(GANG_WAR, "attackers", [{"skills": {}} for _ in range(5)]) | {"method": "best_three"}

    answer = client.post(RESOLVE, json=body).get_json()

    assert [one["total_score"] for one in answer["attackers"]["participants"]] == [150, 309, 44, 150, 309]
    assert answer["attackers"]["score"] == 256
    assert answer["outcome"]["winner"] == "attackers"


def test_resolve__npc_in_any_seat__has_its_bonus_in_every_suit(client: ContractClient) -> None:
    answer = client.post(RESOLVE, json=changed(PVE, "actor", {"npc": "legendary"})).get_json()

    assert set(answer["actor"]["suit_bonuses"].values()) == {78.43}


def test_resolve__maps_that_are_empty_or_partial__count_as_zero(client: ContractClient) -> None:
    modifier = {"source": "nothing", "suits": {}, "hand_ranks": {}}
    actor = {"suit_bonuses": {}, "modifiers": [modifier], "items": [], "effects": []}

    answer = client.post(RESOLVE, json=changed(PVE, "actor", actor)).get_json()

    assert answer["actor"]["total_score"] == answer["actor"]["base_score"] == 44


def test_resolve__largest_gangs__are_resolved(client: ContractClient, dealer: ScriptedDealer) -> None:
    many: list[Json] = [{"skills": {}}] * 100

    answer = client.post(RESOLVE, json={"action_type": "gang_war", "attackers": many, "defenders": many})

    assert answer.status_code == 200
    assert dealer.dealt == 200


def test_resolve__twice__gives_each_resolution_a_new_id(client: ContractClient) -> None:
    first, second = (client.post(RESOLVE, json=PVE).get_json()["resolution_id"] for _ in range(2))

    assert first < second


def test_resolve__every_skill_at_the_highest_level__is_resolved(client: ContractClient) -> None:
    skills = dict.fromkeys(tuning_with().skills, 100)

    assert client.post(RESOLVE, json=changed(PVE, "actor", {"skills": skills})).status_code == 200
