"""The 3-tuple table over HTTP."""

from itertools import pairwise
from typing import Any

import pytest

from service.engines.pyramid.positions import POSITIONS
from service.engines.pyramid.shipped_table import shipped_chances
from tests.api.refusals import problem_of
from tests.builders.pyramid_table import table_client
from tests.contract_client import ContractClient

CHANCE = {"win_probability", "standard_error", "deals"}


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return table_client()


def get(client: ContractClient, path: str, **headers: str) -> Any:
    response = client.get(f"/v1/tuples{path}", headers=headers)
    assert response.status_code == 200, response.json
    return response


def test_tuples__page_by_page__are_all_rows_once(client: ContractClient) -> None:
    rows, cursor = [], "0"
    while cursor:
        page = get(client, f"?limit=1000&cursor={cursor}").json
        rows += page["tuples"]
        cursor = page["next_cursor"]
    assert len(rows) == 735 + 976 + 1035
    assert len({tuple(row.items()) for row in rows}) == len(rows)
    for position in ("front", "middle", "back"):
        chances = [row["win_probability"] for row in rows if row["position"] == position]
        assert all(0 < low <= high < 1 for low, high in pairwise(chances))
    assert all(0 < row["standard_error"] < 0.005 and row["deals"] == 1_000_000 for row in rows)


def test_tuples__first_page__has_a_hundred_rows_and_a_cursor(client: ContractClient) -> None:
    page = get(client, "").json
    assert len(page["tuples"]) == 100
    assert page["next_cursor"] == "100"
    first = page["tuples"][0]
    assert {key: first[key] for key in first if key not in CHANCE} == {
        "position": "front",
        "hand_type": 1,
        "hand_type_name": "high_card",
        "primary_rank": 4,
        "secondary_rank": 3,
        "reachable": True,
        "card_sets": 8**3,
    }


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("?position=front&hand_type=4&limit=1000", 52),
        ("?position=front&hand_type=three_of_a_kind&reachable=true&limit=1000", 39),
        ("?position=back&hand_type=16&reachable=false&limit=1000", 39),
        ("?position=front&hand_type=16", 0),
    ],
)
def test_tuples__filtered__are_those_rows(client: ContractClient, query: str, rows: int) -> None:
    page = get(client, query).json
    assert len(page["tuples"]) == rows
    assert page["next_cursor"] is None


@pytest.mark.parametrize(("query", "accept"), [("?format=csv", "application/json"), ("", "text/csv")])
def test_tuples__as_csv__are_the_documents_table(client: ContractClient, query: str, accept: str) -> None:
    response = get(client, query, Accept=accept)
    assert response.content_type == "text/csv; charset=utf-8"
    assert set(response.vary) == {"Accept", "Accept-Encoding"}
    lines = response.get_data(as_text=True).split("\n")
    assert lines[0] == "position,handType,primaryRank,secondaryRank,winProbability"
    assert lines[-1] == ""
    by_row = {tuple(key.split(",")): chance for key, chance in (line.rsplit(",", 1) for line in lines[1:-1])}
    assert len(by_row) == len(lines) - 2 == 735 + 976 + 1035
    for position in POSITIONS:
        for key, chance in shipped_chances()[position].items():
            assert by_row[position, *map(str, key)] == chance.text


def test_tuples__as_csv_with_a_filter__are_those_rows_unpaged(client: ContractClient) -> None:
    lines = get(client, "?format=csv&position=back&limit=3&cursor=1000").get_data(as_text=True).splitlines()
    assert len(lines) == 1 + 1035
    assert all(line.startswith("back,") for line in lines[1:])


def test_tuples__asked_for_json_by_query__are_json_whatever_is_accepted(client: ContractClient) -> None:
    assert get(client, "?format=json", Accept="text/csv").is_json
    assert get(client, "", Accept="*/*").is_json


def test_tuple__by_its_path__is_one_row(client: ContractClient) -> None:
    by_number, by_name = get(client, "/front/4/10/4").json, get(client, "/front/three_of_a_kind/10/4").json
    assert by_number == by_name
    assert (by_number["primary_rank"], by_number["secondary_rank"], by_number["reachable"]) == (10, 4, True)


@pytest.mark.parametrize(
    "path",
    [
        "/front/3/10/4",
        "/top/4/10/4",
        "/front/nine/10/4",
        "/front/4/10/5",
        "/front/4/010/4",
        "/front/4/-10/4",
        "/front/4/10.0/4",
        "/front/4/1٠/4",
        f"/front/4/{'9' * 5000}/4",
    ],
)
def test_tuple__that_is_not_there__is_not_found(client: ContractClient, path: str) -> None:
    document = problem_of(client.get(f"/v1/tuples{path}"), 404, "not-found")
    assert "/v1/tuples" in document["detail"]


def test_lookup__a_hand__is_its_row(client: ContractClient) -> None:
    response = client.post("/v1/tuples/lookup", json={"position": "back", "cards": ["As", "2s", "3s", "4s", "W", "6s"]})
    assert response.json
    assert response.json == get(client, "/back/11/14/6").json


def test_chance__of_a_hand__is_the_same_wherever_it_is_answered(client: ContractClient) -> None:
    body = {"position": "front", "cards": ["10s", "10h", "W"]}
    row = client.post("/v1/tuples/lookup", json=body).json
    evaluated = client.post("/v1/pyramid/evaluate", json=body).json
    assert row
    assert evaluated
    assert {key: row[key] for key in CHANCE} == {key: evaluated[key] for key in CHANCE}


def test_chance__of_a_pair_of_kings_in_the_back__has_digits_and_an_error(client: ContractClient) -> None:
    row = get(client, "/back/pair/13/14").json
    assert 0 < row["win_probability"] < 1e-6
    assert row["win_probability"] < row["standard_error"] < 2e-6


@pytest.mark.parametrize(
    ("body", "pointer", "message"),
    [
        ({"position": "back"}, "/cards", "Required."),
        ({"position": "top", "cards": ["As"]}, "/position", "Must be front, middle or back."),
        ({"position": "front", "cards": ["As", "As", "As"]}, "/cards", "A♠ occurs 3 times; the deck has it twice."),
        ({"position": "front", "cards": ["As", "Ks"]}, "/cards", "The front has 2 cards; it takes 3 or 5."),
    ],
)
def test_lookup__of_no_hand__is_refused(client: ContractClient, body: Any, pointer: str, message: str) -> None:
    document = problem_of(client.post("/v1/tuples/lookup", json=body), 422, "invalid-input")
    assert document["errors"] == [{"pointer": pointer, "message": message}]


@pytest.mark.parametrize(
    ("query", "pointer", "message"),
    [
        ("?position=top", "/position", "Must be front, middle or back."),
        ("?hand_type=17", "/hand_type", "Must be a number from 1 to 16, or high_card, pair, two_pair,"),
        ("?hand_type=Pair", "/hand_type", "Must be a number from 1 to 16, or high_card, pair, two_pair,"),
        ("?reachable=1", "/reachable", "Must be true or false."),
        ("?limit=0", "/limit", "Must be a whole number from 1 to 1000."),
        ("?limit=1001", "/limit", "Must be a whole number from 1 to 1000."),
        ("?limit=", "/limit", "Must be a whole number from 1 to 1000."),
        ("?limit=%D9%A1", "/limit", "Must be a whole number from 1 to 1000."),
        ("?cursor=x", "/cursor", "Must be the next_cursor of an earlier page."),
        (f"?cursor={'9' * 5000}", "/cursor", "Must be the next_cursor of an earlier page."),
        ("?format=xml", "/format", "Must be json or csv."),
        ("?page=2", "/page", "Unknown parameter. Allowed: position, hand_type, reachable, limit, cursor or format."),
        ("?limit=1&limit=2", "/limit", "Must appear only once."),
    ],
)
def test_tuples__bad_query__is_refused_with_its_place(
    client: ContractClient, query: str, pointer: str, message: str
) -> None:
    document = problem_of(client.get(f"/v1/tuples{query}"), 422, "invalid-input")
    [error] = document["errors"]
    assert error["pointer"] == pointer
    assert error["message"].startswith(message)
