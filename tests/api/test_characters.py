"""Characters: remembered, read, and forgotten."""

import pytest

from tests.api.refusals import INVALID, problem_of
from tests.contract_client import ContractClient
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import StoppedClock

BILLY, JANE = "/v1/characters/billy", "/v1/characters/jane"
SKILLS = {"lockpicking": 50, "stealth": 40}
THIEF = {
    "character_id": "billy",
    "skills": SKILLS,
    "suit_bonuses": {"spades": 72.43, "hearts": 0, "clubs": 0, "diamonds": 0},
    "tuning_revision": 0,
    "expires_at": "2026-01-31T00:00:00.000Z",
}
BAD_ID = "Must be 1 to 64 characters: letters a to z and A to Z, digits, and . _ : - (not dots alone)."


def test_character__remembered__is_answered_with_its_bonuses_and_read_again(client: ContractClient) -> None:
    put = client.request("PUT", BILLY, json={"skills": SKILLS})

    assert (put.status_code, put.get_json()) == (200, THIEF)
    assert client.get(BILLY).get_json() == THIEF
    assert client.get(JANE).status_code == 404


def test_character__remembered_again__has_the_new_skills_alone(client: ContractClient) -> None:
    client.request("PUT", BILLY, json={"skills": SKILLS})
    client.request("PUT", BILLY, json={"skills": {"mining": 1}})

    assert client.get(BILLY).get_json()["skills"] == {"mining": 1}


def test_character__read_in_time__is_kept_for_another_month(client: ContractClient, clock: StoppedClock) -> None:
    client.request("PUT", BILLY, json={"skills": SKILLS})

    clock.pass_time(days=29, hours=23)
    assert client.get(BILLY).get_json()["expires_at"] == "2026-03-01T23:00:00.000Z"
    clock.pass_time(days=30)
    gone = problem_of(client.get(BILLY), 404, "not-found")
    assert gone["detail"] == "The character 'billy' does not exist or has expired."


def test_character__forgotten__is_not_known_and_sober(client: ContractClient) -> None:
    client.request("PUT", BILLY, json={"skills": SKILLS})
    client.request("PUT", f"{BILLY}/effects/whiskey")

    for _ in range(2):
        forgotten = client.request("DELETE", BILLY)
        assert (forgotten.status_code, forgotten.data) == (204, b"")
        assert "Content-Type" not in forgotten.headers
        assert client.get(BILLY).status_code == 404
        assert client.get(f"{BILLY}/effects").get_json()["effects"] == []


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, {"/skills": "Required."}),
        ({"skills": None}, {"/skills": "Must not be null."}),
        ({"skills": []}, {"/skills": "Must be an object."}),
        ({"skills": {}, "npc": "rookie"}, {"/npc": "Unknown field. Allowed: skills."}),
        ({"skills": {"stealth": "5"}}, {"/skills/stealth": "Must be a whole number from 1 to 100."}),
        ({"skills": {"stealth": 101}}, {"/skills/stealth": "Must be a whole number from 1 to 100."}),
        ({"skills": {f"s{n}": 1 for n in range(101)}}, {"/skills": "Must have at most 100 skills."}),
    ],
)
def test_skills__that_cannot_be__are_refused_and_change_nothing(
    client: ContractClient, body: object, errors: dict[str, str]
) -> None:
    client.request("PUT", BILLY, json={"skills": SKILLS})

    refused = problem_of(client.request("PUT", BILLY, json=body), 422, "invalid-input")

    assert {error["pointer"]: error["message"] for error in refused["errors"]} == errors
    assert client.get(BILLY).get_json() == THIEF


def test_skill__that_the_catalogue_has_not__is_refused_with_those_it_has(client: ContractClient) -> None:
    refused = problem_of(client.request("PUT", BILLY, json={"skills": {"lassoing": 5}}), 422, "invalid-input")

    (error,) = refused["errors"]
    assert error["pointer"] == "/skills/lassoing"
    assert error["message"].startswith("Unknown skill 'lassoing'. Known: brawling, charisma, ")


@pytest.mark.parametrize(
    "one", ["b", "..b", "b.", "A-Z.a_z:0-9", "6f9619ff-8b86-d011-b42d-00c04fc964ff", "x" * 64, "42"]
)
def test_id__of_what_ids_are_made_of__is_one(client: ContractClient, one: str) -> None:
    assert client.request("PUT", f"/v1/characters/{one}", json={"skills": {}}).get_json()["character_id"] == one
    assert client.get(f"/v1/characters/{one}").status_code == 200


@pytest.mark.parametrize(
    "one",
    ["x" * 65, "billy the kid", "bj%C3%B6rn", "a%0A", "%00", "%FF", "a,b", "%7Bid%7D", "a+b", "%2E", "%2E%2E", "..."],
)
@pytest.mark.parametrize(
    ("method", "rest"),
    [("PUT", ""), ("GET", ""), ("DELETE", ""), ("GET", "/effects"), ("PUT", "/effects/x"), ("DELETE", "/effects/x")],
)
def test_id__of_anything_else__is_refused_everywhere(client: ContractClient, one: str, method: str, rest: str) -> None:
    refused = problem_of(client.request(method, f"/v1/characters/{one}{rest}"), 422, "invalid-input")

    assert refused["detail"] == INVALID
    assert refused["errors"] == [{"pointer": "/character_id", "message": BAD_ID}]


@pytest.mark.parametrize("path", ["/v1/characters", "/v1/characters/", "/v1/characters/a%2Fb", "/v1/characters/a/b"])
def test_id__that_is_none_or_has_a_slash__makes_another_path(client: ContractClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("method", ["PUT", "GET", "DELETE"])
def test_store__away__refuses_every_call(
    client: ContractClient, characters: InMemoryCharacterStore, method: str
) -> None:
    characters.unavailable = True
    send = {"json": {"skills": SKILLS}} if method == "PUT" else {}

    refused = client.request(method, BILLY, **send)

    problem_of(refused, 503, "store-unavailable")
    assert refused.headers["Retry-After"] == "1"
