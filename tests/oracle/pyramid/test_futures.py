"""Futures against settling the same cards by the rules, and their means against plain simulation."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from service.engines.cards import Card
from service.engines.pauses import no_pause
from service.engines.pyramid.automatics.detection import automatics_in
from service.engines.pyramid.automatics.finding import find_automatic
from service.engines.pyramid.cards import DECK
from service.engines.pyramid.decision import decide
from service.engines.pyramid.declaring import Declaring
from service.engines.pyramid.futures import End, Futures, Laid, points_between
from service.engines.pyramid.opponents import QUIET, Opponents, first_value, least_played
from service.engines.pyramid.scoring import Play, compare, lay_down
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.tuning import Automatic
from tests.builders.pyramid_cards import cards
from tests.oracle.pyramid.naive_table import TUNING, NaiveEnd, arranged, arranger, best, declared, end_of

DRAGON = cards("As Kd Qc Jh 10s 9h 8d 7h 6c 5h 4c 3d 2s")
FLUSHY = cards("As Ks 10s 8s 7s Kh Jh 9h 6h 3h Qd 8d 4d")
PAIRED = cards("W Ks Kh Qd Qc Qs 8h 8d 8c 4h 4s 3d 2s")
MODELS = [QUIET, Opponents(declare=True), Opponents(surrender_rate=0.4), Opponents(0.7, declare=True)]


@cache
def declaring() -> Declaring:
    return Declaring(arranger())


def rest_of(held: Sequence[Card]) -> list[Card]:
    rest = list(DECK)
    for card in held:
        rest.remove(card)
    return rest


def laid_down(hand: Sequence[Card], table: Table, opponents: Opponents) -> Play | None:
    """What an opponent with these cards lays down."""
    if opponents.surrender_rate and best(hand[:13]).value < least_played(opponents.surrender_rate):
        return None
    automatic = declared(hand) if opponents.declare else None
    if automatic and declaring().in_chips(best(hand).strengths, automatic=True, table=table).better_declared:
        return automatic
    return arranged(hand)


def same(end: End | None, naive: NaiveEnd | None) -> bool:
    if end is None or naive is None:
        return end is None and naive is None
    return (end.net_points, end.pot_share, end.pot, end.chips(TUNING)) == (
        naive.net_points,
        naive.pot_share,
        naive.pot,
        naive.chips,
    )


@pytest.mark.parametrize("opponents", MODELS)
@pytest.mark.parametrize("table", [Table(2), Table(3, 1), Table(4), Table(6, 1), Table(6)])
def test_futures__random_cards__end_as_the_rules_settle_them(table: Table, opponents: Opponents) -> None:
    chance = random.Random(table.players)
    declaring_ends = 0
    for held in (DRAGON, FLUSHY, PAIRED):
        dealt = chance.sample(rest_of(held), 8 + 17 * 5)
        kitties = [dealt[:4], dealt[4:8]]
        hands = [dealt[start : start + 17] for start in range(8, len(dealt), 17)]
        (sample,) = Futures(held, table, opponents, declaring(), no_pause).of_many([(kitties, hands)])
        laid = [laid_down(hand, table, opponents) for hand in hands]
        groups = list(combinations(laid, table.opponents))
        assert len(sample.futures) == len(kitties) * len(groups)
        naive = ((kitty, group) for kitty in kitties for group in groups)
        for future, (kitty, group) in zip(sample.futures, naive, strict=True):
            own = [*held, *kitty]
            automatic = declared(own)
            assert same(future.arranged, end_of(arranged(own), group, table.surrendered))
            assert same(future.declared, end_of(automatic, group, table.surrendered) if automatic else None)
            declaring_ends += automatic is not None
    assert declaring_ends


def test_points_between__hands_and_automatics__are_those_of_the_rules() -> None:
    chance = random.Random(8)
    pools = [[card for card in DECK if card % 4 < 2], [card for card in DECK if 3 <= card // 4 < 9], DECK]
    laid = []
    for number in range(24):
        hand = chance.sample(pools[number % 3], 17)
        placed, automatics = arranger().placed(hand), automatics_in(hand)
        laid.append((Laid(hand, placed.strengths), arranged(hand)))
        for automatic in automatics:
            hands = find_automatic(hand, automatic)
            assert hands
            laid.append((Laid(hand, placed.strengths, automatic), lay_down(hands, automatic)))
    alike = set()
    for (one, play), (other, against) in combinations(laid, 2):
        assert points_between(one, other, arranger()) == compare(0, 1, play, against, TUNING).a_points
        alike.add(one.automatic if one.automatic is other.automatic else None)
    assert alike == {None, *Automatic}


@pytest.mark.parametrize(
    ("held", "table", "opponents"),
    [
        (DRAGON, Table(6), QUIET),
        (FLUSHY, Table(3), QUIET),
        (FLUSHY, Table(4, 1), Opponents(surrender_rate=0.5)),
        (PAIRED, Table(3), Opponents(declare=True)),
    ],
)
def test_decision__any_table__agrees_with_plain_simulation(
    held: tuple[Card, ...], table: Table, opponents: Opponents
) -> None:
    """One kitty and as many opponents as there are, drawn by another generator, settled by the rules."""
    chance, rest = random.Random(77), rest_of(held)
    played, if_declared, better = [], [], []
    for _ in range(160):
        dealt = chance.sample(rest, 4 + 17 * table.opponents)
        own = [*held, *dealt[:4]]
        others = [laid_down(dealt[at : at + 17], table, opponents) for at in range(4, len(dealt), 17)]
        automatic = declared(own)
        played.append(end_of(arranged(own), others, table.surrendered).chips)
        if_declared += [end_of(automatic, others, table.surrendered).chips] if automatic else []
        better.append(max([played[-1], *(if_declared[-1:] if automatic else [])]))
    futures = Futures(held, table, opponents, declaring(), no_pause)
    found = decide(futures.samples(5, 80), futures.kitties, futures.gauges, TUNING)
    assert found.declared
    pairs = [(found.play, better), (found.arranged, played), (found.declared.net, if_declared)]
    for estimate, values in pairs:
        error = np.std(values, ddof=1) / len(values) ** 0.5
        assert abs(estimate.mean - np.mean(values)) < 4 * np.hypot(estimate.standard_error, error)


def test_first_values__random_hands__fall_below_the_threshold_of_a_rate_as_often_as_it_says() -> None:
    chance = random.Random(3)
    values = np.array([first_value(chance.sample(DECK, 13)) for _ in range(600)])
    for rate in (0.1, 0.35, 0.8):
        part = (values < least_played(rate)).mean()
        assert abs(part - rate) < 4 * (rate * (1 - rate) / len(values)) ** 0.5
    assert least_played(0) < values.min()
    assert least_played(1) > values.max()
