"""The inverse of the odds over HTTP: by `/v1/odds`, what it finds gives what was wanted, and its neighbour does not."""

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import ODDS
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import CountedYields
from tests.openapi import Json

SOLVE = "/v1/odds/solve"
ACTOR: Json = {"skills": {"brawling": 35}, "modifiers": [{"source": "map", "flat": 7}]}
AT_LEVEL_30: Json = {**ACTOR, "skills": {"brawling": 35, "stealth": 30}}


def solve(client: ContractClient, *questions: Json, participant: Json = ACTOR, **more: object) -> list[Json]:
    body = {"participant": participant, "questions": questions, "grow": {"skills": ["stealth"]}, **more}
    answers: list[Json] = client.post(SOLVE, json=body).get_json()["answers"]
    return answers


def odds(client: ContractClient, **body: object) -> Json:
    answer: Json = client.post(ODDS, json={"action_type": "pve", **body}).get_json()
    return answer


def with_flat(participant: Json, flat: float) -> Json:
    return {**participant, "modifiers": [*participant["modifiers"], {"source": "solved", "flat": flat}]}


@pytest.mark.parametrize(("level", "actor"), [({}, ACTOR), ({"level": 30}, AT_LEVEL_30)])
@pytest.mark.parametrize("chance", [0.1, 0.6, 0.95])
def test_threshold__that_is_found__gives_what_is_wanted(
    client: ContractClient, level: Json, actor: Json, chance: float
) -> None:
    (answer,) = solve(client, {"find": "threshold", "want": {"success": chance}, **level})

    here = odds(client, threshold=answer["value"], actor=actor)["success"]["probability"]
    beyond = odds(client, threshold=answer["next"]["value"], actor=actor)["success"]["probability"]
    assert answer["reached"]
    assert (answer["gives"], answer["next"]["gives"]) == (here, beyond)
    assert here >= chance > beyond


def test_level__that_is_found__is_the_lowest_against_any_challenge(client: ContractClient) -> None:
    targets: list[Json] = [{"crime": "burglary"}, {"skill_check": "medium"}, {"threshold": 99.5}]
    asked: list[Json] = [
        {"crime": "burglary"},
        {"action_type": "skill_check", "difficulty": "medium"},
        {"threshold": 99.5},
    ]

    answers = solve(client, *({"find": "level", "want": {"success": 0.5}, "against": target} for target in targets))

    for answer, challenge in zip(answers, asked, strict=True):
        for step in (answer, answer["next"]):
            skills = {**ACTOR["skills"], **({"stealth": step["value"]} if step["value"] else {})}
            found = odds(client, **challenge, actor={**ACTOR, "skills": skills})
            assert step["gives"] == found["success"]["probability"]
        assert answer["next"]["value"] == answer["value"] - 1


def test_flat__that_is_found__wins_the_duel_so_often(client: ContractClient) -> None:
    question = {"find": "flat", "level": 30, "want": {"win": 0.5}, "against": {"opponent": {"npc": "veteran"}}}

    (answer,) = solve(client, question)

    for step in (answer, answer["next"]):
        actor = with_flat(AT_LEVEL_30, step["value"])
        duel = odds(client, action_type="pvp", actor=actor, target={"npc": "veteran"})
        assert step["gives"] == duel["actor_wins"]["probability"]
    assert answer["gives"] >= 0.5 > answer["next"]["gives"]


def test_flat__for_an_expected_total__is_measured_in_points(client: ContractClient) -> None:
    (answer,) = solve(client, {"find": "flat", "want": {"expected_total": 180.25}})

    assert answer["gives"] == odds(client, threshold=0, actor=with_flat(ACTOR, answer["value"]))["expected_total"]
    assert answer["gives"] >= 180.25 > answer["next"]["gives"]


def test_answer__that_cannot_be_had__is_the_nearest(client: ContractClient) -> None:
    (answer,) = solve(client, {"find": "level", "want": {"win": 1}, "against": {"opponent": {"npc": "legendary"}}})

    assert (answer["reached"], answer["value"], answer["next"]) == (False, 100, None)
    assert answer["gives"] < 1


def test_answer__had_by_every_figure__has_no_neighbour(client: ContractClient) -> None:
    (answer,) = solve(client, {"find": "level", "want": {"success": 0}, "against": {"crime": "burglary"}})

    assert (answer["reached"], answer["value"], answer["next"]) == (True, 0, None)


def test_questions__of_a_character__count_its_skills_and_effects(client: ContractClient) -> None:
    client.request("PUT", "/v1/characters/billy", json={"skills": {"brawling": 40}})
    client.request("PUT", "/v1/characters/billy/effects/whiskey", json={})
    question = {"find": "threshold", "want": {"success": 0.5}}
    body = {"participant": {"character_id": "billy"}, "questions": [question]}

    answer = client.post(SOLVE, json=body).get_json()

    named = {"skills": {"brawling": 40}, "effects": ["whiskey"]}
    assert answer["characters"] == [{"character_id": "billy", "running_effects": ["whiskey"]}]
    assert answer["answers"] == solve(client, question, participant=named)


def test_questions__under_another_tuning__are_answered_under_it(client: ContractClient) -> None:
    question = {"find": "threshold", "want": {"success": 0.5}}

    (here,), (there,) = solve(client, question), solve(client, question, tuning={"hand_rank_scores": {"pair": 50}})

    assert here["value"] != there["value"]


HALF: Json = {"success": 0.5}
ROOKIE: Json = {"opponent": {"npc": "rookie"}}


@pytest.mark.parametrize(
    ("question", "pointer"),
    [
        ({"want": HALF}, "/find"),
        ({"find": "threshold", "want": {"win": 0.5}}, "/want/win"),
        ({"find": "threshold", "want": {"success": 1.1}}, "/want/success"),
        ({"find": "threshold", "want": {"success": 1, "critical_success": 1}}, "/want"),
        ({"find": "threshold", "want": HALF, "level": 101}, "/level"),
        ({"find": "level", "want": {"expected_total": 1}, "level": 10}, "/level"),
        ({"find": "level", "want": HALF}, "/against"),
        ({"find": "level", "want": HALF, "against": ROOKIE}, "/against"),
        ({"find": "level", "want": HALF, "against": {"crime": "x"}}, "/against/crime"),
        ({"find": "level", "want": HALF, "against": {"skill_check": "x"}}, "/against/skill_check"),
        ({"find": "flat", "want": {"win": 0.5}, "against": {"crime": "burglary"}}, "/against"),
        ({"find": "flat", "want": {"win": 0.5}, "against": {"opponent": {"npc": "x"}}}, "/against/opponent/npc"),
        ({"find": "flat", "want": {"expected_total": 9}, "against": {"crime": "burglary"}}, "/against"),
    ],
)
def test_question__that_makes_no_sense__is_refused_where_it_does_not(
    refusals: Refusals, question: Json, pointer: str
) -> None:
    body = {"participant": {}, "grow": {"all": True}, "questions": [question]}

    assert list(refusals.errors(SOLVE, body)) == [f"/questions/0{pointer}"]


def test_level__without_growth__is_refused(refusals: Refusals) -> None:
    questions: list[Json] = [
        {"find": "threshold", "level": 3, "want": {"success": 1}},
        {"find": "level", "want": {"expected_total": 9}},
        {"find": "threshold", "want": {"success": 1}},
    ]

    errors = refusals.errors(SOLVE, {"participant": {"items": ["anvil"]}, "questions": questions})

    assert list(errors) == ["/questions/0", "/questions/1", "/participant/items/0"]


def test_questions__about_too_many_opponents__are_refused(refusals: Refusals) -> None:
    question = {"find": "flat", "want": {"win": 0.5}, "against": {"opponent": {"npc": "rookie"}}}

    errors = refusals.errors(SOLVE, {"participant": {}, "questions": [question] * 6})

    assert errors == {"/questions": "Must have at most 5 questions about opponents; has 6."}


def test_questions__one_after_the_other__give_others_a_turn() -> None:
    turns = CountedYields()
    client = ContractClient(make_app(pause=turns))

    solve(client, *([{"find": "threshold", "want": {"success": 0.5}}] * 4))

    assert turns.taken == 4
