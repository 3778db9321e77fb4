"""Reading and changing the tuning over HTTP."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.errors import StoreUnavailable
from service.store.condition import StoreState
from service.tuning.revisions import KeptRevision
from service.tuning.schemas import LONGEST_AUTHOR, LONGEST_REASON
from tests.builders.actions import PVE, PVP, with_hands
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tunings import whole_document_with
from tests.contract_client import ContractClient
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.operators import AS_ANN
from tests.fakes.store_health import FakeStoreHealth
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

TUNING = "/v1/admin/tuning"
HARDER = {"crimes": {"bank_robbery": {"threshold": 300}}}
CHANGES: list[tuple[str, str, dict[str, Any]]] = [
    ("PATCH", "", {"values": HARDER}),
    ("PUT", "", {"values": whole_document_with(**HARDER)}),
    ("POST", "/restore", {"tuning_revision": 0}),
]
STALE = ['"0"', '"2"', '"0", "2"', 'W/"0"', '""', '"01"', '"-1"', '"x"', f'"{"9" * 30}"']
NO_TAGS = ['"١"', "", " ", ",", "1", '"1', "'1'", '"1"x', 'w/"1"', "W/1", '"1" 2', '"0", 1']
BY_ANN = {"author": "ann", "reason": "Because ♠."}


@pytest.fixture
def client(log: InMemoryTuningLog) -> ContractClient:
    return ContractClient(make_app(**tuned_parts(log, StoppedClock())))


def patch(client: ContractClient, based_on: int, values: Any = None, **more: Any) -> TestResponse:
    headers = {**AS_ANN, "If-Match": f'"{based_on}"'}
    return client.request("PATCH", TUNING, json={"values": values or HARDER, **BY_ANN, **more}, headers=headers)


def restore(client: ContractClient, based_on: int, revision: int, **more: Any) -> TestResponse:
    headers = {**AS_ANN, "If-Match": f'"{based_on}"'}
    return client.post(f"{TUNING}/restore", json={"tuning_revision": revision, **BY_ANN, **more}, headers=headers)


def ask(client: ContractClient, path: str = "") -> Any:
    answer = client.get(f"{TUNING}{path}", headers=AS_ANN)
    assert answer.status_code == 200
    return answer.get_json()


def errors_of(answer: TestResponse) -> dict[str, str]:
    assert answer.status_code == 422
    assert answer.json
    return {error["pointer"]: error["message"] for error in answer.json["errors"]}


def test_tuning__before_any_change__is_what_ships(client: ContractClient) -> None:
    answer = client.get(TUNING, headers=AS_ANN)

    assert answer.headers["ETag"] == '"0"'
    assert answer.json == {"tuning_revision": 0, "revision": 0, "values": whole_document_with()}


def test_patch__made__answers_the_record_and_is_what_everybody_gets(client: ContractClient) -> None:
    made = patch(client, 0)

    assert made.headers["ETag"] == '"1"'
    assert made.json == {
        "tuning_revision": 1,
        "revision": 1,
        "based_on": 0,
        **BY_ANN,
        "time": "2026-01-01T00:00:00.000Z",
        "restores": None,
        "adopted": None,
        "differences": [{"pointer": "/crimes/bank_robbery/threshold", "before": 275, "after": 300}],
        "forced": False,
        "warnings": [],
    }
    assert ask(client) == {"tuning_revision": 1, "revision": 1, "values": whole_document_with(**HARDER)}
    assert client.get("/version").get_json()["tuning_revision"] == 1
    assert client.get("/health/ready").get_json()["tuning"]["tuning_revision"] == 1
    catalogue = client.get("/v1/catalogue").get_json()
    assert (catalogue["tuning_revision"], catalogue["crimes"]["bank_robbery"]["threshold"]) == (1, 300)
    resolved = client.post("/v1/resolve", json=PVE).get_json()
    assert (resolved["tuning_revision"], resolved["challenge"]["threshold"]) == (1, 300)
    assert client.post("/v1/odds", json=PVE).get_json()["tuning_revision"] == 1


def test_patch__entries_added_and_taken_out__leaves_out_the_side_that_is_not_there(client: ContractClient) -> None:
    patch(client, 0, {"items": {"rope": {"flat": 1}}})

    differences = patch(client, 1, {"items": {"rope": None, "boots": {}}}).get_json()["differences"]

    assert differences == [{"pointer": "/items/rope", "before": {"flat": 1}}, {"pointer": "/items/boots", "after": {}}]


def test_patch__doubtful__is_made_when_it_is_forced(client: ContractClient) -> None:
    values = {"hand_rank_scores": {"royal_flush": 20}}

    assert list(errors_of(patch(client, 0, values))) == ["/values/hand_rank_scores/royal_flush"]
    assert list(errors_of(patch(client, 0, values, force=False))) == ["/values/hand_rank_scores/royal_flush"]
    made = patch(client, 0, values, force=True)

    assert made.status_code == 200
    assert made.get_json()["forced"] is True
    (warning,) = made.get_json()["warnings"]
    assert warning["pointer"] == "/hand_rank_scores/royal_flush"
    assert warning["message"].startswith("Would be worth less than straight_flush")
    assert "force" not in warning["message"]
    assert client.get(f"{TUNING}/revisions/1", headers=AS_ANN).get_json()["warnings"] == [warning]


def test_patch__forced_without_a_warning__is_not_called_forced(client: ContractClient) -> None:
    made = patch(client, 0, force=True).get_json()

    assert (made["forced"], made["warnings"]) == (False, [])


def test_restore__made__answers_its_record(client: ContractClient) -> None:
    patch(client, 0)

    made = restore(client, 1, 0)

    assert made.headers["ETag"] == '"2"'
    assert made.get_json()["restores"] == 0
    assert ask(client)["values"] == whole_document_with()


def test_restore__unknown_revision__is_refused_with_its_place(client: ContractClient) -> None:
    assert errors_of(restore(client, 0, 7)) == {"/tuning_revision": "No such revision; the newest is 0."}


@pytest.mark.parametrize("header", STALE)
@pytest.mark.parametrize(("method", "path", "what"), CHANGES)
def test_change__of_another_revision_or_none_that_makes_sense__names_the_newest(
    header: str, method: str, path: str, what: dict[str, Any]
) -> None:
    log = InMemoryTuningLog()
    fill(log, kept(1))
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))

    headers = {**AS_ANN, "If-Match": header}
    answer = client.request(method, TUNING + path, json={**what, **BY_ANN}, headers=headers)

    assert answer.status_code == 412
    assert answer.headers["ETag"] == '"1"'
    assert "newest revision is 1" in answer.get_json()["detail"]
    assert len(log.kept) == 1


@pytest.mark.parametrize("header", NO_TAGS)
@pytest.mark.parametrize(("method", "path", "what"), CHANGES)
def test_change__of_what_is_no_entity_tag__is_refused_with_how_to_write_one(
    client: ContractClient, header: str, method: str, path: str, what: dict[str, Any]
) -> None:
    headers = {**AS_ANN, "If-Match": header}
    answer = client.request(method, TUNING + path, json={**what, **BY_ANN}, headers=headers)

    assert errors_of(answer) == {"/If-Match": 'Must be the ETag of a revision, in its quotes: If-Match: "3".'}


@pytest.mark.parametrize("header", ['"1"', '"0", "1"', '"1" , W/"0"', ' "1",', 'W/"1"'])
def test_change__newest_named__is_made(client: ContractClient, log: InMemoryTuningLog, header: str) -> None:
    fill(log, kept(1))

    headers = {**AS_ANN, "If-Match": header}
    answer = client.request("PATCH", TUNING, json={"values": HARDER, **BY_ANN}, headers=headers)

    assert answer.status_code == 200


@pytest.mark.parametrize("headers", [{}, {"If-Match": "*"}, {"If-Match": " * "}])
def test_change__without_a_revision__is_asked_for_one(client: ContractClient, headers: dict[str, str]) -> None:
    answer = client.request("PATCH", TUNING, json={"values": HARDER, **BY_ANN}, headers={**AS_ANN, **headers})

    assert answer.status_code == 428
    assert answer.get_json()["detail"] == 'Send the ETag of the revision that you have read: If-Match: "<revision>".'


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"author": ""}, "/author"),
        ({"author": " \n"}, "/author"),
        ({"author": "x" * (LONGEST_AUTHOR + 1)}, "/author"),
        ({"author": 7}, "/author"),
        ({"author": None}, "/author"),
        ({"reason": ""}, "/reason"),
        ({"reason": "x" * (LONGEST_REASON + 1)}, "/reason"),
        ({"force": 1}, "/force"),
        ({"values": []}, "/values"),
        ({"values": None}, "/values"),
        ({"valeus": {}}, "/valeus"),
        ({"revision": 0}, "/revision"),
    ],
)
def test_patch__field_that_is_wrong__is_refused_by_name(
    client: ContractClient, wrong: dict[str, Any], pointer: str
) -> None:
    body = {"values": HARDER, **BY_ANN, **wrong}
    headers = {**AS_ANN, "If-Match": '"0"'}

    assert list(errors_of(client.request("PATCH", TUNING, json=body, headers=headers))) == [pointer]


def test_patch__longest_reason__is_taken(client: ContractClient) -> None:
    assert patch(client, 0, reason="♠" * LONGEST_REASON).status_code == 200


def test_changes__nothing_given__list_all_that_is_missing(client: ContractClient) -> None:
    headers = {**AS_ANN, "If-Match": '"0"'}

    assert errors_of(client.request("PATCH", TUNING, json={}, headers=headers)) == dict.fromkeys(
        ("/reason", "/values"), "Required."
    )
    assert errors_of(client.post(f"{TUNING}/restore", json={}, headers=headers)) == dict.fromkeys(
        ("/reason", "/tuning_revision"), "Required."
    )


@pytest.mark.parametrize("revision", [-1, 0.5, "0", True, 2**53])
def test_restore__no_number_of_a_revision__is_refused(client: ContractClient, revision: Any) -> None:
    assert list(errors_of(restore(client, 0, revision))) == ["/tuning_revision"]


def test_restore__by_the_older_name_of_the_field__is_still_made(client: ContractClient) -> None:
    patch(client, 0)
    headers = {**AS_ANN, "If-Match": '"1"'}

    answer = client.post(f"{TUNING}/restore", json={"revision": 0, **BY_ANN}, headers=headers)

    assert (answer.status_code, answer.get_json()["restores"]) == (200, 0)


def test_restore__by_both_names_of_the_field__is_refused(client: ContractClient) -> None:
    patch(client, 0)
    headers = {**AS_ANN, "If-Match": '"1"'}
    both = {"tuning_revision": 0, "revision": 0, **BY_ANN}

    errors = errors_of(client.post(f"{TUNING}/restore", json=both, headers=headers))

    assert list(errors) == ["/revision"]
    assert errors["/revision"].startswith("Unknown field.")


def test_history__page_by_page__has_every_record_once_and_the_shipped_one_last(client: ContractClient) -> None:
    for number in range(5):
        patch(client, number, {"critical_margin": 90 - number})

    records = list[Any]()
    cursor: str | None = ""
    while cursor is not None:
        page = ask(client, f"/revisions?limit=2{cursor}")
        assert len(page["revisions"]) == 2
        records += page["revisions"]
        cursor = page["next_cursor"] and f"&cursor={page['next_cursor']}"

    assert [record["revision"] for record in records] == [5, 4, 3, 2, 1, 0]
    assert records[0]["differences"] == [{"pointer": "/critical_margin", "before": 87, "after": 86}]
    assert {record["author"] for record in records} == {"ann", None}
    assert ask(client, "/revisions")["revisions"] == records


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("limit=0", {"/limit": "Must be a whole number from 1 to 100."}),
        ("limit=101", {"/limit": "Must be a whole number from 1 to 100."}),
        ("cursor=", {"/cursor": "Must be the next_cursor of an earlier page."}),
        ("cursor=-1", {"/cursor": "Must be the next_cursor of an earlier page."}),
        ("cursor=1&cursor=2", {"/cursor": "Must appear only once."}),
        ("page=1", {"/page": "Unknown parameter. Allowed: limit, cursor, pointer or author."}),
    ],
)
def test_history__query_that_is_wrong__is_refused(client: ContractClient, query: str, error: dict[str, str]) -> None:
    assert errors_of(client.get(f"{TUNING}/revisions?{query}", headers=AS_ANN)) == error


def test_revision__asked_for__has_its_record_and_its_values(client: ContractClient) -> None:
    made = patch(client, 0).get_json()
    patch(client, 1, {"critical_margin": 90})

    assert ask(client, "/revisions/1") == {**made, "values": whole_document_with(**HARDER)}
    assert ask(client, "/revisions/0")["values"] == whole_document_with()


@pytest.mark.parametrize("number", ["1", "99999999999999999", "9" * 40])
def test_revision__that_is_not_there__is_not_found(client: ContractClient, number: str) -> None:
    answer = client.get(f"{TUNING}/revisions/{number}", headers=AS_ANN)

    assert answer.status_code == 404
    assert answer.get_json()["detail"] == f"There is no revision {number}."


@pytest.mark.parametrize("name", ["one", "-1", "1.0", ""])
def test_revision__no_number__is_no_path(client: ContractClient, name: str) -> None:
    assert client.get(f"{TUNING}/revisions/{name}", headers=AS_ANN).status_code == 404


def test_what_if__under_an_old_revision__goes_by_it(client: ContractClient) -> None:
    patch(client, 0)
    patch(client, 1, {"critical_margin": 90})

    for revision, threshold in ((0, 275), (1, 300), (2, 300)):
        scored = client.post("/v1/score", json=with_hands(PVE) | {"tuning_revision": revision}).get_json()
        assert (scored["tuning_revision"], scored["challenge"]["threshold"]) == (revision, threshold)


def test_what_if__under_a_revision_that_makes_no_sense__is_refused_with_the_reason(
    client: ContractClient, log: InMemoryTuningLog
) -> None:
    fill(log, kept(1, **UNREADABLE), kept(2))

    assert errors_of(client.post("/v1/odds", json=PVP | {"tuning_revision": 1})) == {
        "/tuning_revision": "Revision 1 of the tuning cannot be read: /critical_margin: Must lie within 0 to 100000."
    }


def test_store__away__leaves_the_game_the_last_good_revision(log: InMemoryTuningLog) -> None:
    store = FakeStoreHealth()
    client = ContractClient(make_app(store_health=store, **tuned_parts(log, StoppedClock())))
    patch(client, 0)
    store.state, log.unavailable = StoreState.DOWN, True

    assert client.post("/v1/resolve", json=PVE).get_json()["tuning_revision"] == 1
    assert client.get("/v1/catalogue").get_json()["tuning_revision"] == 1
    assert ask(client)["revision"] == 1
    assert client.get("/health/ready").get_json()["tuning"] == {
        "tuning_revision": 1,
        "revision": 1,
        "state": "last_good",
        "reason": "store_unavailable",
        "detail": None,
        "store_revision": None,
        "confirmed_at": "2026-01-01T00:00:00.000Z",
    }
    assert patch(client, 1, {"critical_margin": 90}).status_code == 503

    store.state, log.unavailable = StoreState.UP, False
    assert patch(client, 1, {"critical_margin": 90}).status_code == 200


def test_newest_revision__damaged__leaves_the_game_the_one_before(log: InMemoryTuningLog) -> None:
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))
    fill(log, kept(1), kept(2))
    log.damaged = {2}

    assert client.post("/v1/resolve", json=PVE).get_json()["tuning_revision"] == 1
    assert client.get("/v1/catalogue").status_code == 200
    assert client.get("/health/ready").get_json()["tuning"]["reason"] == "unreadable_revision"


def test_newest_revision__with_values_not_allowed__is_shown_as_it_is(
    client: ContractClient, log: InMemoryTuningLog
) -> None:
    fill(log, kept(1, critical_margin=10.123))

    answer = client.get(TUNING, headers=AS_ANN)

    assert answer.headers["ETag"] == '"1"'
    assert answer.get_json()["values"]["critical_margin"] == 10.123
    assert patch(client, 1, {"critical_margin": 10.12}).status_code == 200


def test_change__store_gone_while_it_was_written__says_to_look_again() -> None:
    class Going(InMemoryTuningLog):
        def append(self, revision: KeptRevision) -> None:
            super().append(revision)
            raise StoreUnavailable("Gone.")

    answer = patch(ContractClient(make_app(**tuned_parts(Going(), StoppedClock()))), 0)

    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "1"
    assert answer.get_json()["detail"].endswith("read the tuning to see which.")
