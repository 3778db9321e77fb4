"""Rewards over HTTP: shown where the tuning has them, and nowhere else."""

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import ODDS
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN
from tests.openapi import Json

SCORE, CURVE = "/v1/score", "/v1/odds/curve"
PAYING: Json = {"crimes": {"bank_robbery": {"reward": 99.75}}}
ACTOR: Json = {"skills": {"lockpicking": 50, "stealth": 40}}
BANK: Json = {"action_type": "pve", "crime": "bank_robbery", "actor": ACTOR, "tuning": PAYING}
ROYAL, NOTHING = ["A♠", "K♠", "Q♠", "J♠", "10♠"], ["9♦", "9♣", "7♥", "4♠", "2♦"]


def test_score__of_a_crime_with_a_reward__pays_it_times_the_multiplier(client: ContractClient) -> None:
    def reward(hand: list[str], **multipliers: float) -> float:
        tuning = {**PAYING, "reward_multipliers": multipliers}
        answer = client.post(SCORE, json={**BANK, "actor": {**ACTOR, "hand": hand}, "tuning": tuning}).get_json()
        paid: float = answer["outcome"]["reward"]
        return paid

    assert (reward(ROYAL), reward(NOTHING)) == (199.5, 0)
    assert reward(ROYAL, critical_success=1.000001) == 99.75009975


def test_resolve__under_the_shipped_tuning__has_no_reward(client: ContractClient) -> None:
    answer = client.post("/v1/resolve", json={key: BANK[key] for key in ("action_type", "crime", "actor")}).get_json()

    assert "reward" not in answer["outcome"]
    assert "reward" not in client.get("/v1/catalogue").get_json()["crimes"]["bank_robbery"]


def test_resolve__of_a_crime_that_pays_now__is_recorded_with_its_reward(client: ContractClient) -> None:
    change = {"values": PAYING, "reason": "Banks pay."}
    client.request("PATCH", "/v1/admin/tuning", json=change, headers={**AS_ADMIN, "If-Match": '"0"'})

    answer = client.post("/v1/resolve", json={key: BANK[key] for key in ("action_type", "crime", "actor")}).get_json()

    assert answer["outcome"]["reward"] == 99.75 * answer["outcome"]["reward_multiplier"]
    assert client.get("/v1/catalogue").get_json()["crimes"]["bank_robbery"]["reward"] == 99.75


def test_odds__of_a_crime_with_a_reward__expect_what_its_degrees_pay(client: ContractClient) -> None:
    answer = client.post(ODDS, json=BANK).get_json()

    hands = {degree: chance["hands"] for degree, chance in answer["degrees"].items()}
    expected = 99.75 * (2 * hands["critical_success"] + hands["success"]) / answer["hands"]
    assert answer["reward"]["expected"] == pytest.approx(expected, rel=1e-12)
    assert answer["reward"]["per_energy"] == answer["reward"]["expected"] / 50
    assert answer["reward"]["standard_deviation"] > 0
    assert "attempts" not in answer


def test_odds__of_many_attempts__sum_their_rewards_and_their_energy(client: ContractClient) -> None:
    one, many = (client.post(ODDS, json={**BANK, "attempts": attempts}).get_json() for attempts in (1, 400))

    assert one["attempts"]["expected"] == one["reward"]["expected"]
    assert many["attempts"]["expected"] == pytest.approx(400 * one["reward"]["expected"], rel=1e-12)
    assert (one["attempts"]["energy"], many["attempts"]["energy"]) == (50, 20_000)
    quantiles = [*many["attempts"]["quantiles"].values()]
    assert quantiles == sorted(quantiles)
    assert quantiles[0] < many["attempts"]["expected"] < quantiles[-1]
    assert all((quantile / 99.75).is_integer() for quantile in quantiles)


def test_curve__of_a_crime_with_a_reward__expects_what_the_odds_expect(client: ContractClient) -> None:
    body = {"participant": {}, "grow": {"all": True}, "from": 30, "to": 30, "tuning": PAYING}
    against = {"crimes": ["bank_robbery", "burglary"], "thresholds": [100]}
    skills = dict.fromkeys(client.get("/v1/catalogue").get_json()["skills"], 30)

    bank, *others = client.post(CURVE, json={**body, "against": against}).get_json()["challenges"]

    odds = client.post(ODDS, json={**BANK, "actor": {"skills": skills}}).get_json()
    assert bank["expected_reward"] == [odds["reward"]["expected"]]
    assert not any("expected_reward" in other for other in others)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({**BANK, "tuning": {}}, "Needs a crime that has a reward in the tuning."),
        ({"action_type": "pve", "threshold": 100, "actor": ACTOR}, "Needs crime."),
        ({"action_type": "skill_check", "difficulty": "hard", "actor": ACTOR}, "Unknown field."),
        (
            {**BANK, "tuning": {**PAYING, "reward_multipliers": {"success": 1.000001}}},
            "Must be at most 1 with these reward multipliers",
        ),
    ],
)
def test_attempts__that_cannot_be_counted__are_refused(refusals: Refusals, body: Json, message: str) -> None:
    ((pointer, text),) = refusals.errors(ODDS, {**body, "attempts": 2}).items()

    assert pointer == "/attempts"
    assert text.startswith(message)


@pytest.mark.parametrize("reward", [-0.01, 1_000_000.01, 0.001, "100", True])
def test_reward__that_is_no_amount__is_refused(refusals: Refusals, reward: object) -> None:
    tuning = {"crimes": {"bank_robbery": {"reward": reward}}}

    assert list(refusals.errors(ODDS, {**BANK, "tuning": tuning})) == ["/tuning/crimes/bank_robbery/reward"]
