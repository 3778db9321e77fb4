"""What differs between revisions of the tuning, and between a whole tuning in a body and a revision."""

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

DIFF = "/v1/admin/tuning/diff"
DECK = {"flat": 10, "hand_ranks": {"pair": 5}}
FIRST = [{"pointer": "/crimes/bank_robbery/threshold", "before": 275, "after": 300}]
SECOND = [{"pointer": "/critical_margin", "before": 100, "after": 90}, {"pointer": "/items/marked_deck", "after": DECK}]
BACK = [
    {"pointer": "/critical_margin", "before": 90, "after": 100},
    {"pointer": "/items/marked_deck", "before": DECK},
]


@pytest.fixture(scope="module")
def client() -> ContractClient:
    """Of a service whose tuning has changed twice."""
    return ContractClient(tuned_app())


def compare(client: ContractClient, document: Any = None, **query: str) -> TestResponse:
    body = {} if document is None else {"json": {"values": document}}
    return client.request("POST" if body else "GET", DIFF, query_string=query, headers=AS[Role.VIEWER], **body)


def errors_of(answer: TestResponse) -> dict[str, str]:
    assert answer.status_code == 422
    return {error["pointer"]: error["message"] for error in answer.get_json()["errors"]}


@pytest.mark.parametrize(
    ("query", "before", "after", "differences"),
    [
        ({"from": "0", "to": "1"}, 0, 1, FIRST),
        ({"from": "shipped", "to": "1"}, 0, 1, FIRST),
        ({"from": "1", "to": "2"}, 1, 2, SECOND),
        ({"from": "1", "to": "live"}, 1, 2, SECOND),
        ({"from": "1"}, 1, 2, SECOND),
        ({"from": "2", "to": "1"}, 2, 1, BACK),
        ({"from": "live", "to": "1"}, 2, 1, BACK),
        ({"to": "1"}, 0, 1, FIRST),
        ({"from": "2", "to": "live"}, 2, 2, []),
        ({"from": "live", "to": "live"}, 2, 2, []),
        ({"from": "shipped", "to": "0"}, 0, 0, []),
    ],
)
def test_diff__of_two_revisions__goes_from_the_one_to_the_other(
    client: ContractClient, query: dict[str, str], before: int, after: int, differences: Any
) -> None:
    assert compare(client, **query).get_json() == {"from": before, "to": after, "differences": differences}


def test_diff__without_parameters__is_all_that_changed_since_the_service_was_shipped(client: ContractClient) -> None:
    answer = compare(client).get_json()

    assert (answer["from"], answer["to"]) == (0, 2)
    assert sorted(answer["differences"], key=str) == sorted(FIRST + SECOND, key=str)


def test_diff__of_a_document__goes_from_it_to_the_revision(client: ContractClient) -> None:
    shipped = whole_document_with()

    assert compare(client, shipped, to="1").get_json() == {"from": None, "to": 1, "differences": FIRST}
    assert compare(client, shipped, to="shipped").get_json() == {"from": None, "to": 0, "differences": []}
    assert compare(client, shipped).get_json() == compare(client, shipped, to="live").get_json()


def test_diff__of_a_document_with_skills_in_the_short_form__does_not_tell_the_forms_apart(
    client: ContractClient,
) -> None:
    document = whole_document_with(skills={"stealth": ["spades"], "mining": ["clubs"]})

    differences = compare(client, document, to="shipped").get_json()["differences"]

    assert differences == [{"pointer": "/skills/mining/suits", "before": ["clubs"], "after": ["diamonds"]}]


def test_diff__of_a_document__changes_nothing(client: ContractClient) -> None:
    tuning = client.get("/v1/admin/tuning", headers=AS_ANN)
    compare(client, whole_document_with(critical_margin=1))

    assert client.get("/v1/admin/tuning", headers=AS_ANN).json == tuning.json


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ({"from": "3"}, {"/from": "No such revision; the newest is 2."}),
        ({"to": "9" * 16}, {"/to": "No such revision; the newest is 2."}),
        ({"from": "3", "to": "4"}, dict.fromkeys(("/from", "/to"), "No such revision; the newest is 2.")),
        ({"from": ""}, {"/from": "Must be the number of a revision, shipped or live."}),
        ({"from": "01"}, {"/from": "Must be the number of a revision, shipped or live."}),
        ({"from": "-1"}, {"/from": "Must be the number of a revision, shipped or live."}),
        ({"from": "١"}, {"/from": "Must be the number of a revision, shipped or live."}),
        ({"from": "1\n"}, {"/from": "Must be the number of a revision, shipped or live."}),
        ({"from": "9" * 17}, {"/from": "Must be the number of a revision, shipped or live."}),
        ({"to": "newest"}, {"/to": "Must be the number of a revision, shipped or live."}),
        ({"revision": "1"}, {"/revision": "Unknown parameter. Allowed: from or to."}),
    ],
)
def test_diff__of_what_is_no_revision__is_refused_by_name(
    client: ContractClient, query: dict[str, str], errors: dict[str, str]
) -> None:
    assert errors_of(compare(client, **query)) == errors


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ({"to": "3"}, {"/to": "No such revision; the newest is 2."}),
        ({"to": "x"}, {"/to": "Must be the number of a revision, shipped or live."}),
        ({"from": "1"}, {"/from": "Unknown parameter. Allowed: to."}),
    ],
)
def test_diff__of_a_document_and_no_revision__is_refused_by_name(
    client: ContractClient, query: dict[str, str], errors: dict[str, str]
) -> None:
    assert errors_of(compare(client, whole_document_with(), **query)) == errors


def test_diff__of_a_document_with_mistakes__names_each_and_what_is_left_out(client: ContractClient) -> None:
    document = whole_document_with(critical_margin=-1, crimes={"x": {}}, colour="red")
    del document["pyramid"]["ante"], document["pyramid"]["points"]["back"]["pair"], document["npcs"]
    del document["hand_rank_scores"]["pair"]

    errors = errors_of(compare(client, document))

    assert errors.pop("/values/colour").startswith("Unknown field.")
    assert errors == {
        "/values/critical_margin": "Must lie within 0 to 100000.",
        **{f"/values/crimes/x/{name}": "Required." for name in ("difficulty", "threshold", "energy_cost")},
        "/values/npcs": "Required.",
        "/values/hand_rank_scores/pair": "Required.",
        "/values/pyramid/ante": "Required.",
        "/values/pyramid/points/back/pair": "Required.",
    }


@pytest.mark.parametrize("values", [None, [], "x", 7])
def test_diff__of_what_is_no_document__is_refused(client: ContractClient, values: Any) -> None:
    answer = client.post(DIFF, json={"values": values}, headers=AS_ANN)

    assert list(errors_of(answer)) == ["/values"]


def test_diff__of_nothing__says_what_is_missing(client: ContractClient) -> None:
    assert errors_of(client.post(DIFF, json={}, headers=AS_ANN)) == {"/values": "Required."}
    assert errors_of(client.post(DIFF, json={"values": whole_document_with(), "reason": "x"}, headers=AS_ANN)) == {
        "/reason": "Unknown field. Allowed: values."
    }


def test_diff__of_a_revision_whose_values_are_not_allowed__is_still_answered(log: InMemoryTuningLog) -> None:
    fill(log, kept(1, **UNREADABLE))
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))

    assert compare(client, **{"from": "live", "to": "1"}).get_json() == {
        "from": 0,
        "to": 1,
        "differences": [{"pointer": "/critical_margin", "before": 100, "after": -1}],
    }


def test_diff__while_the_store_is_away__is_answered_for_what_needs_no_store() -> None:
    client = ContractClient(tuned_app(unavailable=True))

    assert compare(client, **{"from": "live", "to": "shipped"}).status_code == 200
    assert compare(client, whole_document_with()).status_code == 200
    assert compare(client, **{"from": "1"}).status_code == 503
