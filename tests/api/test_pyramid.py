"""Pyramid Poker over HTTP."""

from typing import Any

import pytest

from service.engines.pyramid.cards import COPIES, DECK, text_of
from tests.builders.pyramid_table import ANN, BOB, DAN, NOTHING, SEVENTEEN, hands_of, table_client
from tests.builders.revisions import kept
from tests.contract_client import ContractClient
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.system import CountedYields, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return table_client()


def ask(client: ContractClient, path: str, body: Any) -> Any:
    response = client.post(f"/v1/pyramid/{path}", json=body)
    assert response.status_code == 200, response.json
    return response.json


def test_deal__six_players__gives_each_seventeen_cards(client: ContractClient) -> None:
    answer = ask(client, "deal", {"players": 6})
    assert answer["variant"] == "no_surrender"
    assert [len(player["cards"]) for player in answer["players"]] == [17] * 6
    assert all(player.keys() == {"cards"} for player in answer["players"])
    dealt = [card for player in answer["players"] for card in player["cards"]]
    assert set(dealt) <= {text_of(card) for card in DECK}
    assert all(dealt.count(card) <= COPIES for card in dealt)


def test_deal__standard__gives_each_thirteen_and_a_kitty(client: ContractClient) -> None:
    answer = ask(client, "deal", {"players": 2, "variant": "standard"})
    assert [(len(player["cards"]), len(player["kitty"])) for player in answer["players"]] == [(13, 4)] * 2


def test_evaluate__front_three_of_a_kind__ends_in_its_highest_suit(client: ContractClient) -> None:
    answer = ask(client, "evaluate", {"cards": ["10h", "10d", "W"], "position": "front"})
    assert answer["tuple"] == [4, 10, 4]
    assert answer["hand_type"] == "three_of_a_kind"
    assert answer["strength"] == [4, 10, 10, 10, 4, 3, 2]
    assert answer["points"] == 3
    assert 0 < answer["win_probability"] < 1


def test_arrange__seventeen_cards__places_them_legally_and_names_the_automatic(client: ContractClient) -> None:
    answer = ask(client, "arrange", {"cards": SEVENTEEN, "alternatives": 3, "players": 4})
    placed = [card for place in ("back", "middle", "front") for card in answer[place]["cards"]]
    assert len(placed) + len(answer["unused"]) == 17
    assert answer["automatic"] == "dragon"
    assert answer["objective"] == "win_points"
    values = [answer["value"], *(other["value"] for other in answer["alternatives"])]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    advice = answer["declare_advice"]
    assert advice["automatic"] == "dragon"
    assert advice["declare_expected_net"] == 9
    assert advice["advice"] == ("declare" if advice["play_expected_net"] < 9 else "play")
    checked = ask(client, "validate", {place: answer[place]["cards"] for place in ("back", "middle", "front")})
    assert checked == {"legal": True, "violations": []}


FOR_THE_POT = ["Ac", "Ah", "Kh", "Qd", "Qs", "Jc", "10h", "10h", "9c", "8c", "7c", "6c", "5d", "5c", "4d", "3s", "2s"]


def test_arrange__standard_variant__counts_the_pot(client: ContractClient) -> None:
    body = {"cards": FOR_THE_POT, "players": 4}
    points = ask(client, "arrange", body)["declare_advice"]
    chips = ask(client, "arrange", {**body, "variant": "standard"})["declare_advice"]
    assert (points["unit"], points["advice"]) == ("points", "play")
    assert (chips["unit"], chips["advice"], chips["pot"]) == ("chips", "declare", 80)
    assert chips["declare_expected_net"] == pytest.approx(2 * 9 + 80 * chips["declare_pot_equity"], abs=1e-4)
    assert points == ask(client, "arrange", {**body, "variant": "no_surrender"})["declare_advice"]


def test_arrange__some_have_surrendered__counts_their_penalties(client: ContractClient) -> None:
    body = {"cards": FOR_THE_POT, "players": 4, "variant": "standard", "surrendered": 2}
    advice = ask(client, "arrange", body)["declare_advice"]
    assert advice["pot"] == 4 * 20 + 2 * 10
    assert advice["declare_expected_net"] == pytest.approx(2 * 3 + 100 * advice["declare_pot_equity"], abs=1e-4)
    alone = ask(client, "arrange", {**body, "surrendered": 3})["declare_advice"]
    assert alone["play_pot_equity"] == alone["declare_pot_equity"] == 1
    assert alone["advice"] == "play"


def test_arrange__no_automatic_and_a_pot__has_nothing_to_declare(client: ContractClient) -> None:
    advice = ask(client, "arrange", {"cards": NOTHING, "players": 3, "variant": "standard"})["declare_advice"]
    assert advice["declare_expected_net"] is advice["declare_pot_equity"] is None
    assert advice["play_pot_equity"] > 0.5


def test_arrange__no_automatic__advises_to_play(client: ContractClient) -> None:
    answer = ask(client, "arrange", {"cards": NOTHING, "objective": "points", "players": 2})
    assert answer["automatic"] is None
    assert answer["declare_advice"]["declare_expected_net"] is None
    assert answer["declare_advice"]["advice"] == "play"
    assert "declare_advice" not in ask(client, "arrange", {"cards": NOTHING})


def test_validate__illegal_arrangement__lists_everything(client: ContractClient) -> None:
    body = {
        "back": BOB["front"],
        "middle": ANN["middle"],
        "front": ANN["back"],
        "dealt": [*ANN["back"], *BOB["back"], "3s", "3d", "3c"],
    }
    answer = ask(client, "validate", body)
    assert answer["legal"] is False
    rules = [(wrong["rule"], wrong["position"]) for wrong in answer["violations"]]
    assert ("hand_size", "back") in rules
    assert ("not_dealt", None) in rules
    assert ("order", None) in rules


def test_validate__declared_automatic__is_read_as_that(client: ContractClient) -> None:
    hands = hands_of(DAN)
    assert ask(client, "validate", {**hands, "declare": "dragon"})["legal"] is True
    answer = ask(client, "validate", {**hands, "declare": "three_flushes"})
    assert [wrong["rule"] for wrong in answer["violations"]] == ["not_the_automatic"]


def test_automatics__some_cards__are_all_listed(client: ContractClient) -> None:
    answer = ask(client, "automatics", {"cards": SEVENTEEN})
    assert answer["best"] == "dragon"
    assert [one["type"] for one in answer["possible"]] == ["dragon", "three_straights", "three_flushes"]
    assert len(answer["possible"][0]["front"]) == 3
    nothing = ask(client, "automatics", {"cards": NOTHING})
    assert nothing == {"tuning_revision": 0, "possible": [], "best": None}


def test_score__two_players__pays_each_position(client: ContractClient) -> None:
    answer = ask(client, "score", {"players": [ANN, BOB]})
    assert [player["net_points"] for player in answer["players"]] == [9, -9]
    assert answer["players"][0]["hands"]["front"] == {
        "cards": ["8♥", "8♦", "8♣"],
        "tuple": [4, 8, 3],
        "hand_type": "three_of_a_kind",
    }
    assert answer["pairs"] == [
        {"a": "ann", "b": "bob", "a_points": 9, "positions": {"back": "a", "middle": "a", "front": "a"}}
    ]


def test_score__automatic__counts_only_when_it_is_declared(client: ContractClient) -> None:
    silent = ask(client, "score", {"players": [ANN, DAN]})
    assert silent["players"][1]["declared"] is None
    for word in ("dragon", "auto"):
        told = ask(client, "score", {"players": [ANN, {**DAN, "declare": word}]})
        assert told["players"][1]["declared"] == "dragon"
        assert told["players"][1]["net_points"] == 3
        assert told["pairs"][0]["positions"] is None


def test_settle__one_surrenders__accounts_for_every_chip(client: ContractClient) -> None:
    answer = ask(client, "settle", {"players": [ANN, DAN, {"id": "eve", "decision": "surrender"}]})
    assert answer["pot"] == 70
    assert answer["pot_winners"] == ["dan"]
    assert [player["chips"] for player in answer["players"]] == [-20 - 6, 70 - 20 + 6, -30]
    assert [player["decision"] for player in answer["players"]] == ["play", "play", "surrender"]
    assert answer["players"][2]["hands"] == {}


def test_score__who_surrendered__counts_for_nothing_whatever_is_sent(client: ContractClient) -> None:
    out = {**DAN, "decision": "surrender", "declare": "three_flushes", "front": ["W"] * 17}
    answer = ask(client, "score", {"players": [ANN, out, BOB]})
    assert [player["net_points"] for player in answer["players"]] == [9, 0, -9]
    assert answer["players"][1]["hands"] == {}
    assert [(pair["a"], pair["b"]) for pair in answer["pairs"]] == [("ann", "bob")]


def test_score__cards_that_were_dealt__may_be_given(client: ContractClient) -> None:
    placed = [card for hand in hands_of(ANN).values() for card in hand]
    assert ask(client, "score", {"players": [{**ANN, "dealt": [*placed, "2h"]}, BOB]})["players"][0]["net_points"] == 9


def test_settle__everybody_surrenders__splits_the_pot(client: ContractClient) -> None:
    out = [{"id": name, "decision": "surrender"} for name in ("ann", "bob")]
    answer = ask(client, "settle", {"players": out})
    assert answer["pot"] == 60
    assert answer["pot_winners"] == ["ann", "bob"]
    assert [player["chips"] for player in answer["players"]] == [0, 0]


def test_settle__asked_not_to_declare__plays_the_hands(client: ContractClient) -> None:
    answer = ask(client, "settle", {"players": [ANN, {**DAN, "declare": None}]})
    assert answer["players"][1]["declared"] is None
    assert sum(player["chips"] for player in answer["players"]) == 0


STRAIGHT_FLUSHES = {
    "id": "fay",
    "back": ["As", "Ks", "Qs", "Js", "10s"],
    "middle": ["Kh", "Qh", "Jh", "10h", "9h"],
    "front": ["9d", "8d", "7d", "6d", "5d"],
}
OUT_OF_ORDER_IF_PLAYED = {
    "id": "gus",
    "back": ["Kc", "Kh", "Kd", "Qs", "Qh"],
    "middle": ["Js", "Jh", "Jd", "10s", "W"],
    "front": ["9s", "9h", "9d", "8s", "8h"],
}
"""Three full houses; as hands to play, the middle is four jacks above a back of kings full."""


def test_settle__auto_declares_what_is_worth_more_played__warns(client: ContractClient) -> None:
    answer = ask(client, "settle", {"players": [STRAIGHT_FLUSHES, BOB]})
    (warning,) = answer["warnings"]
    assert (warning["player"], warning["declared"]) == ("fay", "three_straights")
    assert warning["chips"] == answer["players"][0]["chips"] == 40 - 20 + 2 * 3
    played = ask(client, "settle", {"players": [{**STRAIGHT_FLUSHES, "declare": None}, BOB]})
    assert warning["chips_if_played"] == played["players"][0]["chips"] == 40 - 20 + 2 * (5 + 10 + 15)
    assert played["warnings"] == []


def test_settle__declared_by_the_player__does_not_warn(client: ContractClient) -> None:
    told = {**STRAIGHT_FLUSHES, "declare": "three_straights"}
    assert ask(client, "settle", {"players": [told, BOB]})["warnings"] == []


def test_settle__auto_declares_what_is_worth_more_declared__does_not_warn(client: ContractClient) -> None:
    answer = ask(client, "settle", {"players": [ANN, DAN]})
    assert answer["players"][1]["declared"] == "dragon"
    assert answer["warnings"] == []


def test_settle__automatic_that_could_not_be_played_as_it_lies__does_not_warn(client: ContractClient) -> None:
    weak = {
        **BOB,
        "back": ["6s", "5h", "4h", "3h", "2s"],
        "middle": ["Ah", "Kd", "3d", "4d", "2h"],
        "front": ["Ks", "3s", "2c"],
    }
    answer = ask(client, "settle", {"players": [OUT_OF_ORDER_IF_PLAYED, weak]})
    assert answer["players"][0]["declared"] == "three_full_houses"
    assert answer["warnings"] == []


def test_decide__thirteen_cards__says_what_to_do_and_why(client: ContractClient) -> None:
    body = {"cards": SEVENTEEN[:13], "players": 3, "samples": 20, "seed": 4}
    answer = ask(client, "decide", body)
    assert answer["automatics"]["dragon"] == 1
    assert answer["surrender"] == {"expected_net": -10}
    assert answer["play"]["standard_error"] > 0
    assert 0 <= answer["pot_equity"] <= 1
    assert answer["advice"] == ("play" if answer["play"]["expected_net"] > -10 else "surrender")
    assert ask(client, "decide", body) == answer
    assert ask(client, "decide", {**body, "seed": 5}) != answer


DRAGON = ["As", "Kd", "Qc", "Jh", "10s", "9h", "8d", "7h", "6c", "5h", "4c", "3d", "2s"]


def test_decide__dragon_in_hand__advises_to_play_and_declare(client: ContractClient) -> None:
    """Before declaring counted, the advice was to surrender these cards (C19)."""
    answer = ask(client, "decide", {"cards": DRAGON, "players": 6, "samples": 50})
    play = answer["play"]
    assert answer["advice"] == "play"
    assert play["arranged"]["expected_net"] < -10 < play["declared"]["expected_net"] <= play["expected_net"]
    assert (play["declared"]["possible"], answer["automatics"]["dragon"]) == (1, 1)
    assert play["declared"]["better"] > 0.9
    assert play["pot_adds"] == pytest.approx(120 * answer["pot_equity"], abs=1e-4)


def test_decide__opponents_described__are_taken_so(client: ContractClient) -> None:
    body = {"cards": NOTHING, "players": 3, "samples": 10}
    quiet = ask(client, "decide", body)
    assert quiet == ask(client, "decide", {**body, "surrendered": 0, "surrender_rate": 0, "declare": False})
    assert quiet["play"]["declared"] is None or quiet["play"]["declared"]["possible"] < 1
    alone = ask(client, "decide", {**body, "surrendered": 2})
    assert alone["play"]["expected_net"] == alone["play"]["pot_adds"] == 3 * 20 + 2 * 10
    assert alone["play"]["standard_error"] == 0
    giving_up = ask(client, "decide", {**body, "surrender_rate": 0.5})
    assert giving_up["arrangements"] > 10 * (2 + 3)
    assert giving_up["play"]["pot_adds"] > quiet["play"]["pot_adds"]
    assert ask(client, "decide", {**body, "surrender_rate": 1})["play"]["expected_net"] == 3 * 20 + 2 * 10


@pytest.mark.parametrize(("players", "arrangements"), [(2, 4), (3, 5), (4, 6), (5, 7), (6, 7)])
def test_decide__samples__take_as_many_arrangements_as_the_contract_says(
    client: ContractClient, players: int, arrangements: int
) -> None:
    answer = ask(client, "decide", {"cards": NOTHING, "players": players, "samples": 3})
    assert answer["arrangements"] == 3 * arrangements
    assert ask(client, "decide", {"cards": DRAGON, "players": players, "samples": 3})["arrangements"] == 3 * 6


def test_decide__many_samples__lets_others_run_between_steps() -> None:
    yields = CountedYields()
    ask(ContractClient(make_app(pause=yields)), "decide", {"cards": NOTHING, "players": 2, "samples": 7})
    assert yields.taken > 2 * 7


def test_answers__under_another_tuning__go_by_it_and_name_its_revision() -> None:
    flushes_first = ["three_flushes", "three_full_houses", "dragon", "three_straights"]
    changed = {
        "ante": 5,
        "surrender_penalty": 3,
        "multiplier": 1,
        "automatic_points": 4,
        "automatic_order": flushes_first,
    }
    log = InMemoryTuningLog([kept(1, pyramid=changed)])
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))
    score = {"players": [ANN, {**DAN, "declare": "dragon"}]}
    settled = ask(client, "settle", {"players": [ANN, DAN, {"id": "eve", "decision": "surrender"}]})
    decided = ask(client, "decide", {"cards": NOTHING, "players": 2, "samples": 2})
    assert [player["chips"] for player in settled["players"]] == [-5 - 4, 18 - 5 + 4, -8]
    assert decided["surrender"]["expected_net"] == -3
    assert ask(client, "score", score)["players"][1]["net_points"] == 4
    assert ask(client, "automatics", {"cards": SEVENTEEN})["best"] == "three_flushes"
    assert ask(client, "arrange", {"cards": SEVENTEEN})["automatic"] == "three_flushes"
    for path, body in (
        ("evaluate", {"cards": ["W"] * 2 + ["2c"], "position": "front"}),
        ("arrange", {"cards": SEVENTEEN}),
        ("automatics", {"cards": SEVENTEEN}),
        ("score", score),
    ):
        assert ask(client, path, body)["tuning_revision"] == 1
    assert settled["tuning_revision"] == decided["tuning_revision"] == 1
