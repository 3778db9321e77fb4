"""Fields that are missing, unknown, null, of another type or out of bounds: each refused at its place."""

from typing import Any

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import (
    BATCH,
    GANG_WAR,
    ODDS,
    PVE,
    PVP,
    RESOLVE,
    SCORE,
    SKILL_CHECK,
    Json,
    actor,
    modified,
    scored,
)
from tests.fakes.app import AS_ADMIN

BONUS = "Must be a number from -100000 to 100000 with at most two decimals."
THRESHOLD = "Must be a number from 0 to 100000 with at most two decimals."
LEVEL = "Must be a whole number from 1 to 100."
NAME = "Must be a string of 1 to 64 characters."
SUITS = "Unknown field. Allowed: spades, hearts, clubs or diamonds."

NOT_POINTS: list[Any] = [
    "5",
    True,
    None,
    [],
    {},
    2.345,
    0.001,
    1e-9,
    100000.01,
    -100000.01,
    1e300,
    1.7976931348623157e308,
    10**20,
    -(2**64),
]
NOT_LEVELS: list[Any] = ["5", True, False, None, [], {}, 0, -1, 101, 1000, 1001, 2.5, 1e300, 2**63, 10**300]


@pytest.mark.parametrize("value", NOT_POINTS)
def test_points__not_a_number_with_two_decimals_within_bounds__are_refused(refusals: Refusals, value: Any) -> None:
    def refused(body: Json, pointer: str, message: str = BONUS) -> None:
        assert refusals.errors(RESOLVE, body) == {pointer: "Must not be null." if value is None else message}

    refused({"action_type": "pve", "actor": {"npc": "rookie"}, "threshold": value}, "/threshold", THRESHOLD)
    refused({**PVP, "defense_bonus": value}, "/defense_bonus")
    refused(modified(source="map", flat=value), "/actor/modifiers/0/flat")


@pytest.mark.parametrize("value", NOT_POINTS)
def test_points_in_a_map__not_a_number_with_two_decimals_within_bounds__are_refused(
    refusals: Refusals, value: Any
) -> None:
    spoilt = {"spades": value, "clubs": 5}

    assert refusals.errors(RESOLVE, actor(suit_bonuses=spoilt)) == {"/actor/suit_bonuses/spades": BONUS}
    suits = modified(source="map", suits=spoilt)
    assert refusals.errors(RESOLVE, suits) == {"/actor/modifiers/0/suits/spades": BONUS}
    ranks = modified(source="map", hand_ranks={"pair": value})
    assert refusals.errors(RESOLVE, ranks) == {"/actor/modifiers/0/hand_ranks/pair": BONUS}


def test_threshold__below_zero__is_refused(refusals: Refusals) -> None:
    body = {"action_type": "skill_check", "actor": {"npc": "rookie"}, "threshold": -0.01}

    assert refusals.errors(ODDS, body) == {"/threshold": THRESHOLD}


@pytest.mark.parametrize("value", NOT_LEVELS)
def test_level__not_a_whole_number_within_bounds__is_refused_with_those_in_force(
    refusals: Refusals, value: Any
) -> None:
    skills = {"mining": 5, "stealth": value}

    assert refusals.errors(RESOLVE, actor(skills=skills)) == {"/actor/skills/stealth": LEVEL}
    assert refusals.errors(SCORE, scored(actor(skills=skills))) == {"/actor/skills/stealth": LEVEL}
    put = refusals.client.request("PUT", "/v1/characters/billy", json={"skills": skills})
    assert put.get_json()["errors"] == [{"pointer": "/skills/stealth", "message": LEVEL}]
    preview = {"values": {}, "characters": [{"name": "ada", "skills": skills}]}
    previewed = refusals.client.post("/v1/admin/tuning/preview", json=preview, headers=AS_ADMIN)
    assert previewed.get_json()["errors"] == [{"pointer": "/characters/0/skills/stealth", "message": LEVEL}]


@pytest.mark.parametrize("value", ["5", 0, 41, 101, 1001, 1e300])
def test_level__under_a_tuning_of_the_request__is_refused_with_the_bounds_of_that_tuning(
    refusals: Refusals, value: Any
) -> None:
    expected = {"/actor/skills/stealth": "Must be a whole number from 1 to 40."}
    body = {**actor(skills={"stealth": value}), "tuning": {"max_skill_level": 40}}

    assert refusals.errors(ODDS, body) == expected
    assert refusals.errors(SCORE, scored(body)) == expected


@pytest.mark.parametrize("value", ["5", 0, 1001])
def test_level__after_the_bound_was_changed__is_refused_with_the_live_one(refusals: Refusals, value: Any) -> None:
    change = {"values": {"max_skill_level": 1000}, "reason": "Legends."}
    tag = AS_ADMIN | {"If-Match": '"0"'}
    assert refusals.client.request("PATCH", "/v1/admin/tuning", json=change, headers=tag).status_code == 200

    message = "Must be a whole number from 1 to 1000."
    assert refusals.errors(RESOLVE, actor(skills={"stealth": value})) == {"/actor/skills/stealth": message}
    assert refusals.client.post(RESOLVE, json=actor(skills={"stealth": 1000})).status_code == 200


def test_levels__of_both_sides__are_all_named(refusals: Refusals) -> None:
    body = {**PVP, "actor": {"skills": {"stealth": 101}}, "target": {"skills": {"mining": "1"}}}

    assert refusals.errors(RESOLVE, body) == {"/actor/skills/stealth": LEVEL, "/target/skills/mining": LEVEL}


def test_levels__of_several_participants__are_all_named(refusals: Refusals) -> None:
    body = {
        **GANG_WAR,
        "attackers": [{"skills": {"stealth": 0}}, {"skills": {}}, {"skills": {"mining": "1", "cooking": 101}}],
    }

    assert refusals.errors(RESOLVE, body) == {
        "/attackers/0/skills/stealth": LEVEL,
        "/attackers/2/skills/mining": LEVEL,
        "/attackers/2/skills/cooking": LEVEL,
    }


@pytest.mark.parametrize("value", ["", "x" * 65, 5, True, [], {}, ["bank_robbery"]])
def test_name__not_a_string_of_fitting_length__is_refused(refusals: Refusals, value: Any) -> None:
    assert refusals.errors(RESOLVE, {**PVE, "crime": value}) == {"/crime": NAME}
    assert refusals.errors(RESOLVE, {**SKILL_CHECK, "difficulty": value}) == {"/difficulty": NAME}
    assert refusals.errors(RESOLVE, {**PVE, "location": value}) == {"/location": NAME}
    assert refusals.errors(RESOLVE, actor(npc=value)) == {"/actor/npc": NAME}
    assert refusals.errors(RESOLVE, modified(source=value)) == {"/actor/modifiers/0/source": NAME}
    assert refusals.errors(RESOLVE, actor(npc="rookie", items=[value])) == {"/actor/items/0": NAME}
    assert refusals.errors(RESOLVE, actor(npc="rookie", effects=["whiskey", value])) == {"/actor/effects/1": NAME}


@pytest.mark.parametrize("value", ["PVE", "", "duel", 5, None, True, [], {}, ["pve"]])
def test_action_type__unknown__is_refused(refusals: Refusals, value: Any) -> None:
    expected = {"/action_type": "Must be pve, skill_check, pvp or gang_war."}

    for path in (RESOLVE, SCORE, ODDS):
        assert refusals.errors(path, {**PVE, "action_type": value}) == expected


@pytest.mark.parametrize("value", ["sum", "AVERAGE", 3, True, [], {}])
def test_method__unknown__is_refused(refusals: Refusals, value: Any) -> None:
    assert refusals.errors(RESOLVE, {**GANG_WAR, "method": value}) == {"/method": "Must be average or best_three."}


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        (PVE, "actor"),
        (SKILL_CHECK, "actor"),
        (PVP, "actor"),
        (PVP, "target"),
        (GANG_WAR, "attackers"),
        (GANG_WAR, "defenders"),
        (PVE, "action_type"),
    ],
)
def test_required_field__missing__is_named(refusals: Refusals, body: Json, missing: str) -> None:
    incomplete = {name: value for name, value in body.items() if name != missing}

    assert refusals.errors(RESOLVE, incomplete) == {f"/{missing}": "Required."}
    assert refusals.errors(ODDS, incomplete) == {f"/{missing}": "Required."}
    assert refusals.errors(SCORE, scored(incomplete)) == {f"/{missing}": "Required."}


def test_required_field__missing_below__is_named_at_its_place(refusals: Refusals) -> None:
    assert refusals.errors(RESOLVE, modified(flat=5)) == {"/actor/modifiers/0/source": "Required."}
    assert refusals.errors(SCORE, {**scored(PVP), "actor": PVP["actor"]}) == {"/actor/hand": "Required."}
    assert refusals.errors(BATCH, {}) == {"/requests": "Required."}


@pytest.mark.parametrize(
    "name", ["bogus", "__proto__", "_schema", "constructor", "", " ", "Actor", "hand", "ünï", "\u0000", "draw", "🂡"]
)
def test_field__unknown__is_refused_at_its_place(refusals: Refusals, name: str) -> None:
    modifier: Json = {"source": "map", name: 1}

    assert list(refusals.errors(RESOLVE, {**PVE, name: 1})) == [f"/{name}"]
    assert list(refusals.errors(RESOLVE, actor(npc="rookie", **{name: 1}))) == [f"/actor/{name}"]
    assert list(refusals.errors(RESOLVE, modified(**modifier))) == [f"/actor/modifiers/0/{name}"]
    suits = actor(suit_bonuses={"spades": 1, name: 1})
    assert refusals.errors(RESOLVE, suits) == {f"/actor/suit_bonuses/{name}": SUITS}
    assert list(refusals.errors(BATCH, {"requests": [], name: 1})) == [f"/{name}"]


def test_field__unknown__is_answered_with_those_that_are_known(refusals: Refusals) -> None:
    assert refusals.errors(RESOLVE, {**PVE, "target": {}}) == {
        "/target": "Unknown field. Allowed: action_type, location, crime, threshold, actor or draw."
    }
    assert refusals.errors(RESOLVE, actor(npc="rookie", hand=[])) == {
        "/actor/hand": "Unknown field. Allowed: skills, suit_bonuses, npc, character_id, modifiers, items or effects."
    }
    assert refusals.errors(RESOLVE, modified(source="map", hand_ranks={"flush": 5, "quads": 5})) == {
        "/actor/modifiers/0/hand_ranks/quads": "Unknown field. Allowed: royal_flush, straight_flush, four_of_a_kind, "
        "full_house, flush, straight, three_of_a_kind, two_pair, pair or high_card."
    }
    assert refusals.errors(RESOLVE, {**PVE, "tuning": {}})["/tuning"].startswith("Unknown field. Allowed: ")


@pytest.mark.parametrize(
    ("name", "pointer"), [("a/b", "/a~1b"), ("a~b", "/a~0b"), ("~1", "/~01"), ("/", "/~1"), ("a//~~b", "/a~1~1~0~0b")]
)
def test_pointer__name_with_a_slash_or_a_tilde__is_escaped(refusals: Refusals, name: str, pointer: str) -> None:
    assert list(refusals.errors(RESOLVE, {**PVE, name: 1})) == [pointer]
    assert list(refusals.errors(RESOLVE, actor(skills={name: 5}))) == [f"/actor/skills{pointer}"]


def test_pointer__field_named_as_marshmallow_files_errors__is_not_taken_for_the_object(refusals: Refusals) -> None:
    body = {**PVE, "_schema": 1, "actor": {"suit_bonuses": {"_schema": 5}, "npc": "rookie"}}

    assert refusals.errors(RESOLVE, body) == {
        "/_schema": "Unknown field. Allowed: action_type, location, crime, threshold, actor or draw.",
        "/actor/suit_bonuses/_schema": SUITS,
    }


def test_mistakes__several__are_all_named_in_the_order_of_the_body(refusals: Refusals) -> None:
    body = {"zulu": 1, "action_type": "pvp", "target": {"npc": 5, "x": 1}, "alpha": 1, "location": "", "bravo": 1}

    assert list(refusals.errors(RESOLVE, body)) == [
        "/zulu",
        "/target/npc",
        "/target/x",
        "/alpha",
        "/location",
        "/bravo",
        "/actor",
    ]


NULLS: list[tuple[Json, str]] = [
    ({**PVE, "crime": None}, "/crime"),
    ({**PVE, "threshold": None}, "/threshold"),
    ({**PVE, "location": None}, "/location"),
    ({**PVE, "actor": None}, "/actor"),
    ({**SKILL_CHECK, "difficulty": None}, "/difficulty"),
    ({**PVP, "target": None}, "/target"),
    ({**PVP, "defense_bonus": None}, "/defense_bonus"),
    ({**GANG_WAR, "attackers": None}, "/attackers"),
    ({**GANG_WAR, "defenders": None}, "/defenders"),
    ({**GANG_WAR, "method": None}, "/method"),
    (actor(skills=None), "/actor/skills"),
    (actor(suit_bonuses=None), "/actor/suit_bonuses"),
    (actor(npc=None), "/actor/npc"),
    *((actor(npc="rookie", **{name: None}), f"/actor/{name}") for name in ("modifiers", "items", "effects")),
    *(
        (modified(**{"source": "map", name: None}), f"/actor/modifiers/0/{name}")
        for name in ("source", "flat", "suits", "hand_ranks")
    ),
]


@pytest.mark.parametrize(("body", "pointer"), NULLS, ids=[pointer for _, pointer in NULLS])
def test_field__null__is_not_left_out(refusals: Refusals, body: Json, pointer: str) -> None:
    assert refusals.errors(RESOLVE, body) == {pointer: "Must not be null."}
    assert refusals.errors(ODDS, body) == {pointer: "Must not be null."}
    batch = refusals.client.post(BATCH, json={"requests": [body]}).get_json()
    assert [error["pointer"] for error in batch["results"][0]["errors"]] == [f"/requests/0{pointer}"]


@pytest.mark.parametrize("name", ["tuning", "tuning_revision"])
def test_what_if_field__null__is_not_left_out(refusals: Refusals, name: str) -> None:
    assert refusals.errors(ODDS, {**PVE, name: None}) == {f"/{name}": "Must not be null."}
    assert refusals.errors(SCORE, scored({**PVE, name: None})) == {f"/{name}": "Must not be null."}


@pytest.mark.parametrize("value", ["x", 5, True, [], [["spades", 1]]])
def test_map__not_an_object__is_refused(refusals: Refusals, value: Any) -> None:
    for name in ("skills", "suit_bonuses"):
        assert refusals.errors(RESOLVE, actor(**{name: value})) == {f"/actor/{name}": "Must be an object."}
    for name in ("suits", "hand_ranks"):
        body = modified(**{"source": "map", name: value})
        assert refusals.errors(RESOLVE, body) == {f"/actor/modifiers/0/{name}": "Must be an object."}
    assert refusals.errors(RESOLVE, {**PVE, "actor": value}) == {"/actor": "Must be an object."}
    assert refusals.errors(ODDS, {**PVE, "tuning": value}) == {"/tuning": "Must be an object."}


@pytest.mark.parametrize("value", [-1, 2**53, 0.5, "0", True, [], {}, 1e300])
def test_tuning_revision__not_a_whole_number_within_bounds__is_refused(refusals: Refusals, value: Any) -> None:
    message = "Must be a whole number from 0 to 9007199254740991."

    assert refusals.errors(ODDS, {**PVE, "tuning_revision": value}) == {"/tuning_revision": message}
