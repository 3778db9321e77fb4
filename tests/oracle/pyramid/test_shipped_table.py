"""The win probabilities that ship: well formed, made from the shares beside them, and off by what is said."""

import json
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from service.rules.pyramid.arranging.worths import worths_of
from service.rules.pyramid.positions import POSITIONS
from service.rules.pyramid.self_play import largest_move, play_deals, shares_of
from service.rules.pyramid.shipped_table import shares_lines, shipped_chances, shipped_shares, shipped_table
from service.rules.pyramid.tuning import PyramidTuning
from service.rules.pyramid.tuple_csv import csv_lines
from service.rules.pyramid.tuple_rows import rows_of
from service.rules.pyramid.values import MILLION, Objective
from service.win_table import Plan

DATA: Final = files("service.rules.data")
TABLE: Final = DATA.joinpath("pyramid_win_table.csv").read_text("utf-8")
HOW: Final[dict[str, Any]] = json.loads(DATA.joinpath("pyramid_win_table.json").read_text("utf-8"))
PAGE: Final = (Path(__file__).parents[3] / "docs" / "rules" / "tuples.md").read_text("utf-8")


def test_table__that_ships__follows_from_the_shares_that_ship() -> None:
    chances = shipped_chances()
    rows = [(row, chances[position][row.tuple]) for position in POSITIONS for row in rows_of(position)]
    assert "\n".join([*csv_lines(rows), ""]) == TABLE
    written = "\n".join([*shares_lines(shipped_shares()), ""])
    assert written == DATA.joinpath("pyramid_shares.csv").read_text("utf-8")


def test_table__in_each_position__rises_with_strength_and_is_a_probability() -> None:
    header, *lines = TABLE.splitlines()
    assert header == "position,handType,primaryRank,secondaryRank,winProbability"
    for position in POSITIONS:
        chances = [float(line.rpartition(",")[2]) for line in lines if line.startswith(f"{position},")]
        assert len(chances) == len(rows_of(position))
        assert 0 <= chances[0] <= chances[-1] <= 1
        assert all(low <= high for low, high in pairwise(chances))


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
    assert f"off by {error['largest']:.4f} at most and by {error['mean']:.5f} in the mean" in words
    assert f"after {HOW['rounds']} rounds" in words


def test_table__deals_that_it_has_not_seen__are_played_as_it_says() -> None:
    worths = worths_of(PyramidTuning(), shipped_table(PyramidTuning()), Objective.WIN_POINTS)
    deals = 4000
    played = shares_of(play_deals(HOW["seed"] + 1, range(deals), worths))
    # A share of so many deals strays by half a thousandth of a root; four times that is beyond chance.
    assert largest_move(shipped_shares(), played) < 4 * 0.5 / deals**0.5


def test_table__whole__has_its_middle_where_half_of_all_hands_are() -> None:
    for position in POSITIONS:
        shares, chances = shipped_shares()[position], list(shipped_chances()[position].values())
        assert abs(sum(share * chance for share, chance in zip(shares, chances, strict=True)) - MILLION / 2) < 1
