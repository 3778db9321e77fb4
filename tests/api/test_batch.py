"""Many actions in one request: answered in order, as if each had come alone."""

from tests.builders.actions import ACTIONS, BATCH, PVE, RESOLVE, changed
from tests.builders.hands import FOUR_OF_A_KIND, PAIR, STRAIGHT
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import ScriptedDealer


def test_batch__one_of_each_action__answers_what_each_would_get_alone() -> None:
    bodies = list(ACTIONS.values())
    alone, together = (
        ContractClient(make_app(dealer=ScriptedDealer(PAIR, STRAIGHT, FOUR_OF_A_KIND))) for _ in ("alone", "together")
    )

    one_by_one = [alone.post(RESOLVE, json=body).get_json() for body in bodies]

    kinds = {"pve": "challenge", "skill_check": "challenge", "pvp": "duel", "gang_war": "gang_war"}
    expected = [{"kind": kinds[answer["action_type"]], **answer} for answer in one_by_one]
    assert together.post(BATCH, json={"requests": bodies}).get_json() == {"results": expected}


def test_batch__items_of_their_own_order__are_answered_in_it(client: ContractClient) -> None:
    thresholds = [40, 3, 17.5, 99_999.99, 0]
    bodies = [{"action_type": "pve", "threshold": threshold, "actor": {"skills": {}}} for threshold in thresholds]

    results = client.post(BATCH, json={"requests": bodies}).get_json()["results"]

    assert [result["challenge"]["threshold"] for result in results] == thresholds


def test_batch__bad_item_between_good_ones__draws_for_the_good_ones_alone(
    client: ContractClient, dealer: ScriptedDealer
) -> None:
    requests = [PVE, changed(PVE, "actor", "items", ["x"]), {"action_type": "pve"}, PVE]

    results = client.post(BATCH, json={"requests": requests}).get_json()["results"]

    assert dealer.dealt == 2
    assert [result.get("resolution_id", "")[-1:] for result in results] == ["1", "", "", "2"]
    assert [result["kind"] for result in results] == ["challenge", "problem", "problem", "challenge"]
    assert [error["pointer"] for error in results[1]["errors"]] == ["/requests/1/actor/items/0"]
    assert [error["pointer"] for error in results[2]["errors"]] == ["/requests/2/actor"]
    assert {result.get("instance") for result in results} == {None, BATCH}
