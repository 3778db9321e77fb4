"""The odds of a gang war by the average, against convolution in whole numbers and against duels."""

from fractions import Fraction

import pytest

from service.engines.destiny.contests import GangWarContest
from service.engines.destiny.odds.gang_war import ABSOLUTE_ERROR, GangWarOdds, gang_war_odds
from service.engines.destiny.participants import Participant, Strength, strength_of
from service.engines.destiny.tuning import GangMethod, Tuning
from service.engines.draws import HAND_COUNT
from tests.builders.tunings import tuning_with
from tests.oracle import brute_force
from tests.oracle.contestants import EVERYBODY, RULES
from tests.oracle.every_hand import HandKinds
from tests.oracle.exact_sums import above_and_equal, counts_of_sum

MEASURED_ERROR = 1e-12
"""The promise is `ABSOLUTE_ERROR`; what is lost here is ten thousand times less, and a change of that should show."""

SIDES = [
    ("gunslinger veteran", "charmed trader"),
    ("gunslinger trader newcomer", "charmed cursed"),
    ("cursed cursed", "cursed cursed newcomer"),
    ("hopeless newcomer trader", "hopeless newcomer newcomer"),
]


def _strengths(names: str, tuning: Tuning) -> tuple[Strength, ...]:
    return tuple(strength_of(EVERYBODY[name], None, tuning, (), []) for name in names.split())


def _exact(hand_kinds: HandKinds, contest: GangWarContest, tuning: Tuning) -> tuple[Fraction, Fraction]:
    """The chances that the attackers' score is above, and that the scores are equal."""
    attackers, defenders = (
        counts_of_sum([brute_force.counts_of_totals(hand_kinds, strength, tuning) for strength in side])
        for side in (contest.attackers, contest.defenders)
    )
    return above_and_equal(attackers, len(contest.attackers), defenders, len(contest.defenders))


def errors(odds: GangWarOdds, above: Fraction, equal: Fraction, tuning: Tuning) -> list[float]:
    """How far each of the three chances is from the truth."""
    won = above if tuning.tie_favors_defender else above + equal
    return [
        float(abs(Fraction(quoted) - true))
        for quoted, true in ((odds.attackers_win, won), (odds.defenders_win, 1 - won), (odds.tied_scores, equal))
    ]


@pytest.mark.parametrize("rules", ["as shipped", "ties to the attacker"])
@pytest.mark.parametrize(("attackers", "defenders"), SIDES)
def test_average_odds__two_or_three_a_side__are_the_exact_convolution(
    hand_kinds: HandKinds, attackers: str, defenders: str, rules: str
) -> None:
    tuning = tuning_with(**RULES[rules])
    contest = GangWarContest(GangMethod.AVERAGE, _strengths(attackers, tuning), _strengths(defenders, tuning))
    found = errors(gang_war_odds(contest, tuning), *_exact(hand_kinds, contest, tuning), tuning)

    assert max(found) < MEASURED_ERROR < ABSOLUTE_ERROR


@pytest.mark.parametrize("method", GangMethod)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("names", ["gunslinger veteran", "cursed newcomer", "hopeless hopeless", "newcomer trader"])
def test_gang_war_odds__one_a_side__is_a_duel_without_its_special_rules(
    hand_kinds: HandKinds, names: str, rules: str, method: GangMethod
) -> None:
    tuning = tuning_with(**RULES[rules])
    one, other = _strengths(names, tuning)
    above, equal = brute_force.pairs_above_and_equal(
        brute_force.counts_of_totals(hand_kinds, one, tuning),
        brute_force.counts_of_totals(hand_kinds, other, tuning),
    )
    odds = gang_war_odds(GangWarContest(method, (one,), (other,)), tuning)

    assert max(errors(odds, Fraction(above, HAND_COUNT**2), Fraction(equal, HAND_COUNT**2), tuning)) < 1e-12


def test_average_odds__as_many_as_may_be__are_the_exact_convolution(hand_kinds: HandKinds) -> None:
    # Low scores keep whole numbers of forty digits few.
    scores = {"royal_flush": 50, "straight_flush": 40, "four_of_a_kind": 35, "full_house": 30, "flush": 25}
    rest = {"straight": 20, "three_of_a_kind": 15, "two_pair": 10, "pair": 5}
    deputies = {"deputy": {"avg_skill_level": 1, "avg_suit_bonus": 3}}
    tuning = tuning_with(hand_rank_scores=scores | rest, npcs=deputies)
    deputy = strength_of(Participant(npc="deputy"), None, tuning, (), [])
    newcomers = _strengths(" ".join(["newcomer"] * 19), tuning)
    contest = GangWarContest(GangMethod.AVERAGE, (*newcomers, deputy), newcomers[:17])
    found = errors(gang_war_odds(contest, tuning), *_exact(hand_kinds, contest, tuning), tuning)

    assert max(found) < MEASURED_ERROR


def test_average_odds__twenty_equal_a_side__stay_even() -> None:
    tuning = tuning_with()
    side = _strengths(" ".join(["gunslinger"] * 20), tuning)
    odds = gang_war_odds(GangWarContest(GangMethod.AVERAGE, side, side), tuning)

    assert abs(2 * odds.attackers_win + odds.tied_scores - 1) < ABSOLUTE_ERROR
    assert odds.attackers_win + odds.defenders_win == 1
