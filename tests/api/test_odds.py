"""Odds over HTTP: whole numbers of hands that add up. The figures themselves are the oracle tests' business."""

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import ACTIONS, GANG_WAR, ODDS, PVE, PVP, changed, with_hands
from tests.contract_client import ContractClient
from tests.fakes.system import ScriptedDealer

HANDS = 2_598_960
PAIRS = HANDS**2


@pytest.mark.parametrize("action_type", ["pve", "skill_check"])
def test_odds__challenge__counts_every_hand_once(client: ContractClient, action_type: str) -> None:
    answer = client.post(ODDS, json=ACTIONS[action_type]).get_json()

    assert (answer["action_type"], answer["tuning_revision"], answer["hands"]) == (action_type, 0, HANDS)
    assert list(answer["degrees"]) == ["critical_success", "success", "failure", "critical_failure"]
    assert sum(degree["hands"] for degree in answer["degrees"].values()) == HANDS
    for chance in (*answer["degrees"].values(), answer["success"]):
        assert chance["probability"] == chance["hands"] / HANDS
    assert list(answer["total_quantiles"]) == ["p05", "p25", "p50", "p75", "p95"]
    assert list(answer["total_quantiles"].values()) == sorted(answer["total_quantiles"].values())


def test_odds__unskilled_actor_against_a_full_house__counts_the_hands_that_are_one_or_better(
    client: ContractClient,
) -> None:
    body = {"action_type": "pve", "threshold": 225, "actor": {"skills": {}}}

    answer = client.post(ODDS, json=body).get_json()

    assert answer["success"]["hands"] == 3744 + 624 + 36 + 4
    # Four of a kind has at least 302 points, so what is not critical is the full houses.
    assert answer["degrees"]["success"]["hands"] == 3744 + 624
    assert answer["degrees"]["critical_success"]["hands"] == 36 + 4


def test_odds__duel__has_a_winner_in_every_pair_of_hands(client: ContractClient) -> None:
    answer = client.post(ODDS, json=PVP).get_json()

    assert answer["pairs"] == PAIRS == 6_754_593_081_600
    assert answer["actor_wins"]["pairs"] + answer["target_wins"]["pairs"] == PAIRS
    assert answer["actor_wins"]["pairs"] == 16_001_411_384


def test_odds__duel_of_equals__gives_the_target_the_ties(client: ContractClient) -> None:
    body = {"action_type": "pvp", "actor": {"skills": {}}, "target": {"skills": {}}}

    answer = client.post(ODDS, json=body).get_json()

    assert answer["target_wins"]["pairs"] - answer["actor_wins"]["pairs"] == answer["tied_totals"]["pairs"]


@pytest.mark.parametrize("method", ["average", "best_three"])
def test_odds__gang_war__adds_up_within_its_error(client: ContractClient, method: str) -> None:
    answer = client.post(ODDS, json=GANG_WAR | {"method": method}).get_json()

    total = answer["attackers_win"]["probability"] + answer["defenders_win"]["probability"]
    assert total == pytest.approx(1, abs=2 * answer["absolute_error"])
    assert answer["absolute_error"] <= 1e-9


def test_odds__any_action__draws_nothing(client: ContractClient, dealer: ScriptedDealer) -> None:
    for body in ACTIONS.values():
        assert client.post(ODDS, json=body).status_code == 200

    assert dealer.draws == 0


def test_odds__hand_given__is_an_unknown_field(refusals: Refusals) -> None:
    assert list(refusals.errors(ODDS, with_hands(PVE))) == ["/actor/hand"]


def test_odds__unknown_crime__is_refused_like_in_resolve(refusals: Refusals) -> None:
    assert list(refusals.errors(ODDS, changed(PVE, "crime", "jaywalking"))) == ["/crime"]
