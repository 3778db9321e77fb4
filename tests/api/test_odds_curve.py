"""The odds level by level over HTTP: at each level what `/v1/odds` answers there."""

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import ODDS
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import CountedYields
from tests.openapi import Json

CURVE = "/v1/odds/curve"
BUILDS: dict[str, tuple[Json, Json]] = {
    "bare": ({}, {}),
    "with everything": (
        {
            "skills": {"brawling": 35, "stealth": 90},
            "items": ["lucky_ace_charm"],
            "modifiers": [{"source": "map", "flat": 7}],
        },
        {"location": "frontera"},
    ),
    "at the floor": ({"modifiers": [{"source": "curse", "flat": -150}]}, {}),
    "published curve": ({"skills": {"brawling": 35}}, {"tuning": {"skill_curve": "published"}}),
    "royal flush wins": ({}, {"tuning": {"royal_flush_auto_win": True}}),
}
LEVELS = (0, 1, 42, 100)


def at_level(client: ContractClient, participant: Json, level: int, suit: str = "spades") -> Json:
    """The participant with every skill of the suit at this level."""
    suits = {skill: entry["suits"] for skill, entry in client.get("/v1/catalogue").get_json()["skills"].items()}
    kept = {skill: own for skill, own in participant.get("skills", {}).items() if suit not in suits[skill]}
    grown = {skill: level for skill in suits if suit in suits[skill] and level}
    return {**participant, "skills": kept | grown}


@pytest.mark.parametrize(("participant", "surroundings"), BUILDS.values(), ids=BUILDS)
def test_curve__of_any_build__is_the_odds_at_each_level(
    client: ContractClient, participant: Json, surroundings: Json
) -> None:
    against = {
        "crimes": ["bank_robbery", "pickpocket"],
        "skill_checks": ["hard"],
        "thresholds": [0, 187.5],
        "opponents": [{"npc": "veteran"}, {"skills": {"brawling": 60}, "items": ["lucky_ace_charm"]}],
    }
    body = {"participant": participant, "grow": {"suits": ["spades"]}, "against": against, **surroundings}

    answer = client.post(CURVE, json=body).get_json()

    assert answer["levels"] == [*range(101)]
    for level in LEVELS:
        actor = at_level(client, participant, level)
        for challenge in answer["challenges"]:
            asked = challenge_of(challenge)
            odds = client.post(ODDS, json={**asked, "actor": actor, **surroundings}).get_json()
            shown = {degree: challenge[degree][level] for degree in odds["degrees"]}
            assert shown == {degree: chance["hands"] for degree, chance in odds["degrees"].items()}
            assert answer["expected_total"][level] == odds["expected_total"]
        for duel in answer["duels"]:
            asked = {"action_type": "pvp", "actor": actor, "target": duel["opponent"], **surroundings}
            odds = client.post(ODDS, json=asked).get_json()
            assert duel["actor_wins"][level] == odds["actor_wins"]["pairs"]
            assert duel["tied_totals"][level] == odds["tied_totals"]["pairs"]


def challenge_of(shown: Json) -> Json:
    match shown["kind"]:
        case "crime":
            return {"action_type": "pve", "crime": shown["name"]}
        case "skill_check":
            return {"action_type": "skill_check", "difficulty": shown["name"]}
    assert (shown["kind"], shown["name"], shown["energy_cost"]) == ("threshold", "custom", None)
    return {"action_type": "pve", "threshold": shown["threshold"]}


def test_curve__against_nothing_named__has_every_crime(client: ContractClient) -> None:
    answer = client.post(CURVE, json={"participant": {}, "grow": {"all": True}, "from": 7, "step": 31}).get_json()

    assert answer["levels"] == [7, 38, 69, 100]
    crimes = client.get("/v1/catalogue").get_json()["crimes"]
    shown = {one["name"]: (one["kind"], one["threshold"], one["energy_cost"]) for one in answer["challenges"]}
    assert shown == {name: ("crime", crime["threshold"], crime["energy_cost"]) for name, crime in crimes.items()}
    assert answer["duels"] == []


def test_curve__against_an_empty_object__has_expected_totals_alone(client: ContractClient) -> None:
    answer = client.post(CURVE, json={"participant": {}, "grow": {"all": True}, "to": 1, "against": {}}).get_json()

    assert answer["challenges"] == answer["duels"] == []
    assert len(answer["expected_total"]) == 2


def test_curve__of_some_skills__leaves_the_others_as_they_are(client: ContractClient) -> None:
    body = {
        "participant": {"skills": {"stealth": 9}},
        "grow": {"skills": ["stealth", "brawling"]},
        "from": 30,
        "to": 30,
    }

    answer = client.post(CURVE, json={**body, "against": {"thresholds": [90]}}).get_json()

    skills = {"stealth": 30, "brawling": 30}
    odds = client.post(ODDS, json={"action_type": "pve", "threshold": 90, "actor": {"skills": skills}}).get_json()
    assert answer["challenges"][0]["critical_success"] == [odds["degrees"]["critical_success"]["hands"]]


def test_curve__of_a_character__has_its_skills_and_effects_and_remembers_nothing(client: ContractClient) -> None:
    client.request("PUT", "/v1/characters/billy", json={"skills": {"brawling": 40}})
    client.request("PUT", "/v1/characters/billy/effects/whiskey", json={})
    body: Json = {"grow": {"suits": ["spades"]}, "to": 20, "against": {"crimes": ["burglary"]}}
    named = {"skills": {"brawling": 40}, "effects": ["whiskey"]}

    answer = client.post(CURVE, json={"participant": {"character_id": "billy"}, **body}).get_json()
    other = client.post(CURVE, json={"participant": {"character_id": "billy", "skills": {}}, **body}).get_json()

    assert answer.pop("characters") == [{"character_id": "billy", "running_effects": ["whiskey"]}]
    assert answer == client.post(CURVE, json={"participant": named, **body}).get_json()
    assert other["expected_total"] != answer["expected_total"]
    assert client.get("/v1/characters/billy").get_json()["skills"] == {"brawling": 40}


def test_curve__with_mistakes_everywhere__names_them_all(refusals: Refusals) -> None:
    body = {
        "participant": {"skills": {"stealt": 3}},
        "grow": {"skills": ["lockpick"]},
        "from": 9,
        "to": 3,
        "against": {"crimes": ["heist"], "skill_checks": ["harder"], "opponents": [{"npc": "rooky"}]},
        "location": "atlantis",
    }

    assert set(refusals.errors(CURVE, body)) == {
        "/participant/skills/stealt",
        "/grow/skills/0",
        "/from",
        "/against/crimes/0",
        "/against/skill_checks/0",
        "/against/opponents/0/npc",
        "/location",
    }


@pytest.mark.parametrize(
    ("more", "pointer", "message"),
    [
        ({"to": 101}, "/to", "Must be at most 100, the highest level of this tuning."),
        ({"from": 101}, "/from", "Must be at most 100, the last level."),
        ({"grow": {"all": False}}, "/grow/all", "Must be true."),
        ({"grow": {}}, "/grow", "Must have exactly one of skills, suits or all; has none of them."),
        ({"participant": {"npc": "rookie"}}, "/participant/npc", "Unknown field."),
        ({"against": {"thresholds": [*range(30)], "crimes": ["burglary"] * 2}}, "/against/crimes/1", "Named twice."),
    ],
)
def test_curve__that_does_not_fit__says_what_does(refusals: Refusals, more: Json, pointer: str, message: str) -> None:
    ((found, text),) = refusals.errors(CURVE, {"participant": {}, "grow": {"all": True}, **more}).items()

    assert found == pointer
    assert text.startswith(message)


def test_curve__against_too_many_challenges__says_how_many_fit(refusals: Refusals) -> None:
    against = {"thresholds": [*range(50)], "crimes": ["burglary"]}

    errors = refusals.errors(CURVE, {"participant": {}, "grow": {"all": True}, "against": against})

    assert errors == {"/against": "Must name at most 50 challenges; has 51."}


def test_curve__of_too_many_levels__names_a_step_that_fits(client: ContractClient, refusals: Refusals) -> None:
    body = {
        "participant": {},
        "grow": {"all": True},
        "against": {"opponents": [{"npc": "veteran"}]},
        "tuning": {"max_skill_level": 1000},
    }

    errors = refusals.errors(CURVE, body)

    assert errors == {"/step": "Asks for 1001 levels; at most 615 fit (challenges: 0, opponents: 1). A step of 2 fits."}
    assert len(client.post(CURVE, json={**body, "step": 2}).get_json()["levels"]) == 501


def test_curve__that_takes_long__gives_others_a_turn() -> None:
    turns = CountedYields()
    client = ContractClient(make_app(pause=turns))
    body = {"participant": {}, "grow": {"all": True}, "to": 99, "against": {"opponents": [{"npc": "veteran"}]}}

    assert client.post(CURVE, json=body).status_code == 200

    assert turns.taken >= 100  # at each level
