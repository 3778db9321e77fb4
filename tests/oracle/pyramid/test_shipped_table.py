"""The win probabilities that ship: well formed, made from the shares next to them, and within the stated error."""

import json
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from itertools import chain, pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest

from service.engines.pyramid.arranging.worths import worths_of
from service.engines.pyramid.positions import POSITIONS, Position
from service.engines.pyramid.self_play import largest_move, mean_move, play_deals, shares_of
from service.engines.pyramid.shipped_table import csv_lines, shares_lines, shipped_chances, shipped_play, shipped_table
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.tuple_rows import rows_of
from service.engines.pyramid.values import MILLION, Objective
from tests.figures import figures
from tools import shipped_data
from tools.win_table import Plan

DATA: Final = files("service.engines.data")
TABLE: Final = DATA.joinpath("pyramid_win_table.csv").read_text("utf-8")
HOW: Final[dict[str, Any]] = json.loads(DATA.joinpath("pyramid_win_table.json").read_text("utf-8"))
PAGE: Final = (Path(__file__).parents[3] / "docs" / "rules" / "tuples.md").read_text("utf-8")


def test_table__that_ships__follows_from_the_shares_that_ship() -> None:
    chances = shipped_chances()
    rows = [(row, chances[position][row.tuple]) for position in POSITIONS for row in rows_of(position)]
    assert "\n".join([*csv_lines(rows), ""]) == TABLE
    assert [*shares_lines(shipped_play())] == shipped_data.read(shipped_data.FOLDER, shipped_data.SHARES)


def test_table__in_each_position__rises_with_strength_and_is_a_probability() -> None:
    header, *lines = TABLE.splitlines()
    assert header == "position,handType,primaryRank,secondaryRank,winProbability"
    for position in POSITIONS:
        chances = [Decimal(line.rpartition(",")[2]) for line in lines if line.startswith(f"{position},")]
        assert len(chances) == len(rows_of(position))
        assert 0 < chances[0] <= chances[-1] < 1
        assert all(low <= high for low, high in pairwise(chances))


def test_table__no_row_of_the_documents_examples__reads_nothing() -> None:
    examples = ((2, 13, kicker) for kicker in (14, 12, 11)), ((4, 10, kicker) for kicker in (14, 13, 12, 11))
    six_aces = [(12, 14, suit) for suit in range(1, 5)]
    for position in (Position.MIDDLE, Position.BACK):
        for key in (*chain(*examples), *six_aces, (5, 14, 5)):
            assert float(shipped_chances()[position][key].text) > 0
    assert "0.000000\n" not in TABLE
    assert "1.000000\n" not in TABLE


def test_table__rows_that_no_deal_has_shown__are_the_number_of_hands_below_against_the_deals() -> None:
    play = shipped_play()
    for position in POSITIONS:
        rows, all_hands = rows_of(position), sum(row.card_sets for row in rows_of(position))
        below = 0
        for row, share in zip(rows, play.shares[position], strict=True):
            if share:
                break
            exact = Fraction(2 * below + row.card_sets, 2 * all_hands) / (play.deals + 1)
            shipped = Fraction(shipped_chances()[position][row.tuple].text)
            assert abs(shipped - exact) <= exact / 200
            below += row.card_sets
        assert below


def test_table__its_errors__are_no_less_than_chance_and_cover_the_fresh_deals() -> None:
    play = shipped_play()
    assert play.deals == HOW["fresh_deals"] == HOW["deals"]
    shown = shares_of(play.fresh)
    for position in POSITIONS:
        chances = list(shipped_chances()[position].values())
        fresh = shown[position].cumsum() - shown[position] / 2
        for chance, played in zip(chances, fresh, strict=True):
            # A tuple is won, lost or shared: at the very least the spread is that of half of it.
            spread = chance.probability * (1 - chance.probability)
            assert chance.deals == play.deals
            assert chance.standard_error**2 >= 0.99 * (spread / 2 + 1 / play.deals) / play.deals
            by_chance = (played * (1 - played) + 1 / play.deals) / play.deals
            apart = abs(played - chance.probability) - 0.5e-6  # stored with six decimals
            assert apart <= 1.01 * (chance.standard_error**2 + by_chance) ** 0.5
    errors = [chance.standard_error for position in POSITIONS for chance in shipped_chances()[position].values()]
    assert max(errors) == HOW["largest_standard_error"]


def test_table__how_it_was_made__is_the_default_plan_to_its_end() -> None:
    plan = Plan()
    assert HOW["command"] == plan.command()
    assert {name: HOW[name] for name in plan.reproducible()} == plan.reproducible()
    assert HOW["deals"] >= 1_000_000
    assert HOW["rounds"] == len(HOW["largest_move_of_each_round"])
    assert HOW["largest_move_of_each_round"][-1] <= HOW["tolerance"] <= 0.001
    assert 0 < HOW["error_on_fresh_deals"]["mean"] < HOW["error_on_fresh_deals"]["largest"] < 0.005


def test_table__its_error__is_what_the_page_says() -> None:
    error = HOW["error_on_fresh_deals"]
    words = " ".join(PAGE.split())
    assert figures(words, "after # rounds") == {HOW["rounds"]}
    largest = {round(error["largest"], 4), round(HOW["largest_standard_error"], 4)}
    assert figures(words, "# at most and") == largest
    assert figures(words, "# in the mean") == {round(error["mean"], 5)}
    usual = median(chance.standard_error for position in POSITIONS for chance in shipped_chances()[position].values())
    kings = shipped_chances()[Position.BACK][2, 13, 14]
    assert kings.text in words
    assert figures(words, "# in the median") == {round(usual, 5)}


def test_table__its_error_on_fresh_deals__is_that_of_the_hands_that_ship() -> None:
    table, fresh = shipped_play().table, shares_of(shipped_play().fresh)
    assert HOW["error_on_fresh_deals"]["largest"] == round(largest_move(table, fresh), 6)
    assert HOW["error_on_fresh_deals"]["mean"] == round(mean_move(table, fresh), 6)


@pytest.mark.parametrize("start", [0, 500])
def test_table__some_of_the_fresh_deals_played_again__are_among_those_that_ship(start: int) -> None:
    worths = worths_of(PyramidTuning(), shipped_table(PyramidTuning()), Objective.WIN_POINTS)
    first = HOW["deals"] + start
    again = play_deals(HOW["seed"], range(first, first + 500), worths)
    for position in POSITIONS:
        assert (again[position] <= shipped_play().fresh[position]).all()


def test_table__deals_that_it_has_not_seen__are_played_as_it_says() -> None:
    worths = worths_of(PyramidTuning(), shipped_table(PyramidTuning()), Objective.WIN_POINTS)
    deals = 4000
    played = shares_of(play_deals(HOW["seed"] + 1, range(deals), worths))
    # A share of so many deals strays by half a thousandth of a root; four times that is beyond chance.
    assert largest_move(shipped_play().table, played) < 4 * 0.5 / deals**0.5


def test_table__whole__has_its_middle_where_half_of_all_hands_are() -> None:
    table = shipped_table(PyramidTuning())
    for position in POSITIONS:
        shares, values = shipped_play().table[position], list(table.win_probability[position].values())
        shipped = [chance.probability for chance in shipped_chances()[position].values()]
        assert abs(sum(share * value for share, value in zip(shares, values, strict=True)) - MILLION / 2) < 1
        assert sum(share * chance for share, chance in zip(shares, shipped, strict=True)) == pytest.approx(
            0.5, abs=1e-6
        )
        assert all(abs(value - MILLION * chance) <= 1 for value, chance in zip(values, shipped, strict=True))
