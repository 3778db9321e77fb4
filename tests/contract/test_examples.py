"""The contract is made of its parts, its answers are the service's own, and what must be in them is."""

from typing import Any

import pytest

from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app
from tests.openapi import CONTRACT_FILE, Operation, contract, examples, mistakes, operations, resolved
from tools.contract.examples import Examples
from tools.contract.parts import merged, part_files, read

PARTS = merged(path.read_text("utf-8") for path in part_files())
BODIES = [
    pytest.param(media["schema"], value, id=f"{one.content['operationId']}-{where}-{name}")
    for one in operations()
    for where, media in one.json_media()
    for name, value in examples(media).items()
]
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


def test_contract__without_its_examples__is_what_its_parts_are() -> None:
    text = CONTRACT_FILE.read_text("utf-8")
    assert text.partition("\n  examples:\n")[0] == PARTS.partition("\n  examples:\n")[0], "Run make contract."


@pytest.mark.slow
def test_examples__all_of_them__are_what_the_service_answers_now() -> None:
    now = Examples(read(PARTS)).values
    then = {name: example["value"] for name, example in contract()["components"]["examples"].items()}
    assert [name for name in now | then if now.get(name) != then.get(name)] == [], "Run make contract."


@pytest.mark.parametrize(("schema", "value"), BODIES)
def test_example__by_the_schema_of_its_body__is_valid(schema: dict[str, Any], value: Any) -> None:
    assert mistakes(schema, value) == []


@pytest.mark.parametrize(
    "one", [one for one in operations() if one.request_media], ids=lambda one: one.content["operationId"]
)
def test_request_examples__of_an_operation__have_an_answer_each(one: Operation) -> None:
    assert one.request_media
    answer = resolved(one.content["responses"][str(one.success)])
    assert examples(answer["content"]["application/json"]).keys() == examples(one.request_media).keys()


def test_csv_example__of_the_tuples__is_how_the_file_begins() -> None:
    listing = next(one for one in operations() if one.path == "/v1/tuples")
    example = listing.content["responses"]["200"]["content"]["text/csv"]["example"]
    answer = ContractClient(make_app()).get("/v1/tuples?format=csv")
    assert answer.get_data(as_text=True).startswith(example)


def test_toml_examples__of_the_tuning__are_how_the_file_begins() -> None:
    read, replaced = (one for one in operations() if one.path == "/v1/admin/tuning" and one.method in ("GET", "PUT"))
    example = read.content["responses"]["200"]["content"]["application/toml"]["example"]
    answer = ContractClient(make_app()).get("/v1/admin/tuning?format=toml", headers=AS_ADMIN)
    assert answer.get_data(as_text=True).startswith(example)
    assert resolved(replaced.content["requestBody"])["content"]["application/toml"]["example"] == example


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
