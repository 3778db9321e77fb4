"""The preview over HTTP: what it answers is what /v1/odds answers before the change and after it."""

from typing import Any

import pytest

from tests.api.refusals import INVALID, Json, problem_of
from tests.builders.actions import ODDS
from tests.builders.tuned import tuned_app
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN
from tests.fakes.system import ScriptedDealer

PREVIEW = "/v1/admin/tuning/preview"
HANDS = 2_598_960
PAIRS = HANDS**2
ADA: Json = {"name": "ada", "skills": {"lockpicking": 50, "stealth": 40}, "items": ["lucky_ace_charm"]}
CHANGES: list[Json] = [
    {"crimes": {"bank_robbery": {"threshold": 250}}},
    {"skill_curve": "published", "hand_rank_scores": {"pair": 45}, "npcs": {"rookie": {"avg_suit_bonus": -3.25}}},
    {"royal_flush_auto_win": True, "tie_favors_defender": False, "critical_margin": 60.5},
]


def preview(client: ContractClient, values: Json, **more: Any) -> Json:
    response = client.post(PREVIEW, json={"values": values, **more}, headers=AS_ADMIN)
    assert response.status_code == 200, response.text
    answer: Json = response.get_json()
    return answer


def errors(client: ContractClient, body: Any) -> dict[str, str]:
    """The message for each pointer that the refusal of this body names."""
    document = problem_of(client.post(PREVIEW, json=body, headers=AS_ADMIN), 422, "invalid-input")
    assert document["detail"] == INVALID
    return {error["pointer"]: error["message"] for error in document["errors"]}


def participant(character: str) -> Json:
    """How a character of the shipped tuning is written in a question about odds."""
    hearts = ("charisma", "intimidation", "deception", "medicine", "spirit_walking", "tracking")
    others = (
        *("gun_fighting", "brawling", "knife_fighting", "lockpicking", "pickpocketing", "stealth", "safecracking"),
        *("gunsmithing", "leatherworking", "cooking", "mining", "horse_riding"),
    )
    players: dict[str, Json] = {
        "unskilled": {"skills": {}},
        "generalist": {"skills": dict.fromkeys((*hearts, *others), 10)},
        "specialist": {"skills": dict.fromkeys(hearts, 50)},
        "given:ada": {field: value for field, value in ADA.items() if field != "name"},
    }
    return players.get(character) or {"npc": character.removeprefix("npc:")}


def quoted(client: ContractClient, row: Json, values: Json) -> Json:
    """What /v1/odds answers to a row's question."""
    if "actor" in row:
        sides = {side: participant(row[side]) for side in ("actor", "target")}
        body = {"action_type": "pvp", **sides}
    else:
        named_by = "crime" if row["action_type"] == "pve" else "difficulty"
        body = {
            "action_type": row["action_type"],
            named_by: row["name"],
            "actor": participant(row["character"]),
        }
    answer: Json = client.post(ODDS, json=body | {"tuning": values}).get_json()
    return answer


def check_difference(side: str, row: Json, unit: str, all_of_them: int) -> None:
    """A chance's difference is that of the whole numbers, divided once."""
    *steps, last = side.split("/")
    chances = []
    for when in ("before", "after", "difference"):
        found = row[when]
        for step in (*steps, last):
            found = found[step]
        chances.append(found)
    before, after, difference = chances
    assert difference[unit] == after[unit] - before[unit]
    assert difference["probability"] == difference[unit] / all_of_them


@pytest.mark.parametrize("values", CHANGES)
def test_preview__every_challenge__has_the_odds_of_both_tunings(client: ContractClient, values: Json) -> None:
    rows = preview(client, values, characters=[ADA])["challenges"]

    assert len(rows) == 9 * 13
    for row in rows[::3]:
        for when, overlay in (("before", {}), ("after", values)):
            odds = quoted(client, row, overlay)
            assert row[when]["success"] == odds["success"]
            assert row[when]["degrees"] == odds["degrees"]
        for side in ("success", *(f"degrees/{degree}" for degree in row["before"]["degrees"])):
            check_difference(side, row, "hands", HANDS)


@pytest.mark.parametrize("values", CHANGES)
def test_preview__every_duel__has_the_odds_of_both_tunings(client: ContractClient, values: Json) -> None:
    rows = preview(client, values, characters=[ADA])["duels"]

    assert len(rows) == 36
    for row in rows:
        for when, overlay in (("before", {}), ("after", values)):
            odds = quoted(client, row, overlay)
            assert row[when] == {side: odds[side] for side in ("actor_wins", "target_wins", "tied_totals")}
        for side in row["before"]:
            check_difference(side, row, "pairs", PAIRS)


def test_preview__empty_change__differs_in_nothing(client: ContractClient) -> None:
    answer = preview(client, {})

    assert answer["differences"] == []
    nothing = {"moved": 0, "added": 0, "removed": 0, "largest_difference": 0}
    assert answer["summary"] == {"challenges": {"compared": 104, **nothing}, "duels": {"compared": 28, **nothing}}
    assert answer["left_out"] == {"npcs": 0, "challenges": 0, "duels": 0}
    for row in (*answer["characters"], *answer["challenges"], *answer["duels"]):
        assert row["change"] == "none"
        assert row["before"] == row["after"]
    assert {numbers_in(row["difference"]) for row in answer["challenges"] + answer["duels"]} == {frozenset({0})}


def numbers_in(value: Any) -> frozenset[float]:
    """Every number within an object."""
    if isinstance(value, dict):
        return frozenset().union(*map(numbers_in, value.values()))
    return frozenset({value})


def test_preview__threshold_changed__shows_it_on_both_sides(client: ContractClient) -> None:
    first = preview(client, CHANGES[0], only_changed=True)["challenges"][0]

    assert (first["action_type"], first["name"], first["character"]) == ("pve", "bank_robbery", "npc:elite")
    assert [first[side]["threshold"] for side in ("before", "after", "difference")] == [275, 250, -25]


def test_preview__entry_on_one_side_alone__has_null_on_the_other_and_no_difference(client: ContractClient) -> None:
    crime = {"difficulty": "odd", "threshold": 90, "energy_cost": 5}
    answer = preview(client, {"crimes": {"tax_evasion": crime, "pickpocket": None}, "npcs": {"rookie": None}})

    changes = {(row["name"], row["character"]): row for row in answer["challenges"]}
    for (name, character), row in changes.items():
        added, removed = name == "tax_evasion", name == "pickpocket" or character == "npc:rookie"
        assert (row["change"] == "added", row["change"] == "removed") == (added, removed)
        assert (row["before"] is None, row["after"] is None) == (added, removed)
        assert (row["difference"] is None) == (added or removed)
    assert ("tax_evasion", "npc:rookie") not in changes
    rookie = next(one for one in answer["characters"] if one["name"] == "npc:rookie")
    assert (rookie["change"], rookie["after"], rookie["difference"]) == ("removed", None, None)
    assert answer["summary"]["duels"]["removed"] == 7


def test_preview__of_a_change__lists_the_same_differences_as_its_record(client: ContractClient) -> None:
    values: Json = {"critical_margin": 80, "crimes": {"pickpocket": None}, "items": {"rope": {"flat": 1}}}
    listed = preview(client, values)["differences"]

    patch = {"values": values, "reason": "As previewed."}
    made = client.request("PATCH", "/v1/admin/tuning", json=patch, headers={**AS_ADMIN, "If-Match": '"0"'})

    assert made.get_json()["differences"] == listed
    assert [one["pointer"] for one in listed] == ["/critical_margin", "/crimes/pickpocket", "/items/rope"]


def test_preview__limit__cuts_off_the_smallest_moves_and_says_so(client: ContractClient) -> None:
    whole, cut = preview(client, CHANGES[1]), preview(client, CHANGES[1], limit=4)

    assert (cut["challenges"], cut["duels"]) == (whole["challenges"][:4], whole["duels"][:4])
    assert cut["left_out"] == {"npcs": 0, "challenges": 100, "duels": 24}
    assert (cut["summary"], cut["characters"]) == (whole["summary"], whole["characters"])


def test_preview__any__draws_nothing_and_changes_nothing(client: ContractClient, dealer: ScriptedDealer) -> None:
    before = client.get("/v1/catalogue").get_json()

    preview(client, {"crimes": {"bank_robbery": None}})

    assert dealer.draws == 0
    assert client.get("/v1/catalogue").get_json() == before


def test_preview__location__bears_on_everyone(client: ContractClient) -> None:
    answer = preview(client, {"locations": {"frontera": {"suits": {"spades": 9}}}}, location="frontera")

    for one in answer["characters"]:
        assert one["difference"]["suit_bonuses"] == {"spades": 1, "hearts": 0, "clubs": 0, "diamonds": 0}
        assert one["difference"]["expected_total"] == 1.25


def test_preview__names_of_one_side__are_warnings(client: ContractClient) -> None:
    values: Json = {"items": {"lucky_ace_charm": None}, "hand_rank_scores": {"royal_flush": 20}}

    assert preview(client, values, characters=[ADA])["warnings"] == [
        {
            "pointer": "/values/hand_rank_scores/royal_flush",
            "message": "Would be worth less than straight_flush, four_of_a_kind, full_house, flush, straight, "
            "three_of_a_kind, two_pair or pair, weaker hands. Send force: true if that is intended.",
        },
        {
            "pointer": "/characters/0/items/0",
            "message": "Does not exist after the change, and counts for nothing there.",
        },
    ]


@pytest.mark.parametrize(
    ("body", "pointer", "message"),
    [
        ([], "", "Must be an object."),
        ({"values": []}, "/values", "Must be an object."),
        ({"values": {"critical_margin": -1}}, "/values/critical_margin", "Must lie within 0 to 100000."),
        ({"values": {}, "tuning_revision": 1}, "/tuning_revision", "No such revision; the newest is 0."),
        (
            {"values": {}, "tuning_revision": -1},
            "/tuning_revision",
            "Must be a whole number from 0 to 9007199254740991.",
        ),
        ({"values": {}, "limit": 0}, "/limit", "Must be a whole number from 1 to 1000."),
        ({"values": {}, "limit": 1001}, "/limit", "Must be a whole number from 1 to 1000."),
        ({"values": {}, "only_changed": 1}, "/only_changed", "Must be true or false."),
        (
            {"values": {}, "force": True},
            "/force",
            "Unknown field. Allowed: values, document, restore, tuning_revision, characters, location, ",
        ),
        ({"values": {}, "location": "mars"}, "/location", "Unknown location 'mars'. Known: frontera, "),
        ({"values": {}, "characters": [ADA] * 21}, "/characters", "Must be an array of 0 to 20 items."),
        ({"values": {}, "characters": [ADA, ADA]}, "/characters/1/name", "Named twice."),
        ({"values": {}, "characters": [{"skills": {}}]}, "/characters/0/name", "Required."),
        ({"values": {}, "characters": [{"name": "ada"}]}, "/characters/0", "Must have either skills or suit_bonuses."),
        (
            {"values": {}, "characters": [{"name": "ada", "skills": {}, "suit_bonuses": {}}]},
            "/characters/0",
            "Must have either skills or suit_bonuses.",
        ),
        ({"values": {}, "characters": [ADA | {"npc": "elite"}]}, "/characters/0/npc", "Unknown field. Allowed: "),
        (
            {"values": {}, "characters": [ADA | {"skills": {"golf": 1}}]},
            "/characters/0/skills/golf",
            "Unknown skill 'golf'. Known: brawling, ",
        ),
    ],
)
def test_preview__bad_body__is_refused_at_the_place(
    client: ContractClient, body: Any, pointer: str, message: str
) -> None:
    found = errors(client, body)

    assert list(found) == [pointer]
    assert found[pointer].startswith(message)


def test_preview__of_a_skill_table__compares_its_curve_with_the_one_before(client: ContractClient) -> None:
    published, shipped_table = ({"skill_curve": curve} for curve in ("published", "table"))
    steeper = {"skill_curve": "table", "skill_table": [{"level": 1, "bonus": 0}, {"level": 100, "bonus": 300}]}

    by_table = preview(client, shipped_table)

    assert by_table["summary"] == preview(client, published)["summary"]
    assert by_table["challenges"] == preview(client, published)["challenges"]
    generalist = next(one for one in preview(client, steeper)["characters"] if one["name"] == "generalist")
    # Level 10 of a line from 0 to 300 over 99 levels is 27.27.
    assert generalist["after"]["suit_bonuses"]["hearts"] == pytest.approx(27.27 * hearts_skills(client))


def hearts_skills(client: ContractClient) -> int:
    """How many skills count in hearts."""
    return sum("hearts" in skill["suits"] for skill in client.get("/v1/catalogue").get_json()["skills"].values())


@pytest.mark.parametrize(
    "values",
    [
        {"territories": {"fortified_territory": {"defense_bonus": 500}}},
        {"default_gang_method": "best_three"},
        {"crimes": {"burglary": {"title": "The Old Trick"}}, "npcs": {"rookie": {"title": "Greenhorn"}}},
    ],
)
def test_preview__of_what_no_chance_hangs_on__moves_nothing_and_shows_what_differs(
    client: ContractClient, values: dict[str, Any]
) -> None:
    answer = preview(client, values, only_changed=True)

    assert (answer["challenges"], answer["duels"]) == ([], [])
    assert {one["pointer"].split("/")[1] for one in answer["differences"]} == set(values)


def test_preview__by_the_older_name_of_its_revision__is_the_same(client: ContractClient) -> None:
    change = {"crimes": {"bank_robbery": {"threshold": 250}}}

    assert preview(client, change, based_on=0) == preview(client, change, tuning_revision=0)
    assert errors(client, {"values": {}, "based_on": 1}) == {"/tuning_revision": "No such revision; the newest is 0."}


def test_preview__based_on_a_revision_that_cannot_be_read__is_refused_there() -> None:
    client = ContractClient(tuned_app(damaged={1}))

    assert errors(client, {"values": {}, "tuning_revision": 1}) == {
        "/tuning_revision": "Revision 1 of the tuning cannot be read: it is damaged."
    }


def test_preview__all_that_is_allowed_at_once__is_answered(client: ContractClient) -> None:
    character = {
        "suit_bonuses": {"spades": -1.5},
        "modifiers": [{"source": "hideout_map", "flat": 10, "hand_ranks": {"pair": 1}}],
        "items": ["lucky_ace_charm", "iron_horseshoe"],
        "effects": ["whiskey", "poisoned"],
    }
    characters = [character | {"name": f"number {number}"} for number in range(20)]

    answer = preview(
        client, {}, tuning_revision=0, characters=characters, location="frontera", only_changed=False, limit=1000
    )

    names = [one["name"] for one in answer["characters"]]
    assert names[3:23] == [f"given:number {number}" for number in range(20)]
    assert (len(answer["challenges"]), len(answer["duels"])) == (28 * 13, 28 * 27 // 2)


@pytest.mark.parametrize("part", ["challenges", "duels"])
def test_preview__of_one_part__compares_nothing_else(client: ContractClient, part: str) -> None:
    whole = preview(client, CHANGES[1])
    answer = preview(client, CHANGES[1], parts=[part])

    (other,) = {"challenges", "duels"} - {part}
    assert answer[part] == whole[part]
    assert answer["characters"] == whole["characters"]
    assert answer[other] == []
    assert answer["summary"][part] == whole["summary"][part]
    assert answer["summary"][other] == dict.fromkeys(whole["summary"][other], 0)


def test_preview__of_a_restored_revision__is_that_of_its_change_taken_back() -> None:
    client = ContractClient(tuned_app())
    now = client.get("/v1/admin/tuning", headers=AS_ADMIN).get_json()["values"]
    shipped = client.get("/v1/admin/tuning/revisions/0", headers=AS_ADMIN).get_json()["values"]
    back = {key: value for key, value in shipped.items() if value != now[key]} | {"items": {"marked_deck": None}}

    restored = client.post(PREVIEW, json={"restore": 0}, headers=AS_ADMIN).get_json()

    assert restored["differences"] != []
    assert restored == preview(client, back)


@pytest.mark.parametrize(
    ("body", "pointer", "message"),
    [
        ({}, "", "Must have exactly one of values, document or restore; has none of them."),
        (
            {"values": {}, "restore": 0},
            "",
            "Must have exactly one of values, document or restore; has values and restore.",
        ),
        (
            {"values": {}, "document": {}},
            "",
            "Must have exactly one of values, document or restore; has values and document.",
        ),
        ({"restore": 9}, "/restore", "No such revision; the newest is 0."),
        ({"restore": -1}, "/restore", "Must be a whole number from 0"),
        ({"restore": 0, "parts": []}, "/parts", "Must be an array of 1 to 2 items."),
        ({"restore": 0, "parts": ["gangs"]}, "/parts/0", "Must be challenges or duels."),
        ({"restore": 0, "parts": ["duels", "duels"]}, "/parts/1", "Named twice."),
    ],
)
def test_preview__of_nothing_there_is__is_refused(
    client: ContractClient, body: Json, pointer: str, message: str
) -> None:
    ((found, text),) = errors(client, body).items()

    assert found == pointer
    assert text.startswith(message)
