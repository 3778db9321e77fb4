"""Every example is what it claims to be, and every request among them is answered as documented."""

from typing import Any

import pytest

from tests.contract.calls.prepared import STATES, headers_for, names_for, state_for
from tests.contract_client import ContractClient
from tests.fakes import make_app
from tests.openapi import Operation, contract, examples, mistakes, operations

BODIES = [
    pytest.param(media["schema"], value, id=f"{one.content['operationId']}-{where}-{name}")
    for one in operations()
    for where, media in one.json_media()
    for name, value in examples(media).items()
]
REQUESTS = [
    pytest.param(one, name, value, id=f"{one.content['operationId']}-{name}")
    for one in operations()
    if (media := one.request_media)
    for name, value in examples(media).items()
]
BY_CHANCE = ("/v1/resolve", "/v1/resolve/batch", "/v1/piecepacks/deal", "/v1/pyramid/deal")
PURPOSES = {"/v1/piecepacks/deal": "piecepacks_deal", "/v1/pyramid/deal": "pyramid_deal"}
TEST_CASES = {
    "test_case_1": (636.4, 156.57, "actor"),
    "test_case_2": (500, 306.86, "actor"),
    "test_case_3": (43.69, 220.84, "target"),
    "test_case_5": (179.47, 160.23, "actor"),
}


def answered(one: Operation, name: str) -> Any:
    """The documented answer to the request example of this name."""
    response = one.response(one.success)
    assert response
    return examples(response["content"]["application/json"])[name]


@pytest.mark.parametrize(("schema", "value"), BODIES)
def test_example__by_the_schema_of_its_body__is_valid(schema: dict[str, Any], value: Any) -> None:
    assert mistakes(schema, value) == []


@pytest.mark.parametrize(("one", "name", "body"), REQUESTS)
def test_request_example__sent__is_answered_as_documented(one: Operation, name: str, body: Any) -> None:
    client = ContractClient(state_for(one)())
    if by_promise := "draw" in body:
        client.post("/v1/draws", json={"for": PURPOSES.get(one.path, "resolve")})
    response = client.request(one.method, one.path.format(**names_for(one)), json=body, headers=headers_for(one))
    assert response.status_code == one.success
    documented = answered(one, name)
    if one.path in BY_CHANCE and not by_promise:
        assert without_chance(response.json) == without_chance(documented)
    else:
        assert response.json == documented


@pytest.mark.parametrize("one", [one for one in operations() if one.path in STATES and one.method == "GET"])
def test_answer_example__of_an_operation_in_a_state__is_answered(one: Operation) -> None:
    response = ContractClient(STATES[one.path]()).get(one.path.format(**names_for(one)), headers=headers_for(one))
    documented = one.response(200)
    assert documented
    assert [response.json] == list(examples(documented["content"]["application/json"]).values())


def without_chance(answer: Any) -> Any:
    """What remains of an answer when all that chance decides is left out: its names, its numbers, its problems."""
    if "players" in answer:
        dealt = [{what: len(cards) for what, cards in player.items()} for player in answer["players"]]
        return answer["variant"], dealt, len(answer.get("board", ()))
    if "results" in answer:
        return [without_chance(result) for result in answer["results"]]
    return {key: answer.get(key) for key in ("action_type", "tuning_revision", "challenge", "type", "errors")}


@pytest.mark.parametrize(
    ("address", "example"),
    [("/v1/tuples?limit=2", "tuples_first_two"), ("/v1/tuples/front/4/10/4", "tuple_front_tens")],
)
def test_example_of_the_tuples__asked_for__is_answered_as_documented(address: str, example: str) -> None:
    documented = contract()["components"]["examples"][example]["value"]
    assert ContractClient(make_app()).get(address).json == documented


def test_csv_example__of_the_tuples__is_how_the_file_begins() -> None:
    listing = next(one for one in operations() if one.path == "/v1/tuples")
    example = listing.content["responses"]["200"]["content"]["text/csv"]["example"]
    answer = ContractClient(make_app()).get("/v1/tuples?format=csv")
    assert answer.get_data(as_text=True).startswith(example)


@pytest.mark.parametrize("name", TEST_CASES)
def test_score__test_case_of_the_source_document__comes_to_its_printed_figures(name: str) -> None:
    actor, target, winner = TEST_CASES[name]
    answer = answered(score_operation(), name)
    assert answer["actor"]["total_score"] == actor
    assert answer["target"]["total_score"] == target
    assert answer["outcome"]["winner"] == winner


def test_score__test_case_4__is_a_critical_success_by_529_5() -> None:
    answer = answered(score_operation(), "test_case_4")
    assert answer["actor"]["total_score"] == 804.5
    assert answer["outcome"]["degree"] == "critical_success"
    assert answer["outcome"]["margin"] == 529.5
    assert answer["outcome"]["reward_multiplier"] == 2


def score_operation() -> Operation:
    return next(one for one in operations() if one.path == "/v1/score")
