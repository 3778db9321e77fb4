"""The tuning as a TOML file: read, kept under version control, and put back in place."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from service.operators.roles import Role
from service.tuning.files import SHIPPED_FILE
from service.tuning.toml import FILE_LIMIT
from tests.builders.revisions import fill, kept
from tests.builders.tuned import tuned_app
from tests.builders.tunings import whole_document_with
from tests.contract_client import ContractClient
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.operators import AS, AS_ANN
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog
from tests.strategies import bounded_to

TUNING = "/v1/admin/tuning"
SHIPPED = SHIPPED_FILE.read_text("utf-8")
REASON: dict[str, Any] = {"reason": "From the file."}
MARGIN, LEVEL, BANK = "critical_margin = 100\n", "max_skill_level = 100\n", "threshold = 275"
IN_THE_BODY = "Only a body of application/toml has parameters; the fields of a JSON body take their place."


@pytest.fixture
def client() -> ContractClient:
    """Of a service whose tuning has changed twice."""
    return ContractClient(tuned_app())


def file_of(client: ContractClient) -> str:
    answer = client.get(f"{TUNING}?format=toml", headers=AS[Role.VIEWER])
    assert (answer.status_code, answer.content_type) == (200, "application/toml")
    return answer.get_data(as_text=True)


def put(client: ContractClient, file: str | bytes, based_on: int = 2, **query: str) -> TestResponse:
    return client.request(
        "PUT",
        TUNING,
        data=file.encode() if isinstance(file, str) else file,
        content_type="application/toml",
        query_string=query,
        headers={**AS_ANN, "If-Match": f'"{based_on}"'},
    )


def errors_of(answer: TestResponse) -> dict[str, str]:
    assert answer.status_code == 422
    return {error["pointer"]: error["message"] for error in answer.get_json()["errors"]}


def values_of(client: ContractClient) -> Any:
    return client.get(TUNING, headers=AS_ANN).get_json()["values"]


def test_file__of_the_newest_revision__has_its_values_and_its_tag(client: ContractClient) -> None:
    answer = client.get(f"{TUNING}?format=toml", headers=AS_ANN)

    assert answer.headers["ETag"] == '"2"'
    assert tomllib.loads(answer.get_data(as_text=True)) == values_of(client)
    assert 'bank_robbery = { difficulty = "hard", threshold = 300, energy_cost = 50 }' in file_of(client).splitlines()
    assert client.get(f"{TUNING}?format=json", headers=AS_ANN).json == client.get(TUNING, headers=AS_ANN).json


def test_file__seen_already__is_not_sent_again(client: ContractClient) -> None:
    answer = client.get(f"{TUNING}?format=toml", headers={**AS_ANN, "If-None-Match": '"2"'})

    assert (answer.status_code, answer.data) == (304, b"")


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("format=yaml", {"/format": "Must be json or toml."}),
        ("format=", {"/format": "Must be json or toml."}),
        ("format=TOML", {"/format": "Must be json or toml."}),
        ("format=toml&format=toml", {"/format": "Must appear only once."}),
        ("revision=1", {"/revision": "Unknown parameter. Allowed: format."}),
    ],
)
def test_tuning__in_no_known_format__is_refused(client: ContractClient, query: str, errors: dict[str, str]) -> None:
    assert errors_of(client.get(f"{TUNING}?{query}", headers=AS_ANN)) == errors


def test_file__put_back_as_it_is__changes_nothing(client: ContractClient) -> None:
    assert errors_of(put(client, file_of(client), **REASON)) == {
        "/values": "Changes nothing: revision 2 already has these values."
    }


def test_file__of_an_old_revision__brings_it_back_exactly(client: ContractClient) -> None:
    file, before = file_of(client), values_of(client)
    changed = client.request(
        "PATCH",
        TUNING,
        json={"values": {"items": {"marked_deck": None}, "npcs": {"rookie": {"title": 'A "\n♠'}}}, "reason": "Try."},
        headers={**AS_ANN, "If-Match": '"2"'},
    )
    assert changed.status_code == 200

    made = put(client, file, based_on=3, **REASON)

    assert made.status_code == 200
    assert values_of(client) == before
    assert file_of(client) == file


def test_file__that_ships_with_the_service__is_taken_with_its_comments(client: ContractClient) -> None:
    made = put(client, SHIPPED, **REASON)

    assert (made.status_code, made.headers["ETag"]) == (200, '"3"')
    record = made.get_json()
    assert (record["author"], record["reason"], record["based_on"]) == ("ann", "From the file.", 2)
    assert {one["pointer"] for one in record["differences"]} == {
        "/crimes/bank_robbery/threshold",
        "/critical_margin",
        "/items/marked_deck",
    }
    assert tomllib.loads(file_of(client)) == tomllib.loads(SHIPPED) == values_of(client)


@bounded_to(20)
@given(
    st.dictionaries(
        st.from_regex(r"\A[a-z][a-z0-9_]{0,9}\Z"),
        st.fixed_dictionaries(
            {"difficulty": st.just("easy"), "threshold": st.integers(0, 999_999).map(lambda n: n / 100)},
            optional={"title": st.text(min_size=1, max_size=20)},
        ),
        max_size=5,
    )
)
def test_file__of_any_crimes__goes_round_without_a_change(crimes: dict[str, Any]) -> None:
    client = ContractClient(make_app())
    document = whole_document_with()
    document["crimes"] = {name: {**crime, "energy_cost": 1} for name, crime in crimes.items()}
    body = {"values": document, "reason": "Try.", "force": True}
    assert client.request("PUT", TUNING, json=body, headers={**AS_ANN, "If-Match": '"0"'}).status_code == 200

    file = file_of(client)

    assert tomllib.loads(file) == values_of(client) == document
    assert list(errors_of(put(client, file, based_on=1, **REASON))) == ["/values"]


def test_file__doubtful__is_taken_when_it_is_forced(client: ContractClient) -> None:
    file = SHIPPED.replace("two_pair = 60", "two_pair = 20")

    assert list(errors_of(put(client, file, **REASON))) == ["/values/hand_rank_scores/two_pair"]
    assert list(errors_of(put(client, file, **REASON, force="false"))) == ["/values/hand_rank_scores/two_pair"]
    assert put(client, file, **REASON, force="true").status_code == 200


@pytest.mark.parametrize(
    ("old", "new", "pointer", "message"),
    [
        (MARGIN, "", "/values/critical_margin", "Required."),
        (MARGIN, "critical_margin = nan\n", "/values/critical_margin", "Must be a number from 0 to 100000."),
        (MARGIN, "critical_margin = 2026-01-01\n", "/values/critical_margin", "Must be a number from 0 to 100000."),
        (LEVEL, "max_skill_level = inf\n", "/values/max_skill_level", "Must be a whole number from 1 to 1000."),
        (
            LEVEL,
            f"max_skill_level = {'9' * 400}\n",
            "/values/max_skill_level",
            "Must be a whole number from 1 to 1000.",
        ),
        (BANK, "threshold = 275.001", "/values/crimes/bank_robbery/threshold", "Must have at most 2 decimals."),
        (BANK, f"threshold = {'9' * 400}", "/values/crimes/bank_robbery/threshold", "Must lie within 0 to 100000."),
        (BANK, "threshold = -1e300", "/values/crimes/bank_robbery/threshold", "Must lie within 0 to 100000."),
    ],
)
def test_file__with_a_mistake__is_refused_with_its_place(
    client: ContractClient, old: str, new: str, pointer: str, message: str
) -> None:
    assert old in SHIPPED

    assert errors_of(put(client, SHIPPED.replace(old, new), **REASON)) == {pointer: message}
    assert client.get(TUNING, headers=AS_ANN).headers["ETag"] == '"2"'


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ({}, {"/reason": "Required."}),
        ({"force": "true"}, {"/reason": "Required."}),
        ({"reason": " "}, {"/reason": "Must be a string of 1 to 500 characters, not all of them blank."}),
        ({"reason": "x" * 501}, {"/reason": "Must be a string of 1 to 500 characters, not all of them blank."}),
        ({**REASON, "force": "1"}, {"/force": "Must be true or false."}),
        ({**REASON, "author": "ann"}, {"/author": "Unknown parameter. Allowed: reason or force."}),
    ],
)
def test_file__with_parameters_that_are_wrong__is_refused_by_name(
    client: ContractClient, query: dict[str, Any], errors: dict[str, str]
) -> None:
    assert errors_of(put(client, SHIPPED, **query)) == errors


def test_replacement__in_json_with_the_parameters_of_a_file__is_refused(client: ContractClient) -> None:
    body = {"values": whole_document_with(), "reason": "Try."}
    headers = {**AS_ANN, "If-Match": '"2"'}

    answer = client.request("PUT", f"{TUNING}?force=true&reason=x", json=body, headers=headers)

    assert errors_of(answer) == dict.fromkeys(("/force", "/reason"), IN_THE_BODY)


def test_replacement__in_json_with_parameters_and_of_no_revision__is_asked_for_one_first(
    client: ContractClient,
) -> None:
    body = {"values": whole_document_with(), "reason": "Try."}

    assert client.request("PUT", f"{TUNING}?force=true", json=body, headers=AS_ANN).status_code == 428


@pytest.mark.parametrize("body", [b"", b"a", b"\xff", b"a = 1\na = 2", b"a = " + b"[" * 9_000, b"a." * 50 + b"a = 1"])
def test_file__that_is_no_toml__is_malformed_or_lacks_everything(client: ContractClient, body: bytes) -> None:
    answer = put(client, body, **REASON)

    if body:
        assert (answer.status_code, answer.get_json()["type"]) == (400, "/problems/malformed-body")
    else:
        assert "/values/crimes" in errors_of(answer)


def test_file__too_large__is_refused_with_what_fits(client: ContractClient) -> None:
    refused = put(client, b"#" * (FILE_LIMIT + 1), **REASON)

    assert (refused.status_code, refused.get_json()["detail"]) == (413, "The body may have at most 128 KiB.")
    assert "/values/crimes" in errors_of(put(client, b"#" * FILE_LIMIT, **REASON))


@pytest.mark.parametrize(
    ("content_type", "detail"),
    [
        ("text/plain", "Send the body as application/json or application/toml, not as text/plain."),
        ("", "Send the header Content-Type: application/json or application/toml."),
        ("application/toml; charset=latin-1", "Send the body in UTF-8, not in latin-1."),
    ],
)
def test_file__of_another_type__is_refused(client: ContractClient, content_type: str, detail: str) -> None:
    headers = {**AS_ANN, "If-Match": '"2"'}
    query = REASON if "toml" in content_type else {}

    answer = client.request("PUT", TUNING, data=SHIPPED, content_type=content_type, query_string=query, headers=headers)

    assert (answer.status_code, answer.get_json()["detail"]) == (415, detail)


def test_other_changes__as_toml__are_refused(client: ContractClient) -> None:
    headers = {**AS_ANN, "If-Match": '"2"'}

    answer = client.request("PATCH", TUNING, data=SHIPPED, content_type="application/toml", headers=headers)

    assert answer.get_json()["detail"] == "Send the body as application/json, not as application/toml."


@pytest.mark.parametrize(("headers", "status"), [({}, 428), ({"If-Match": '"1"'}, 412)])
def test_file__that_is_not_based_on_the_newest_revision__is_refused(
    client: ContractClient, headers: dict[str, str], status: int
) -> None:
    answer = client.request(
        "PUT",
        TUNING,
        data=SHIPPED,
        content_type="application/toml",
        query_string=REASON,
        headers={**AS_ANN, **headers},
    )

    assert answer.status_code == status


def test_file__by_one_who_may_not_tune__is_refused(client: ContractClient) -> None:
    headers = {**AS[Role.SUPPORT], "If-Match": '"2"'}

    answer = client.request(
        "PUT", TUNING, data=SHIPPED, content_type="application/toml", query_string=REASON, headers=headers
    )

    assert answer.status_code == 403


def test_file__of_a_revision_with_a_null__is_distinguished_from_a_failure(log: InMemoryTuningLog) -> None:
    revision = kept(1)
    fill(log, revision)
    crimes: Any = revision.document["crimes"]
    crimes["bank_robbery"]["title"] = None
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))

    answer = client.get(f"{TUNING}?format=toml", headers=AS_ANN)

    assert answer.status_code == 409
    assert answer.get_json()["detail"].startswith("Revision 1 of the tuning cannot be read: it has a null")


def test_revision__as_a_file__is_that_of_the_time(client: ContractClient) -> None:
    shipped = client.get(f"{TUNING}/revisions/0?format=toml", headers=AS[Role.VIEWER])
    first = client.get(f"{TUNING}/revisions/1?format=toml", headers=AS[Role.VIEWER])
    newest = client.get(f"{TUNING}/revisions/2?format=toml", headers=AS[Role.VIEWER])

    assert {answer.content_type for answer in (shipped, first, newest)} == {"application/toml"}
    assert tomllib.loads(shipped.text)["crimes"]["bank_robbery"]["threshold"] == 275
    assert tomllib.loads(first.text)["crimes"]["bank_robbery"]["threshold"] == 300
    assert newest.text == file_of(client)
    assert errors_of(client.get(f"{TUNING}/revisions/1?format=yaml", headers=AS_ANN)).keys() == {"/format"}
    assert client.get(f"{TUNING}/revisions/9?format=toml", headers=AS_ANN).status_code == 404
