"""The odds of a gang war by the best three, against every draw on small grids and a sweep on the full one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.destiny.contests import GangWarContest
from service.engines.destiny.modifiers import Modifier, SuitBonuses
from service.engines.destiny.odds.best_three import MOST_TRIED, NARROWEST, sum_of_best_three
from service.engines.destiny.odds.gang_war import GangWarOdds, gang_war_odds
from service.engines.destiny.odds.sums import Spread
from service.engines.destiny.participants import Participant, Strength, strength_of
from service.engines.destiny.tuning import GangMethod, Tuning
from service.engines.draws import HAND_COUNT
from tests.builders.tunings import tuning_with
from tests.oracle import brute_force
from tests.oracle.best_three_by_sweep import Floats, best_three_by_sweep
from tests.oracle.contestants import EVERYBODY
from tests.oracle.every_hand import HandKinds
from tests.oracle.exact_sums import above_and_equal, counts_of_sum
from tests.strategies import bounded

MEASURED_ERROR = 1e-12
"""The promise is 1e-9."""


@st.composite
def small_spreads(draw: st.DrawFn) -> tuple[list[Spread], list[list[int]]]:
    """Three to five spreads on one grid, some of them the same, and the whole numbers they came from."""
    step = draw(st.sampled_from([1, 25, 100]))
    origin = draw(st.integers(-300, 300))
    weights = draw(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any), min_size=1, max_size=5))
    lows = [origin + step * draw(st.integers(0, 7)) for _ in weights]
    spreads = [
        Spread(low, step, np.array(row, dtype=np.float64) / sum(row)) for low, row in zip(lows, weights, strict=True)
    ]
    members = draw(st.lists(st.sampled_from(range(len(weights))), min_size=3, max_size=5))
    return [spreads[kind] for kind in members], [weights[kind] for kind in members]


def _by_every_draw(spreads: list[Spread], weights: list[list[int]]) -> dict[int, Fraction]:
    sums: Counter[int] = Counter()
    for places in product(*(range(len(row)) for row in weights)):
        ways = prod(row[place] for row, place in zip(weights, places, strict=True))
        totals = sorted(spread.low + spread.step * place for spread, place in zip(spreads, places, strict=True))
        sums[sum(totals[-3:])] += ways
    draws = prod(sum(row) for row in weights)
    return {total: Fraction(ways, draws) for total, ways in sums.items()}


@bounded
@given(small_spreads(), st.sampled_from([(1, 0), (1, 1), (2, 2), (3, 0), (NARROWEST, MOST_TRIED)]))
def test_best_three__small_spreads__are_what_every_draw_gives(
    drawn: tuple[list[Spread], list[list[int]]], halving: tuple[int, int]
) -> None:
    spreads, weights = drawn
    expected = _by_every_draw(spreads, weights)
    narrowest, most_tried = halving
    found = sum_of_best_three(spreads, narrowest=narrowest, most_tried=most_tried)
    at = {found.low + found.step * place: weight for place, weight in enumerate(found.weights.tolist())}

    assert set(expected) <= set(at)
    for total, weight in at.items():
        assert weight == pytest.approx(float(expected.get(total, 0)), abs=1e-14)


def test_best_three__five_who_are_tried__pauses_within_each_three() -> None:
    pauses = []
    spreads = [Spread(0, 1, np.array([1, kind, 5 - kind]) / 6) for kind in range(5)]

    sum_of_best_three(spreads, lambda: pauses.append("now"), narrowest=len(spreads[0]))

    assert len(pauses) > 10 * 4, "Each three of five is several steps."


@bounded
@given(small_spreads())
def test_sweep__small_spreads__is_what_every_draw_gives(drawn: tuple[list[Spread], list[list[int]]]) -> None:
    spreads, weights = drawn
    low, step = min(spread.low for spread in spreads), spreads[0].step
    chances = np.zeros((len(spreads), 16))
    for row, spread in zip(chances, spreads, strict=True):
        start = (spread.low - low) // step
        row[start : start + len(spread)] = spread.weights
    expected = _by_every_draw(spreads, weights)

    for place, weight in enumerate(best_three_by_sweep(chances).tolist()):
        assert weight == pytest.approx(float(expected.get(3 * low + step * place, 0)), abs=1e-14)


def _strengths(names: str, tuning: Tuning) -> tuple[Strength, ...]:
    return tuple(strength_of(EVERYBODY[name], None, tuning, (), []) for name in names.split())


def _odds(attackers: tuple[Strength, ...], defenders: tuple[Strength, ...], tuning: Tuning) -> GangWarOdds:
    return gang_war_odds(GangWarContest(GangMethod.BEST_THREE, attackers, defenders), tuning)


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [("gunslinger veteran trader", "charmed cursed"), ("gunslinger", "cursed newcomer trader")],
)
def test_best_three_odds__three_or_fewer_a_side__are_the_exact_mean_of_all(
    hand_kinds: HandKinds, attackers: str, defenders: str
) -> None:
    tuning = tuning_with()
    sides = _strengths(attackers, tuning), _strengths(defenders, tuning)
    counts = [
        counts_of_sum([brute_force.counts_of_totals(hand_kinds, strength, tuning) for strength in side])
        for side in sides
    ]
    above, equal = above_and_equal(counts[0], len(sides[0]), counts[1], len(sides[1]))
    odds = _odds(*sides, tuning)

    assert odds.attackers_win == pytest.approx(float(above), abs=MEASURED_ERROR)
    assert odds.defenders_win == pytest.approx(float(1 - above), abs=MEASURED_ERROR)
    assert odds.tied_scores == pytest.approx(float(equal), abs=MEASURED_ERROR)


def _swept(totals: list[brute_force.Counts], step: int) -> tuple[int, Floats]:
    """Where the sums of the best three begin, and the chance of each sum."""
    low = min(map(min, totals))
    chances = np.zeros((len(totals), (max(map(max, totals)) - low) // step + 1))
    for row, counts in zip(chances, totals, strict=True):
        for value, hands in counts.items():
            row[(value - low) // step] += hands / HAND_COUNT
    return 3 * low, best_three_by_sweep(chances)


Crew = list[tuple[SuitBonuses, int]]
"""Suit bonuses, and a flat bonus with them."""


def _crew(crew: Crew, tuning: Tuning) -> tuple[Strength, ...]:
    people = [Participant(suit_bonuses=suits, modifiers=(Modifier("modifier:map", flat),)) for suits, flat in crew]
    return tuple(strength_of(person, None, tuning, (), []) for person in people)


NOTHING: SuitBonuses = (0, 0, 0, 0)
WHOLE_POINTS: Crew = [
    ((500, 0, 0, 0), 0),
    ((0, 300, -700, 0), 0),
    (NOTHING, 1_500),
    ((0, 0, 0, 1_100), 0),
    (NOTHING, 0),
]
HUNDREDTHS: Crew = [
    ((1_234, 0, 0, 0), 0),
    (NOTHING, 1_011),
    ((0, 0, 769, 0), -2_503),
    ((0, 0, 0, 1_686), 37),
    (NOTHING, 0),
]


@pytest.mark.parametrize(
    ("crew", "step", "attackers", "defenders"),
    [(WHOLE_POINTS, 100, 5, 4), (WHOLE_POINTS, 100, 4, 5), (HUNDREDTHS, 1, 5, 4)],
    ids=["five against four", "four against five", "hundredths, five against four"],
)
def test_best_three_odds__all_hands__are_those_of_the_sweep(
    hand_kinds: HandKinds, crew: Crew, step: int, attackers: int, defenders: int
) -> None:
    tuning = tuning_with()
    people = _crew(crew, tuning)
    sides = people[:attackers], people[-defenders:]
    totals = [[brute_force.counts_of_totals(hand_kinds, strength, tuning) for strength in side] for side in sides]
    (low, sums), (other_low, other_sums) = (_swept(side, step) for side in totals)
    places = np.arange(len(sums)) + (low - other_low) // step
    cumulative = np.concatenate(([0.0], np.cumsum(other_sums)))
    above = float(sums @ cumulative[places.clip(0, len(other_sums))])
    met = (places >= 0) & (places < len(other_sums))
    equal = float(sums[met] @ other_sums[places[met]])
    odds = _odds(*sides, tuning)

    assert odds.attackers_win == pytest.approx(above, abs=MEASURED_ERROR)
    assert odds.tied_scores == pytest.approx(equal, abs=MEASURED_ERROR)
    assert odds.attackers_win + odds.defenders_win == 1


@pytest.mark.parametrize(("favors_defender", "won"), [(True, 0.0), (False, 1.0)])
def test_best_three_odds__nothing_but_ties__fall_to_the_tie_rule(*, favors_defender: bool, won: float) -> None:
    tuning = tuning_with(tie_favors_defender=favors_defender)
    odds = _odds(_strengths("hopeless " * 5, tuning), _strengths("hopeless " * 4, tuning), tuning)

    assert odds.tied_scores == pytest.approx(1, abs=MEASURED_ERROR)
    assert odds.attackers_win == pytest.approx(won, abs=MEASURED_ERROR)


def test_best_three_odds__fourth_who_never_counts__changes_nothing() -> None:
    tuning = tuning_with()
    three, other = _strengths("gunslinger veteran trader", tuning), _strengths("charmed", tuning)
    with_hopeless = _odds((*three, *_strengths("hopeless", tuning)), other, tuning)
    without = _odds(three, other, tuning)

    assert with_hopeless.attackers_win == pytest.approx(without.attackers_win, abs=MEASURED_ERROR)
    assert with_hopeless.tied_scores == pytest.approx(without.tied_scores, abs=MEASURED_ERROR)


def test_best_three_odds__five_of_everybody__stay_even() -> None:
    tuning = tuning_with()
    side = _strengths("gunslinger veteran trader charmed cursed", tuning)
    odds = _odds(side, side, tuning)

    assert 2 * odds.attackers_win + odds.tied_scores == pytest.approx(1, abs=MEASURED_ERROR)
