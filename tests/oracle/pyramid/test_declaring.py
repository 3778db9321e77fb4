"""Advice on declaring against settling the reference deals by the rules, and those deals against dealing them again."""

from pathlib import Path

import numpy as np
import pytest

from service.engines.cards import Card
from service.engines.pyramid.declaring import Declaring
from service.engines.pyramid.reference_deals import (
    PARTS,
    SEATS,
    reference_deals,
    reference_hands,
)
from service.engines.pyramid.settlement import PotShares, Table
from tests.builders.arrangements import best_of
from tests.builders.pyramid_cards import cards
from tests.oracle.pyramid.naive_table import TUNING, arranged, arranger, declared, end_of
from tools import shipped_data
from tools.reference_deals import main

DRAGON = cards("As Kd Qc Jh 10s 9h 8d 7h 6c 5h 4c 3d 2s Ks 9c 9s 2d")
FULL_HOUSES = cards("As Ah Ad Kd Ks Jc Jh Js 9h 9d 7h 7c 7d 2s 2c 5h 4d")
FOR_THE_POT = cards("Ac Ah Kh Qd Qs Jc 10h 10h 9c 8c 7c 6c 5d 5c 4d 3s 2s")
NOTHING = cards("As Ah Kd Qc Jd 9h 9s 8c 6h 5d 5c 3s 2h")
DEALS = 6


@pytest.mark.parametrize("opponents", range(1, SEATS + 1))
@pytest.mark.parametrize("held", [DRAGON, FULL_HOUSES])
def test_pot_shares__reference_deals__are_those_of_the_rules(held: tuple[Card, ...], opponents: int) -> None:
    shares = PotShares(TUNING)
    play, automatic = arranged(held), declared(held)
    assert automatic
    of_play = shares.of_play(best_of(arranger(), held).strengths, opponents)
    of_declaring = shares.of_declaring(opponents)
    for number in range(DEALS):
        hands = [arranged(hand) for hand in reference_hands(number)]
        groups = [hands[first : first + opponents] for first in range(0, SEATS - opponents + 1, opponents)]
        for share, own in ((of_play[number], play), (of_declaring[number], automatic)):
            assert share == pytest.approx(np.mean([end_of(own, group, 0).pot_share for group in groups]))


def test_advice__in_chips__is_points_times_the_multiplier_and_the_pot() -> None:
    declaring, table = Declaring(arranger()), Table(6, 2)
    best = best_of(arranger(), DRAGON)
    points = declaring.in_points(best.strengths, automatic=True, opponents=3)
    chips = declaring.in_chips(best.strengths, automatic=True, table=table)
    hands = (best.back, best.middle, best.front)
    lost = sum(arranger().table.expected_loss[hand.position][hand.tuple] for hand in hands)
    won = sum(hand.points * hand.win_probability for hand in hands)
    assert points.play.net == pytest.approx(3 * (won - lost) / 10**6)
    assert points.declare
    assert chips.declare
    assert points.declare.net == 9
    assert chips.pot == 6 * 20 + 2 * 10
    assert chips.play.net == pytest.approx(2 * points.play.net + 140 * chips.play.pot_equity)
    assert chips.declare.net == pytest.approx(2 * 9 + 140 * chips.declare.pot_equity)
    assert 0 < chips.standard_error < 2


def test_advice__nothing_to_declare__is_to_play() -> None:
    declaring = Declaring(arranger())
    strengths = best_of(arranger(), NOTHING).strengths
    for prospects in (
        declaring.in_points(strengths, automatic=False, opponents=2),
        declaring.in_chips(strengths, automatic=False, table=Table(3)),
    ):
        assert prospects.declare is None
        assert not prospects.better_declared


def test_advice__pot__may_turn_it() -> None:
    """Played, these cards win more points; a declared dragon wins more pots."""
    declaring = Declaring(arranger())
    strengths = best_of(arranger(), FOR_THE_POT).strengths
    assert not declaring.in_points(strengths, automatic=True, opponents=3).better_declared
    assert declaring.in_chips(strengths, automatic=True, table=Table(4)).better_declared


def test_reference_deals__the_first__are_what_arranging_them_gives() -> None:
    strengths = reference_deals().strengths
    for number in range(DEALS):
        found = [arranger().placed(hand).strengths for hand in reference_hands(number)]
        assert strengths[number].tolist() == [list(of_seat) for of_seat in found]
    assert len(strengths) == 2000


def test_command__some_deals__makes_the_files_that_ship(tmp_path: Path) -> None:
    main(["--deals", "3", "--first-deals", "2", "--folder", str(tmp_path)])
    made = shipped_data.read(tmp_path, shipped_data.REFERENCE_DEALS)
    assert shipped_data.read(shipped_data.FOLDER, shipped_data.REFERENCE_DEALS)[: len(made)] == made
    assert len(made) == 1 + 3 * SEATS
    values = shipped_data.read(tmp_path, shipped_data.FIRST_VALUES)
    assert len(values) == 1 + PARTS + 1


def test_first_values__in_the_file__rise() -> None:
    values = reference_deals().first_values
    assert len(values) == PARTS + 1
    assert (np.diff(values) >= 0).all()
