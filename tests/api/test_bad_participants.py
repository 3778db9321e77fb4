"""Participants that name no strength or two, cards that are no hand, and too many of anything."""

from typing import Any

import pytest

from tests.api.refusals import Refusals, refusals_of_one_app
from tests.builders.actions import (
    GANG_WAR,
    ODDS,
    PAIR,
    PVE,
    PVP,
    RESOLVE,
    ROYAL,
    SCORE,
    SKILL_CHECK,
    Json,
    actor,
    scored,
)

STRENGTHS: Json = {"skills": {}, "suit_bonuses": {}, "npc": "rookie", "character_id": "billy"}


@pytest.fixture(scope="module")
def refusals() -> Refusals:
    return refusals_of_one_app()


@pytest.mark.parametrize(
    ("named", "has"),
    [
        ([], "none of them"),
        (["skills", "suit_bonuses"], "skills and suit_bonuses"),
        (["npc", "skills"], "skills and npc"),
        (["suit_bonuses", "npc"], "suit_bonuses and npc"),
        (["skills", "suit_bonuses", "npc"], "skills and suit_bonuses and npc"),
        (["suit_bonuses", "character_id"], "suit_bonuses and character_id"),
        (["character_id", "npc"], "npc and character_id"),
        (["character_id", "npc", "skills"], "skills and npc and character_id"),
        (["character_id", "suit_bonuses", "skills"], "skills and suit_bonuses and character_id"),
    ],
)
def test_participant__without_exactly_one_strength__is_refused(refusals: Refusals, named: list[str], has: str) -> None:
    participant = {name: STRENGTHS[name] for name in named}
    strengths = "skills, suit_bonuses, npc or character_id, or skills together with character_id"
    message = f"Must have exactly one of {strengths}; has {has}."

    assert refusals.errors(RESOLVE, {**PVE, "actor": participant}) == {"/actor": message}
    assert refusals.errors(RESOLVE, {**PVP, "target": participant}) == {"/target": message}
    body = {**GANG_WAR, "defenders": [{"npc": "elite"}, participant]}
    assert refusals.errors(ODDS, body) == {"/defenders/1": message}


@pytest.mark.parametrize(("body", "named_by"), [(PVE, "crime"), (SKILL_CHECK, "difficulty")])
def test_challenge__without_exactly_one_threshold__is_refused(refusals: Refusals, body: Json, named_by: str) -> None:
    neither = {name: value for name, value in body.items() if name != named_by}
    expected = {"": f"Must have either {named_by} or threshold."}

    assert refusals.errors(RESOLVE, neither) == expected
    assert refusals.errors(RESOLVE, {**body, "threshold": 100}) == expected


@pytest.mark.parametrize("side", ["attackers", "defenders"])
@pytest.mark.parametrize("number", [0, 101, 1000])
def test_gang__empty_or_too_large__is_refused(refusals: Refusals, side: str, number: int) -> None:
    gang = [{"npc": "rookie"}] * number
    expected = {f"/{side}": "Must be an array of 1 to 100 items."}

    assert refusals.errors(RESOLVE, {**GANG_WAR, side: gang}) == expected
    assert refusals.errors(ODDS, {**GANG_WAR, side: gang}) == expected
    assert refusals.errors(SCORE, scored({**GANG_WAR, side: gang})) == expected


@pytest.mark.parametrize("value", [{}, {"npc": "rookie"}, "rookie", 5, True])
def test_gang__not_an_array__is_refused(refusals: Refusals, value: Any) -> None:
    expected = {"/attackers": "Must be an array of 1 to 100 items."}

    assert refusals.errors(RESOLVE, {**GANG_WAR, "attackers": value}) == expected


def test_gang__member_that_is_no_object__is_refused(refusals: Refusals) -> None:
    body = {**GANG_WAR, "attackers": [{"npc": "rookie"}, "rookie", None, []]}

    assert refusals.errors(RESOLVE, body) == {
        "/attackers/1": "Must be an object.",
        "/attackers/2": "Must not be null.",
        "/attackers/3": "Must be an object.",
    }


@pytest.mark.parametrize(
    ("name", "item"), [("modifiers", {"source": "map"}), ("items", "lucky_ace_charm"), ("effects", "whiskey")]
)
def test_list__not_an_array_or_of_more_than_fifty__is_refused(refusals: Refusals, name: str, item: Any) -> None:
    wrong: list[Any] = [[item] * 51, {}, "x", 5]
    for value in wrong:
        body = actor(**{"npc": "rookie", name: value})
        assert refusals.errors(RESOLVE, body) == {f"/actor/{name}": "Must be an array of 0 to 50 items."}


def test_effects__as_many_as_a_resolution_can_count__can_be_scored_again(refusals: Refusals) -> None:
    effects = [f"effect_{number}" for number in range(101)]
    tuning = {"effects": {effect: {"duration_seconds": 1, "flat": 1} for effect in effects}}
    hundred = {**scored(actor(npc="rookie", effects=effects[:100])), "tuning": tuning}

    assert refusals.client.post(SCORE, json=hundred).get_json()["actor"]["modifier_score"] == 100
    assert refusals.errors(SCORE, scored(actor(npc="rookie", effects=effects))) == {
        "/actor/effects": "Must be an array of 0 to 100 items."
    }


@pytest.mark.parametrize(("name", "item"), [("items", "lucky_ace_charm"), ("effects", "whiskey"), ("items", "unheard")])
def test_list__naming_something_twice__is_refused(refusals: Refusals, name: str, item: str) -> None:
    body = actor(**{"npc": "rookie", name: [item, "other", item, item]})

    assert refusals.errors(RESOLVE, body) == {
        f"/actor/{name}/2": "Named twice.",
        f"/actor/{name}/3": "Named twice.",
    }


def test_modifiers__of_the_same_source__are_allowed(refusals: Refusals) -> None:
    modifiers = [{"source": "map", "flat": 5}] * 2

    answer = refusals.client.post(RESOLVE, json=actor(npc="rookie", modifiers=modifiers)).get_json()

    assert answer["actor"]["modifier_score"] == 10


def test_skills__more_than_a_hundred__are_refused(refusals: Refusals) -> None:
    levels = {f"skill_{number}": 1 for number in range(101)}

    assert refusals.errors(RESOLVE, actor(skills=levels)) == {"/actor/skills": "Must have at most 100 skills."}


@pytest.mark.parametrize(
    "card",
    [
        "1♠",
        "11♠",
        "AA",
        "A",
        "♠",
        "♠A",
        "A ♠",
        " A♠",
        "A♠ ",
        "",
        "Joker",
        "W",
        "A♤",
        "10",
        "A♠\ufe0f\ufe0f",
        5,
        True,
        [],
        {},
        0.5,
    ],
)
def test_card__malformed__is_refused_at_its_place(refusals: Refusals, card: Any) -> None:
    errors = refusals.errors(SCORE, scored(PVE, [*ROYAL[:4], card]))

    assert errors == {"/actor/hand/4": f"{card!r:.40} is not a card: write rank then suit, such as A♠, 10♥, Kd or Tc."}


def test_card__null__is_refused_at_its_place(refusals: Refusals) -> None:
    hand: list[Any] = [*ROYAL[:4], None]
    assert refusals.errors(SCORE, scored(PVE, hand)) == {"/actor/hand/4": "Must not be null."}


def test_card__of_a_thousand_characters__is_shown_in_short(refusals: Refusals) -> None:
    (message,) = refusals.errors(SCORE, scored(PVE, [*ROYAL[:4], "A" * 1000])).values()

    assert message.startswith("'" + "A" * 39 + " is not a card")


@pytest.mark.parametrize("again", ["A♠", "As", "aS", "a♠"])
def test_hand__card_twice_in_whatever_form__is_refused(refusals: Refusals, again: str) -> None:
    body = scored(PVP, PAIR, ["A♠", "K♠", again, "J♠", "10♠"])

    assert refusals.errors(SCORE, body) == {"/target/hand/2": "Named twice."}


def test_hand__ten_written_twice_in_its_two_forms__is_refused(refusals: Refusals) -> None:
    assert refusals.errors(SCORE, scored(PVE, ["10♠", "2♣", "3♣", "4♣", "Ts"])) == {"/actor/hand/4": "Named twice."}


@pytest.mark.parametrize("hand", [[], ROYAL[:4], [*ROYAL, "2♣"], ROYAL * 2, "A♠ K♠ Q♠ J♠ 10♠", {}, 5, True])
def test_hand__not_five_cards__is_refused(refusals: Refusals, hand: Any) -> None:
    body = {**PVE, "actor": {**PVE["actor"], "hand": hand}}

    assert refusals.errors(SCORE, body) == {"/actor/hand": "Must be an array of 5 items."}


def test_hand__null_or_missing__is_refused(refusals: Refusals) -> None:
    assert refusals.errors(SCORE, {**PVE, "actor": {**PVE["actor"], "hand": None}}) == {
        "/actor/hand": "Must not be null."
    }
    body = {**GANG_WAR, "attackers": scored(GANG_WAR)["attackers"]}
    assert refusals.errors(SCORE, body) == {"/defenders/0/hand": "Required."}


def test_hands__the_same_cards_for_different_participants__are_allowed(refusals: Refusals) -> None:
    before = refusals.dealer.draws
    answer = refusals.client.post(SCORE, json=scored(PVP, ROYAL, ROYAL)).get_json()

    assert answer["outcome"]["decided_by"] == "identical_hands"
    assert refusals.dealer.draws == before


@pytest.mark.parametrize(("method", "most"), [("average", 20), ("best_three", 5)])
def test_odds__gang_larger_than_can_be_convolved__is_refused_side_by_side(
    refusals: Refusals, method: str, most: int
) -> None:
    gang = [{"npc": "rookie"}] * (most + 1)
    message = f"Odds by {method} take at most {most} participants a side."

    body = {**GANG_WAR, "method": method, "attackers": gang, "defenders": gang}
    assert refusals.errors(ODDS, body) == {"/attackers": message, "/defenders": message}
    within = {**body, "attackers": gang[1:], "defenders": gang[1:]}
    assert refusals.client.post(ODDS, json=within).status_code == 200


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("average", "The sum of 5 totals may span 9175.04 points; these span 1176900.65."),
        ("best_three", "The totals of 5 by best_three may span 983.04 points; these span 250500.05."),
    ],
)
def test_odds__totals_spread_too_wide__are_refused(refusals: Refusals, method: str, said: str) -> None:
    bonuses = {"spades": 50000.01, "hearts": 0.07, "clubs": -99.9}
    body = {**GANG_WAR, "method": method, "defenders": [{"suit_bonuses": bonuses}] * 5}

    assert refusals.errors(ODDS, body) == {
        "/defenders": f"Totals spread too wide for exact odds. {said} Fewer participants or smaller bonuses span less."
    }
