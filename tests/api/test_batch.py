"""Many actions in one request: answered in order, as if each had come alone."""

from typing import Any

from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.actions import ACTIONS, BATCH, PVE, PVP, RESOLVE, changed
from tests.builders.hands import FLUSH, FOUR_OF_A_KIND, PAIR, ROYAL_FLUSH, STRAIGHT
from tests.builders.random_actions import RandomActions
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import ScriptedDealer
from tests.strategies import bounded_to

KINDS = {"pve": "challenge", "skill_check": "challenge", "pvp": "duel", "gang_war": "gang_war"}


def test_batch__one_of_each_action__answers_what_each_would_get_alone() -> None:
    bodies = list(ACTIONS.values())
    alone, together = (
        ContractClient(make_app(dealer=ScriptedDealer(PAIR, STRAIGHT, FOUR_OF_A_KIND))) for _ in ("alone", "together")
    )

    one_by_one = [alone.post(RESOLVE, json=body).get_json() for body in bodies]

    expected = [{"kind": KINDS[answer["action_type"]], **answer} for answer in one_by_one]
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


HANDS = (PAIR, STRAIGHT, FOUR_OF_A_KIND, FLUSH, ROYAL_FLUSH)
ANN: dict[str, Any] = {"skills": {"lockpicking": 35, "stealth": 12}}


def spoiled(body: dict[str, Any], how: int) -> Any:
    """The body, or one that is wrong in one of several ways."""
    wrong = [
        {**body, "location": "atlantis"},
        {**body, "bogus": how},
        {name: value for name, value in body.items() if name not in ("actor", "attackers")},
        {**body, "action_type": "nap"},
        {**body, "draw": {"draw_id": "01930000-0000-7000-8000-000000000099", "client_seed": "x"}},
        {**PVP, "actor": {"character_id": "nobody"}},
        5,
    ]
    return wrong[how] if how < len(wrong) else body


def answered_alone(client: FlaskClient, index: int, body: Any) -> dict[str, Any]:
    """What a single call answers, as a batch shows it."""
    answer = client.post(RESOLVE, json=body).get_json()
    if "status" not in answer:
        return {"kind": KINDS[answer["action_type"]], **answer}
    errors = [{**error, "pointer": f"/requests/{index}{error['pointer']}"} for error in answer["errors"]]
    return {"kind": "problem", **answer, "instance": BATCH, "errors": errors}


@given(seed=st.integers(0, 10**6), ways=st.lists(st.integers(0, 20), min_size=1, max_size=12), times=st.integers(1, 3))
@bounded_to(40)
def test_batch__any__answers_exactly_what_single_calls_answer(seed: int, ways: list[int], times: int) -> None:
    bodies = [
        spoiled(body, how) for body, how in zip(RandomActions(seed, ["ann"]).bodies(len(ways)), ways, strict=True)
    ]
    bodies *= times  # equal bodies share work
    alone, together = (make_app(dealer=ScriptedDealer(*HANDS)).test_client() for _ in ("alone", "together"))
    for client in (alone, together):
        assert client.put("/v1/characters/ann", json=ANN).status_code == 200

    expected = [answered_alone(alone, index, body) for index, body in enumerate(bodies)]
    results = together.post(BATCH, json={"requests": bodies}).get_json()["results"]

    assert results == expected
    for drawn in (result["resolution_id"] for result in results if "resolution_id" in result):
        path = f"/v1/resolutions/{drawn}"
        assert together.get(path).data == alone.get(path).data
