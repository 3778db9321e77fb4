"""The Postman collection, where no Node is needed to see what is in it."""

import json
import re
from collections.abc import Iterator
from urllib.parse import unquote

from service.documentation.contract import Contract
from tests.openapi import CONTRACT_FILE, Json, Operation, examples, operations
from tests.postman.newman import HERE, Run, read
from tools.postman.__main__ import written
from tools.postman.collection import COLLECTION_FILE, ENVIRONMENT_FILE, collection, environment
from tools.postman.refused import PROVOKED

COLLECTION: Json = json.loads(COLLECTION_FILE.read_text("utf-8"))
VARIABLE = re.compile(r"\{\{(\w+)\}\}")


def requests(folder: Json, *, refused: bool = False) -> Iterator[tuple[bool, Json]]:
    """Every request below a folder, and whether it is one of those that are refused."""
    for item in folder["item"]:
        if "request" in item:
            yield refused, item
        else:
            yield from requests(item, refused=refused or item["name"] == "Refused")


ITEMS = [*requests(COLLECTION)]


def operation_of(item: Json) -> Operation:
    address = item["request"]["description"].rpartition("/")[2]
    return next(one for one in operations() if one.content["operationId"] == address)


def script(item: Json, event: str) -> str:
    return "\n".join(line for each in item["event"] if each["listen"] == event for line in each["script"]["exec"])


def statuses(item: Json) -> list[int]:
    return [int(found) for found in re.findall(r"to\.have\.status\((\d+)\)", script(item, "test"))]


def test_files__of_the_collection__are_what_make_postman_makes_of_the_contract() -> None:
    made = Contract(CONTRACT_FILE.read_bytes())
    fresh = (
        COLLECTION_FILE.read_text("utf-8") == written(collection(made)),
        ENVIRONMENT_FILE.read_text("utf-8") == written(environment(made)),
    )
    assert fresh == (True, True), "The contract has changed: run make postman."


def test_collection__of_every_operation__has_every_example() -> None:
    sent = [operation_of(item).content["operationId"] for refused, item in ITEMS if not refused]
    for one in operations():
        media = one.request_media
        assert sent.count(one.content["operationId"]) >= (len(examples(media)) if media else 1), one.path


def test_collection__of_every_operation__has_each_refusal_that_can_be_provoked() -> None:
    refusals = {(operation_of(item).content["operationId"], status) for _, item in ITEMS for status in statuses(item)}
    for one in operations():
        takes_key = any(parameter["name"] == "Idempotency-Key" for parameter in one.parameters)
        expected = one.statuses & (PROVOKED if takes_key else PROVOKED - {409}) | one.statuses & {304}
        assert {status for status in expected if (one.content["operationId"], status) not in refusals} == set()


def test_requests__all_of_them__assert_one_status_and_something_of_the_body() -> None:
    for _, item in ITEMS:
        (status,) = statuses(item)
        assert status in operation_of(item).statuses, item["name"]
        assert script(item, "test").count("pm.test(") > 1, item["name"]


def test_requests__by_their_names__are_distinguished() -> None:
    names = [item["name"] for _, item in ITEMS]
    assert len(set(names)) == len(names) > 200


def test_requests__that_go_well__have_no_query_parameter_that_the_operation_lacks() -> None:
    for refused, item in ITEMS:
        known = {each["name"] for each in operation_of(item).parameters if each["in"] == "query"}
        sent = {each["key"] for each in item["request"]["url"].get("query", [])}
        assert refused or sent <= known, item["name"]


def test_keys__of_requests_that_draw__are_fresh_or_meant_to_be_used_again() -> None:
    keyed = 0
    for _, item in ITEMS:
        headers = {each["key"]: each["value"] for each in item["request"]["header"]}
        key = headers.get("Idempotency-Key")
        if key == "{{idempotencyKey}}":
            assert "{{$guid}}" in script(item, "prerequest"), item["name"]
        elif key is not None:
            assert key == f"{{{{{operation_of(item).content['operationId']}Key}}}}", item["name"]
        keyed += key is not None
    assert keyed > 20


def test_variables__that_requests_use__are_set_by_the_user_or_by_an_earlier_request() -> None:
    known = {each["key"] for each in environment(Contract(CONTRACT_FILE.read_bytes()))["values"]} | {"characterId"}
    for _, item in ITEMS:
        before = set(re.findall(r'ariables\.set\("(\w+)"', script(item, "prerequest")))
        used = set(VARIABLE.findall(unquote(json.dumps(item["request"]))))
        assert used <= known | before, item["name"]
        known |= set(re.findall(r'ariables\.set\("(\w+)"', script(item, "test")))


def test_tokens__in_the_environment__are_empty() -> None:
    values = {each["key"]: each["value"] for each in json.loads(ENVIRONMENT_FILE.read_text("utf-8"))["values"]}
    assert {values["adminToken"], values["apiToken"]} == {""}


def test_report__of_a_run__names_each_failure_and_each_request_that_asserts_nothing() -> None:
    report = {
        "run": {
            "stats": {"items": {"total": 3}, "assertions": {"total": 2}},
            "executions": [
                {"item": {"name": "One"}, "response": {}, "assertions": [{}, {}]},
                {"item": {"name": "Two"}, "response": {}},
                {"item": {"name": "Skipped"}},
            ],
            "failures": [
                {
                    "source": {"name": "One"},
                    "error": {"name": "AssertionError", "test": "Answers 200", "message": "404"},
                },
                {"source": {"name": "Two"}, "error": {"name": "Error", "message": "connect ECONNREFUSED"}},
            ],
        }
    }
    complaints = ("One: Answers 200: 404", "Two: Error: connect ECONNREFUSED", "Two: nothing was asserted")
    assert read(report) == Run(2, 1, 2, complaints)


def test_lock_file__of_newman__has_a_hash_of_every_package_and_says_no_source() -> None:
    packages = json.loads((HERE / "package-lock.json").read_text("utf-8"))["packages"]
    installed = {name: package for name, package in packages.items() if name}

    assert len(installed) > 100
    assert [name for name, package in installed.items() if not package.get("integrity", "").startswith("sha512-")] == []
    assert [name for name, package in installed.items() if "resolved" in package] == []
