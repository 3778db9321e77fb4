"""Ids that the catalogue does not have: the pointer leads to the very place, and the message lists the known ones."""

from typing import Any

import pytest

from tests.api.refusals import Refusals, refusals_of_one_app
from tests.builders.actions import GANG_WAR, ODDS, PVE, PVP, RESOLVE, SCORE, SKILL_CHECK, Json, actor, scored

CRIMES = "bank_robbery, burglary, legendary_score, petty_theft, pickpocket, stagecoach_robbery, train_heist"
DIFFICULTIES = "easy, extreme, hard, medium, trivial, very_hard"
LOCATIONS = "frontera, kaiowa_mesa, red_gulch, sangre_canyon"
NPCS = "competent, elite, legendary, rookie, veteran"
SKILLS = (
    "brawling, charisma, cooking, deception, gun_fighting, gunsmithing, horse_riding, intimidation, knife_fighting, "
    "leatherworking, lockpicking, medicine, mining, pickpocketing, safecracking, spirit_walking, stealth, tracking"
)
ITEMS = "iron_horseshoe, lucky_ace_charm"
EFFECTS = "poisoned, whiskey"


@pytest.fixture(scope="module")
def refusals() -> Refusals:
    return refusals_of_one_app()


def refused_everywhere(refusals: Refusals, body: Json, expected: dict[str, str]) -> None:
    assert refusals.errors(RESOLVE, body) == expected
    assert refusals.errors(ODDS, body) == expected
    assert refusals.errors(SCORE, scored(body)) == expected


@pytest.mark.parametrize(
    ("body", "pointer", "message"),
    [
        ({**PVE, "crime": "nap"}, "/crime", f"Unknown crime 'nap'. Known: {CRIMES}."),
        ({**PVE, "crime": "Bank_Robbery"}, "/crime", f"Unknown crime 'Bank_Robbery'. Known: {CRIMES}."),
        ({**PVE, "crime": "__proto__"}, "/crime", f"Unknown crime '__proto__'. Known: {CRIMES}."),
        ({**PVE, "crime": "custom"}, "/crime", f"Unknown crime 'custom'. Known: {CRIMES}."),
        ({**SKILL_CHECK, "difficulty": "nap"}, "/difficulty", f"Unknown difficulty 'nap'. Known: {DIFFICULTIES}."),
        ({**PVE, "location": "mars"}, "/location", f"Unknown location 'mars'. Known: {LOCATIONS}."),
        ({**PVP, "location": "mars"}, "/location", f"Unknown location 'mars'. Known: {LOCATIONS}."),
        ({**GANG_WAR, "location": "mars"}, "/location", f"Unknown location 'mars'. Known: {LOCATIONS}."),
        (actor(npc="sheriff"), "/actor/npc", f"Unknown npc 'sheriff'. Known: {NPCS}."),
        (actor(skills={"golf": 3}), "/actor/skills/golf", f"Unknown skill 'golf'. Known: {SKILLS}."),
        (actor(skills={"": 3}), "/actor/skills/", f"Unknown skill ''. Known: {SKILLS}."),
        (actor(skills={"a/b~c": 3}), "/actor/skills/a~1b~0c", f"Unknown skill 'a/b~c'. Known: {SKILLS}."),
        (actor(npc="elite", items=["map"]), "/actor/items/0", f"Unknown item 'map'. Known: {ITEMS}."),
        (
            actor(npc="elite", items=["iron_horseshoe", "whiskey"]),
            "/actor/items/1",
            f"Unknown item 'whiskey'. Known: {ITEMS}.",
        ),
        (actor(npc="elite", effects=["gin"]), "/actor/effects/0", f"Unknown effect 'gin'. Known: {EFFECTS}."),
        ({**PVP, "target": {"npc": "sheriff"}}, "/target/npc", f"Unknown npc 'sheriff'. Known: {NPCS}."),
        (
            {**GANG_WAR, "attackers": [{"npc": "elite"}, {"npc": "x"}]},
            "/attackers/1/npc",
            f"Unknown npc 'x'. Known: {NPCS}.",
        ),
        (
            {**GANG_WAR, "defenders": [{"skills": {"golf": 1}}]},
            "/defenders/0/skills/golf",
            f"Unknown skill 'golf'. Known: {SKILLS}.",
        ),
    ],
)
def test_name__unknown__is_answered_with_the_known_ones(
    refusals: Refusals, body: Json, pointer: str, message: str
) -> None:
    refused_everywhere(refusals, body, {pointer: message})


def test_names__unknown_in_every_place__are_all_named_at_once(refusals: Refusals) -> None:
    stranger: Json = {"skills": {"golf": 1, "mining": 101}, "items": ["map"], "effects": ["gin", "whiskey"]}
    body = {**PVP, "actor": stranger, "target": {**stranger, "skills": {"golf": 1}}, "location": "mars"}

    assert list(refusals.errors(RESOLVE, body)) == [
        "/location",
        "/actor/skills/golf",
        "/actor/skills/mining",
        "/actor/items/0",
        "/actor/effects/0",
        "/target/skills/golf",
        "/target/items/0",
        "/target/effects/0",
    ]
    assert list(refusals.errors(RESOLVE, {**PVE, "crime": "nap", "actor": {"npc": "x"}})) == ["/crime", "/actor/npc"]


def test_name__known_to_the_overlay_alone__is_known_for_that_call(refusals: Refusals) -> None:
    body = {**PVE, "crime": "tax_evasion"}
    crimes = {"tax_evasion": {"difficulty": "easy", "threshold": 90, "energy_cost": 5}}

    assert refusals.client.post(ODDS, json={**body, "tuning": {"crimes": crimes}}).status_code == 200
    assert list(refusals.errors(ODDS, body)) == ["/crime"]


def test_name__taken_away_by_the_overlay__is_unknown_for_that_call(refusals: Refusals) -> None:
    removed: dict[str, Any] = {"npcs": {"rookie": None}}

    expected = {"/actor/npc": "Unknown npc 'rookie'. Known: competent, elite, legendary, veteran."}
    assert refusals.errors(ODDS, {**actor(npc="rookie"), "tuning": removed}) == expected
    assert refusals.client.post(ODDS, json=actor(npc="rookie")).status_code == 200


def test_names__catalogue_emptied__says_that_none_is_known(refusals: Refusals) -> None:
    removed: dict[str, Any] = {"items": {"lucky_ace_charm": None, "iron_horseshoe": None}}
    body = {**actor(npc="rookie", items=["map"]), "tuning": removed}

    assert refusals.errors(ODDS, body) == {"/actor/items/0": "Unknown item 'map'. Known: none."}


@pytest.mark.parametrize("number", [1, 2, 2**53 - 1])
def test_tuning_revision__that_does_not_exist__is_answered_with_the_newest(refusals: Refusals, number: int) -> None:
    expected = {"/tuning_revision": "No such revision; the newest is 0."}

    assert refusals.errors(ODDS, {**PVE, "tuning_revision": number}) == expected
    assert refusals.errors(SCORE, scored({**PVE, "tuning_revision": number})) == expected


@pytest.mark.parametrize("body", [{**PVE, "tuning": {}}, {**PVE, "tuning_revision": 0}])
def test_what_if_field__in_a_resolve__is_unknown(refusals: Refusals, body: Json) -> None:
    assert list(refusals.errors(RESOLVE, body)) == [f"/{list(body)[-1]}"]


@pytest.mark.parametrize(
    ("overlay", "pointer", "message"),
    [
        ({"critical_margn": 5}, "/critical_margn", "Unknown field. Allowed: hand_rank_scores, skill_curve, "),
        ({"critical_margin": "5"}, "/critical_margin", "Must be a number from 0 to 100000."),
        ({"critical_margin": -1}, "/critical_margin", "Must lie within 0 to 100000."),
        ({"critical_margin": 0.001}, "/critical_margin", "Must have at most 2 decimals."),
        ({"critical_margin": None}, "/critical_margin", "Must not be null; only an entry of the catalogue can"),
        ({"critical_margn": None}, "/critical_margn", "Must not be null; only an entry of the catalogue can"),
        ({"skill_curve": "cubic"}, "/skill_curve", "Must be formula, published or table."),
        ({"tie_favors_defender": 1}, "/tie_favors_defender", "Must be true or false."),
        ({"max_skill_level": 1001}, "/max_skill_level", "Must be a whole number from 1 to 1000."),
        ({"max_skill_level": 1e308}, "/max_skill_level", "Must be a whole number from 1 to 1000."),
        ({"hand_rank_scores": {"pair": None}}, "/hand_rank_scores/pair", "Must not be null; only an entry of the"),
        ({"hand_rank_scores": {"quads": 1}}, "/hand_rank_scores/quads", "Unknown field. Allowed: royal_flush, "),
        ({"hand_rank_scores": []}, "/hand_rank_scores", "Must be an object."),
        ({"skills": {"stealth": []}}, "/skills/stealth", "Must be an array of 1 to 4 items."),
        ({"skills": {"stealth": ["cups"]}}, "/skills/stealth/0", "Must be spades, hearts, clubs or diamonds."),
        ({"skills": {"Stealth": ["clubs"]}}, "/skills/Stealth", "Must be an id: "),
        ({"crimes": {"bank_robbery": {"treshold": 5}}}, "/crimes/bank_robbery/treshold", "Unknown field. Allowed: "),
        ({"crimes": {"new": {}}}, "/crimes/new/difficulty", "Required."),
        ({"crimes": {"bank_robery": None}}, "/crimes/bank_robery", "Does not exist, so it cannot be removed."),
        ({"items": {"a/b": {"flat": 1}}}, "/items/a~1b", "Must be an id: "),
        ({"items": {"lucky_ace_charm": {"flat": None}}}, "/items/lucky_ace_charm/flat", "Must not be null; only an"),
        ({"_schema": {}}, "/_schema", "Unknown field. Allowed: "),
    ],
)
def test_overlay__not_a_tuning__is_refused_at_its_place(
    refusals: Refusals, overlay: Json, pointer: str, message: str
) -> None:
    for path, body in ((ODDS, PVE), (SCORE, scored(PVE))):
        errors = refusals.errors(path, {**body, "tuning": overlay})
        assert errors[f"/tuning{pointer}"].startswith(message)
        assert all(pointer.startswith("/tuning/") for pointer in errors)


def test_overlay__published_curve_beyond_its_table__is_refused(refusals: Refusals) -> None:
    body = {**PVE, "tuning": {"skill_curve": "published", "max_skill_level": 101}}

    assert refusals.errors(ODDS, body) == {
        "/tuning/max_skill_level": "The published curve ends at level 100; lower this or choose another curve."
    }


def test_overlay__formula_beyond_all_bounds__is_refused(refusals: Refusals) -> None:
    body = {**PVE, "tuning": {"max_skill_level": 1000, "skill_exponential_base": 5}}

    assert list(refusals.errors(ODDS, body)) == ["/tuning/skill_exponential_coefficient"]
