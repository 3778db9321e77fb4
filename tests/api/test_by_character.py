"""Actions whose participants are named by a character's id."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.api.refusals import Refusals, problem_of
from tests.builders.actions import BATCH, ODDS, RESOLVE, SCORE, scored
from tests.builders.hands import FLUSH, STRAIGHT
from tests.builders.tunings import tuning_with
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import ScriptedDealer, StoppedClock
from tests.strategies import bounded

Json = dict[str, Any]
SKILLS = {"lockpicking": 50, "stealth": 40}
UNKNOWN = "Unknown character: send its skills too, or PUT /v1/characters/{id} first."
TWICE = "Takes part already; a character can take part only once."


def robbery(**actor: Any) -> Json:
    return {"action_type": "pve", "crime": "bank_robbery", "actor": actor}


def war(attackers: list[Json], defenders: list[Json]) -> Json:
    return {"action_type": "gang_war", "attackers": attackers, "defenders": defenders}


def remember(client: ContractClient, skills: dict[str, int], character_id: str = "billy") -> None:
    assert client.request("PUT", f"/v1/characters/{character_id}", json={"skills": skills}).status_code == 200


def start(client: ContractClient, effect: str, character_id: str = "billy") -> None:
    assert client.request("PUT", f"/v1/characters/{character_id}/effects/{effect}").status_code == 200


def sent(client: ContractClient, path: str, body: Json) -> Json:
    """The answer to a body that must be right."""
    response = client.post(path, json=scored(body) if path == SCORE else body)
    assert response.status_code == 200, response.text
    answer: Json = response.get_json()
    return answer


@pytest.mark.parametrize("path", [RESOLVE, SCORE])
def test_character__remembered__acts_with_its_skills_and_what_runs_on_it(client: ContractClient, path: str) -> None:
    remember(client, SKILLS)
    start(client, "whiskey")

    answer = sent(client, path, robbery(character_id="billy"))["actor"]

    assert list(answer)[:2] == ["character_id", "running_effects"]
    assert (answer["character_id"], answer["running_effects"]) == ("billy", ["whiskey"])
    assert answer["suit_bonuses"] == {"spades": 72.43, "hearts": -5, "clubs": 10, "diamonds": 0}


def test_odds__of_a_character__are_those_of_its_skills_and_effects(client: ContractClient) -> None:
    remember(client, SKILLS)
    start(client, "whiskey")

    answer = sent(client, ODDS, robbery(character_id="billy"))

    assert answer.pop("characters") == [{"character_id": "billy", "running_effects": ["whiskey"]}]
    assert answer == sent(client, ODDS, robbery(skills=SKILLS, effects=["whiskey"]))


def test_participants__without_a_character__say_nothing_of_one(client: ContractClient) -> None:
    assert "character_id" not in sent(client, RESOLVE, robbery(skills=SKILLS))["actor"]
    assert "characters" not in sent(client, ODDS, robbery(npc="rookie"))


def test_each_side__of_a_duel_and_a_gang_war__may_be_characters(client: ContractClient) -> None:
    remember(client, SKILLS)
    remember(client, {"charisma": 30}, "jane")
    start(client, "poisoned", "jane")
    billy, jane, rookie = {"character_id": "billy"}, {"character_id": "jane"}, {"npc": "rookie"}

    duel = sent(client, RESOLVE, {"action_type": "pvp", "actor": rookie, "target": jane})
    gangs = sent(client, RESOLVE, war([rookie, billy], [jane]))

    assert "running_effects" not in duel["actor"]
    assert (duel["target"]["character_id"], duel["target"]["running_effects"]) == ("jane", ["poisoned"])
    assert duel["target"]["modifier_score"] == -25
    assert [one.get("character_id") for one in gangs["attackers"]["participants"]] == [None, "billy"]
    assert gangs["attackers"]["participants"][1]["suit_bonuses"]["spades"] == 72.43
    assert gangs["defenders"]["participants"][0]["running_effects"] == ["poisoned"]


def test_effect__running_and_named__counts_once(client: ContractClient) -> None:
    remember(client, {})
    start(client, "poisoned")

    answer = sent(client, RESOLVE, robbery(character_id="billy", effects=["whiskey", "poisoned"]))["actor"]

    assert answer["modifier_score"] == -25
    assert answer["suit_bonuses"]["clubs"] == 10
    assert answer["running_effects"] == ["poisoned"]


def test_effect__out_of_time__no_longer_counts(client: ContractClient, clock: StoppedClock) -> None:
    remember(client, {})
    start(client, "whiskey")

    clock.pass_time(seconds=299)
    assert sent(client, RESOLVE, robbery(character_id="billy"))["actor"]["running_effects"] == ["whiskey"]
    clock.pass_time(seconds=1)
    assert sent(client, RESOLVE, robbery(character_id="billy"))["actor"]["running_effects"] == []


@pytest.mark.parametrize("path", [RESOLVE, SCORE, ODDS])
def test_skills__given_with_the_character__are_remembered(client: ContractClient, path: str) -> None:
    remember(client, {"mining": 5})

    sent(client, path, robbery(character_id="billy", skills=SKILLS))

    assert client.get("/v1/characters/billy").get_json()["skills"] == SKILLS
    assert sent(client, RESOLVE, robbery(character_id="billy"))["actor"]["suit_bonuses"]["spades"] == 72.43


@pytest.mark.parametrize("path", [SCORE, ODDS])
@pytest.mark.parametrize("own", [{"tuning_revision": 0}, {"tuning": {"max_skill_level": 50}}])
def test_skills__given_under_a_hypothetical_tuning__are_not_remembered(
    client: ContractClient, path: str, own: Json
) -> None:
    sent(client, path, {**robbery(character_id="billy", skills=SKILLS), **own})

    assert client.get("/v1/characters/billy").status_code == 404


def test_character__under_a_tuning_of_ones_own__counts_what_that_has(client: ContractClient) -> None:
    remember(client, SKILLS)
    start(client, "whiskey")
    tuning = {"max_skill_level": 40, "skills": {"stealth": None}, "effects": {"whiskey": None}}

    answer = sent(client, SCORE, {**robbery(character_id="billy"), "tuning": tuning})["actor"]

    assert answer["running_effects"] == []
    plain = sent(client, SCORE, {**robbery(skills={"lockpicking": 40}), "tuning": tuning})["actor"]
    assert {key: value for key, value in answer.items() if key in plain} == plain


def test_character__after_the_tuning_changed__is_known_and_scored_by_the_new_one(client: ContractClient) -> None:
    remember(client, SKILLS)
    start(client, "whiskey")
    values = {"skill_curve": "published", "skills": {"stealth": None}, "effects": {"whiskey": None}}

    change = {"values": values, "reason": "Sober thieves.", "force": True}
    changed = client.request("PATCH", "/v1/admin/tuning", json=change, headers={**AS_ADMIN, "If-Match": '"0"'})
    assert changed.status_code == 200

    kept = client.get("/v1/characters/billy").get_json()
    actor = sent(client, RESOLVE, robbery(character_id="billy"))["actor"]
    assert (kept["skills"], kept["tuning_revision"]) == (SKILLS, 1)
    assert kept["suit_bonuses"] == actor["suit_bonuses"] == {"spades": 45.49, "hearts": 0, "clubs": 0, "diamonds": 0}
    assert actor["running_effects"] == []
    assert [one["effect"] for one in client.get("/v1/characters/billy/effects").get_json()["effects"]] == ["whiskey"]


@pytest.mark.parametrize("path", [RESOLVE, SCORE, ODDS])
def test_character__not_known__is_refused_before_a_card_is_drawn(refusals: Refusals, path: str) -> None:
    body = robbery(character_id="billy", items=["umbrella"])

    errors = refusals.errors(path, scored(body) if path == SCORE else body)

    assert errors["/actor/character_id"] == UNKNOWN
    assert errors["/actor/items/0"].startswith("Unknown item 'umbrella'.")


def test_character__forgotten_after_a_month_without_use__is_not_known(refusals: Refusals, clock: StoppedClock) -> None:
    remember(refusals.client, {})
    clock.pass_time(days=30)

    assert refusals.errors(RESOLVE, robbery(character_id="billy")) == {"/actor/character_id": UNKNOWN}


def test_character__named_in_actions__is_kept(client: ContractClient, clock: StoppedClock) -> None:
    remember(client, {})
    for path in (RESOLVE, SCORE, ODDS):
        clock.pass_time(days=29)
        sent(client, path, robbery(character_id="billy"))


def test_character__taking_part_twice__is_refused(refusals: Refusals) -> None:
    remember(refusals.client, {})
    billy, with_skills = {"character_id": "billy"}, {"character_id": "billy", "skills": SKILLS}

    duel = {"action_type": "pvp", "actor": billy, "target": with_skills}
    assert refusals.errors(RESOLVE, duel) == {"/target/character_id": TWICE}
    gangs = war([with_skills, {"npc": "rookie"}, billy], [billy])
    assert refusals.errors(ODDS, gangs) == {"/attackers/2/character_id": TWICE, "/defenders/0/character_id": TWICE}


@pytest.mark.parametrize("value", ["", "x" * 65, "billy the kid", "björn", "a/b", "a\n", 5, True, [], {}])
def test_character_id__that_cannot_be_one__is_refused_at_its_place(refusals: Refusals, value: Any) -> None:
    message = "Must be 1 to 64 characters: letters a to z and A to Z, digits, and . _ : - (not dots alone)."

    assert refusals.errors(RESOLVE, robbery(character_id=value)) == {"/actor/character_id": message}


def test_skills__in_a_request_that_is_refused__are_not_remembered(refusals: Refusals) -> None:
    with_skills = {"character_id": "billy", "skills": SKILLS}
    beyond = war([with_skills, *[{"npc": "rookie"}] * 20], [{"npc": "rookie"}])

    assert refusals.errors(RESOLVE, {**robbery(**with_skills), "location": "nowhere"})
    assert refusals.errors(ODDS, beyond)

    assert refusals.client.get("/v1/characters/billy").status_code == 404


@pytest.mark.parametrize("path", [RESOLVE, SCORE, ODDS])
def test_store__away__skills_in_the_request_work(
    client: ContractClient, characters: InMemoryCharacterStore, path: str
) -> None:
    start(client, "whiskey")
    characters.unavailable = True

    answer = sent(client, path, robbery(character_id="billy", skills=SKILLS, effects=["poisoned"]))

    (billy,) = answer.pop("characters") if path == ODDS else (answer["actor"],)
    assert (billy["character_id"], billy["running_effects"]) == ("billy", None)
    plain = sent(client, path, robbery(skills=SKILLS, effects=["poisoned"]))
    assert answer == plain if path == ODDS else answer["actor"]["total_score"] == plain["actor"]["total_score"]


@pytest.mark.parametrize("path", [RESOLVE, SCORE, ODDS])
def test_store__away__a_character_alone_is_refused_before_a_card_is_drawn(
    refusals: Refusals, characters: InMemoryCharacterStore, path: str
) -> None:
    remember(refusals.client, {})
    characters.unavailable = True
    body = war([{"character_id": "jane", "skills": SKILLS}], [{"npc": "rookie"}, {"character_id": "billy"}])

    refused = refusals.client.post(path, json=scored(body) if path == SCORE else body)

    problem_of(refused, 503, "store-unavailable")
    assert refused.headers["Retry-After"] == "1"
    assert refusals.dealer.draws == 0


def test_store__away__what_is_wrong_anyway_goes_first(refusals: Refusals, characters: InMemoryCharacterStore) -> None:
    characters.unavailable = True

    body = {"action_type": "pvp", "actor": {"character_id": "billy"}, "target": {"npc": "nobody"}}
    assert list(refusals.errors(RESOLVE, body)) == ["/target/npc"]


def test_batch__of_characters__reads_the_store_once_and_writes_it_once(
    client: ContractClient, characters: InMemoryCharacterStore
) -> None:
    remember(client, SKILLS)
    characters.round_trips = 0
    bodies = [
        robbery(character_id="billy"),
        robbery(character_id="jane"),
        robbery(character_id="jane", skills={"stealth": 40}),
        robbery(character_id="jane"),
        robbery(character_id="doc", skills={"stealth": 101}),
        robbery(character_id="billy", skills={}),
        robbery(character_id="billy"),
    ]

    results = client.post(BATCH, json={"requests": bodies}).get_json()["results"]

    spades = [result["actor"]["suit_bonuses"]["spades"] if "actor" in result else None for result in results]
    assert spades == [72.43, None, 32.06, 32.06, None, 0, 0]
    assert results[1]["errors"] == [{"pointer": "/requests/1/actor/character_id", "message": UNKNOWN}]
    assert characters.round_trips == 2
    assert client.get("/v1/characters/jane").get_json()["skills"] == {"stealth": 40}
    assert client.get("/v1/characters/billy").get_json()["skills"] == {}
    assert client.get("/v1/characters/doc").status_code == 404


def test_batch__store_unavailable__refuses_alone_what_needs_it(
    client: ContractClient, characters: InMemoryCharacterStore, dealer: ScriptedDealer
) -> None:
    characters.unavailable = True
    bodies = [robbery(character_id="billy"), robbery(character_id="jane", skills=SKILLS), robbery(npc="rookie")]

    results = client.post(BATCH, json={"requests": bodies}).get_json()["results"]

    assert [result.get("status") for result in results] == [503, None, None]
    assert results[0]["type"] == "/problems/store-unavailable"
    assert results[1]["actor"]["running_effects"] is None
    assert dealer.dealt == 2
    assert characters.round_trips == 1


_CATALOGUE = tuning_with()
_skills = st.dictionaries(st.sampled_from(sorted(_CATALOGUE.skills)), st.integers(1, 100), max_size=18)
_effects = st.lists(st.sampled_from(sorted(_CATALOGUE.effects)), unique=True)


@bounded
@given(_skills, _skills, _effects, _effects, st.sampled_from([None, *_CATALOGUE.locations]))
def test_resolve__by_ids__is_the_same_as_by_the_skills_and_effects_named(
    one: dict[str, int], other: dict[str, int], named: list[str], running: list[str], location: str | None
) -> None:
    clock = StoppedClock()
    characters = InMemoryCharacterStore(clock)
    client = ContractClient(make_app(clock=clock, characters=characters, dealer=ScriptedDealer(FLUSH, STRAIGHT)))
    remember(client, one, "one")
    remember(client, other, "other")
    for effect in running:
        characters.start_effect("one", effect, timedelta(hours=1))
    place = {} if location is None else {"location": location}

    by_id = {"actor": {"character_id": "one", "effects": named}, "target": {"character_id": "other"}}
    plainly = {"actor": {"skills": one, "effects": list({*named, *running})}, "target": {"skills": other}}
    answers = [sent(client, RESOLVE, {"action_type": "pvp", **place, **body}) for body in (by_id, plainly)]

    for side, ran in (("actor", sorted(running)), ("target", [])):
        assert answers[0][side].pop("running_effects") == ran
        assert answers[0][side].pop("character_id")
        for answer in answers:
            answer[side]["breakdown"] = sorted(map(str, answer[side]["breakdown"]))
    assert [{**answer, "resolution_id": ""} for answer in answers] == [{**answers[1], "resolution_id": ""}] * 2
