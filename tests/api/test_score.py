"""Scoring given hands: the same answer as resolve, nothing drawn, nothing named."""

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import ACTIONS, BATCH, GANG_WAR, HANDS, PVE, PVP, RESOLVE, SCORE, changed, with_hands
from tests.builders.hands import hand
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import ScriptedDealer

SIDES = {"pve": "/actor", "skill_check": "/actor", "pvp": "/target", "gang_war": "/attackers/1"}


@pytest.mark.parametrize("action_type", ACTIONS)
def test_score__same_hands_as_a_resolution__answers_the_same(action_type: str) -> None:
    dealer = ScriptedDealer(*(hand(" ".join(cards)) for cards in HANDS))
    client = ContractClient(make_app(dealer=dealer))
    resolved = client.post(RESOLVE, json=ACTIONS[action_type]).get_json()
    drawn = dealer.draws

    scored = client.post(SCORE, json=with_hands(ACTIONS[action_type])).get_json()

    assert scored == {name: value for name, value in resolved.items() if name != "resolution_id"}
    assert dealer.draws == drawn


@pytest.mark.parametrize(
    "cards",
    [
        ["Ks", "Qs", "Js", "Ts", "9s"],
        ["kS", "qS", "jS", "tS", "9S"],
        ["K♠", "Q♠", "J♠", "10♠", "9♠"],
        ["ks", "q♠", "JS", "10s", "9♠"],
    ],
)
def test_score__cards_in_any_spelling__answers_symbols(client: ContractClient, cards: list[str]) -> None:
    answer = client.post(SCORE, json=changed(PVE, "actor", "hand", cards)).get_json()

    assert answer["actor"]["hand"] == ["K♠", "Q♠", "J♠", "10♠", "9♠"]
    assert answer["actor"]["hand_rank"] == "straight_flush"


def test_score__test_case_four_by_the_published_curve__is_804_and_a_half(client: ContractClient) -> None:
    body = changed(with_hands(PVE), "actor", "hand", ["K♠", "Q♠", "J♠", "10♠", "9♠"])

    answer = client.post(SCORE, json=body | {"tuning": {"skill_curve": "published"}}).get_json()

    assert answer["actor"]["suit_bonuses"]["spades"] == 80.9
    assert answer["actor"]["total_score"] == 804.5
    assert answer["outcome"]["degree"] == "critical_success"
    assert answer["outcome"]["reward_multiplier"] == 2


def test_score__royal_flush_that_wins_by_itself__says_so(client: ContractClient) -> None:
    royal = ["A♠", "K♠", "Q♠", "J♠", "10♠"]
    body = changed(with_hands(PVP), "actor", "hand", royal)

    outcome = client.post(SCORE, json=body | {"tuning": {"royal_flush_auto_win": True}}).get_json()["outcome"]

    assert outcome["winner"] == "actor"
    assert outcome["decided_by"] == "royal_flush"
    assert outcome["critical"] is True


def test_score__identical_hands__are_decided_by_suits(client: ContractClient) -> None:
    body = changed(with_hands(PVP), "target", "hand", list(HANDS[0]))

    assert client.post(SCORE, json=body).get_json()["outcome"]["decided_by"] == "identical_hands"


@pytest.mark.parametrize("action_type", ACTIONS)
def test_score__no_hand__names_every_seat_without_one(refusals: Refusals, action_type: str) -> None:
    found = refusals.errors(SCORE, ACTIONS[action_type])

    assert set(found.values()) == {"Required."}
    assert f"{SIDES[action_type]}/hand" in found


@pytest.mark.parametrize("action_type", ACTIONS)
def test_resolve__hand_given__is_an_unknown_field(refusals: Refusals, action_type: str) -> None:
    found = refusals.errors(RESOLVE, with_hands(ACTIONS[action_type]))

    assert found[f"{SIDES[action_type]}/hand"].startswith("Unknown field. Allowed: skills, suit_bonuses, npc, ")


def test_score__bad_card_deep_in_a_gang__is_pointed_at(refusals: Refusals) -> None:
    body = changed(with_hands(GANG_WAR), "attackers", 1, "hand", 3, "11♥")

    assert list(refusals.errors(SCORE, body)) == ["/attackers/1/hand/3"]


def test_batch__score_bodies__are_not_for_it(client: ContractClient) -> None:
    results = client.post(BATCH, json={"requests": [with_hands(PVE)]}).get_json()["results"]

    assert results[0]["errors"][0]["pointer"] == "/requests/0/actor/hand"
