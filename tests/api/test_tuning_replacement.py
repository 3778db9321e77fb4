"""Replacing the tuning as a whole."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.operators.roles import Role
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tuned import tuned_app
from tests.builders.tunings import whole_document_with
from tests.contract_client import ContractClient
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.operators import AS, AS_ANN
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

TUNING = "/v1/admin/tuning"
DOUBTFUL = {"hand_rank_scores": {"two_pair": 20}}


@pytest.fixture
def client() -> ContractClient:
    """Of a service whose tuning has changed twice."""
    return ContractClient(tuned_app())


def replace(client: ContractClient, values: Any, **more: Any) -> TestResponse:
    body = {"values": values, "reason": "From the file.", **more}
    return client.request("PUT", TUNING, json=body, headers={**AS_ANN, "If-Match": '"2"'})


def errors_of(answer: TestResponse) -> dict[str, str]:
    assert answer.status_code == 422
    return {error["pointer"]: error["message"] for error in answer.get_json()["errors"]}


def values_of(client: ContractClient) -> Any:
    return client.get(TUNING, headers=AS_ANN).get_json()["values"]


def test_replacement__made__is_exactly_the_document_and_says_what_that_changed(client: ContractClient) -> None:
    document = whole_document_with(crimes={"bank_robbery": None}, territories={"fort": {"defense_bonus": 1.25}})

    made = replace(client, document)

    assert (made.status_code, made.headers["ETag"]) == (200, '"3"')
    assert made.get_json() == {
        "tuning_revision": 3,
        "revision": 3,
        "based_on": 2,
        "author": "ann",
        "reason": "From the file.",
        "time": "2026-01-01T00:00:00.000Z",
        "restores": None,
        "adopted": None,
        "differences": [
            {"pointer": "/critical_margin", "before": 90, "after": 100},
            {"pointer": "/crimes/bank_robbery", "before": {"difficulty": "hard", "threshold": 300, "energy_cost": 50}},
            {"pointer": "/items/marked_deck", "before": {"flat": 10, "hand_ranks": {"pair": 5}}},
            {"pointer": "/territories/fort", "after": {"defense_bonus": 1.25}},
        ],
        "forced": False,
        "warnings": [],
    }
    assert values_of(client) == document


def test_replacement__of_an_empty_catalogue__leaves_none(client: ContractClient) -> None:
    parts = ("skills", "crimes", "skill_checks", "npcs", "items", "effects", "locations", "territories")

    assert replace(client, whole_document_with() | {part: {} for part in parts}).status_code == 200
    assert all(values_of(client)[part] == {} for part in parts)


def test_replacement__with_a_skill_in_the_short_form__has_it_in_the_long_one(client: ContractClient) -> None:
    assert replace(client, whole_document_with(skills={"poker": ["spades", "clubs"]})).status_code == 200
    assert values_of(client)["skills"]["poker"] == {"suits": ["spades", "clubs"]}


def test_replacement__by_what_is_there__changes_nothing_and_is_refused(client: ContractClient) -> None:
    assert errors_of(replace(client, values_of(client))) == {
        "/values": "Changes nothing: revision 2 already has these values."
    }


def test_replacement__doubtful__is_made_when_it_is_forced(client: ContractClient) -> None:
    document = whole_document_with(**DOUBTFUL)

    assert list(errors_of(replace(client, document))) == ["/values/hand_rank_scores/two_pair"]
    assert replace(client, document, force=True).status_code == 200


def test_replacement__with_mistakes_and_with_parts_left_out__names_each(client: ContractClient) -> None:
    document = whole_document_with(failure_margin=1)
    del document["skill_table"], document["pyramid"]["points"]["front"]["pair"], document["pyramid"]["multiplier"]

    assert set(errors_of(replace(client, document))) == {
        "/values/failure_margin",
        "/values/skill_table",
        "/values/pyramid/points/front/pair",
        "/values/pyramid/multiplier",
    }
    assert client.get(TUNING, headers=AS_ANN).headers["ETag"] == '"2"'


def test_replacement__without_its_pyramid__is_refused(client: ContractClient) -> None:
    document = whole_document_with()
    del document["pyramid"]

    assert errors_of(replace(client, document)) == {"/values/pyramid": "Required."}


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"crimes": None}, "/values/crimes"),
        ({"crimes": []}, "/values/crimes"),
        ({"pyramid": None}, "/values/pyramid"),
        ({"pyramid": 7}, "/values/pyramid"),
        ({"critical_margin": None}, "/values/critical_margin"),
        ({"skill_table": []}, "/values/skill_table"),
        ({"crimes": {"bank_robbery": None}}, "/values/crimes/bank_robbery"),
        ({"crimes": {"Bank": {"difficulty": "easy", "threshold": 1, "energy_cost": 1}}}, "/values/crimes/Bank"),
        ({"reward_multipliers": {}}, "/values/reward_multipliers/success"),
    ],
)
def test_replacement__with_a_part_that_is_wrong__is_refused_by_name(
    client: ContractClient, change: dict[str, Any], pointer: str
) -> None:
    assert pointer in errors_of(replace(client, whole_document_with() | change))


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"reason": ""}, "/reason"),
        ({"reason": None}, "/reason"),
        ({"force": "true"}, "/force"),
        ({"author": "bob"}, "/author"),
        ({"values": None}, "/values"),
        ({"values": []}, "/values"),
        ({"tuning_revision": 1}, "/tuning_revision"),
    ],
)
def test_replacement__field_that_is_wrong__is_refused_by_name(
    client: ContractClient, wrong: dict[str, Any], pointer: str
) -> None:
    assert list(errors_of(replace(client, **{"values": whole_document_with(), **wrong}))) == [pointer]


def test_replacement__by_one_who_may_not_tune__is_refused(client: ContractClient) -> None:
    body = {"values": whole_document_with(), "reason": "Try."}

    answer = client.request("PUT", TUNING, json=body, headers={**AS[Role.SUPPORT], "If-Match": '"2"'})

    assert answer.status_code == 403
    assert client.get(TUNING, headers=AS_ANN).headers["ETag"] == '"2"'


def test_replacement__of_a_revision_that_cannot_be_used__repairs_it(log: InMemoryTuningLog) -> None:
    fill(log, kept(1), kept(2, **UNREADABLE))
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))

    assert replace(client, whole_document_with(**DOUBTFUL), force=True).status_code == 200
    assert client.get("/version").get_json()["tuning_revision"] == 3
