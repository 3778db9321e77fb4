"""Gang scores, and who wins a gang war (ruling A10)."""

from fractions import Fraction

import pytest

from service.engines.destiny.outcomes import DecidedBy, DuelOutcome, decide_gang_war, gang_score
from service.engines.destiny.tuning import GangMethod
from tests.builders.tunings import tuning_with

TUNING = tuning_with()
ATTACKER_TUNING = tuning_with(tie_favors_defender=False)


@pytest.mark.parametrize(
    ("totals", "score"),
    [([500], 500), ([500, 300], 400), ([100, 0, 0], Fraction(100, 3)), ([1, 2, 3, 4, 5], 3)],
)
def test_average__any_number__is_the_mean_of_all(totals: list[int], score: Fraction) -> None:
    assert gang_score(totals, GangMethod.AVERAGE) == score


@pytest.mark.parametrize(
    ("totals", "score"),
    [
        ([500], 500),
        ([300, 500], 400),
        ([100, 0, 200], 100),
        ([100, 0, 200, 50], Fraction(350, 3)),
        ([10, 50, 20, 40, 30], 40),
        ([7, 7, 7, 7, 7], 7),
        ([9, 1, 9, 1, 9, 1], 9),
    ],
)
def test_best_three__any_number__is_the_mean_of_the_highest(totals: list[int], score: Fraction) -> None:
    assert gang_score(totals, GangMethod.BEST_THREE) == score


def test_gang_war__higher_score__wins() -> None:
    assert decide_gang_war(Fraction(501), Fraction(500), TUNING) == DuelOutcome(
        first_wins=True, margin=1, decided_by=DecidedBy.SCORE
    )
    assert decide_gang_war(Fraction(500), Fraction(501), TUNING) == DuelOutcome(
        first_wins=False, margin=-1, decided_by=DecidedBy.SCORE
    )


def test_gang_war__scores_that_look_alike_when_rounded__are_compared_exactly() -> None:
    attack = gang_score([100, 100, 101], GangMethod.AVERAGE)
    defense = gang_score([100, 100, 100, 101], GangMethod.AVERAGE)

    assert round(attack) == round(defense) == 100
    assert decide_gang_war(attack, defense, TUNING) == DuelOutcome(
        first_wins=True, margin=0, decided_by=DecidedBy.SCORE
    )
    assert not decide_gang_war(defense, attack, ATTACKER_TUNING).first_wins


def test_gang_war__equal_scores_of_gangs_of_other_sizes__go_by_the_tie_rule() -> None:
    attack = gang_score([100, 100, 101], GangMethod.AVERAGE)
    defense = gang_score([200, 0, 101, 100, 100, 101], GangMethod.AVERAGE)

    for tuning, first_wins in ((TUNING, False), (ATTACKER_TUNING, True)):
        assert decide_gang_war(attack, defense, tuning) == DuelOutcome(
            first_wins=first_wins, margin=0, decided_by=DecidedBy.TIE
        )


@pytest.mark.parametrize(("lead", "margin"), [(Fraction(1, 2), 1), (Fraction(-1, 2), -1), (Fraction(1, 3), 0)])
def test_gang_war__margin_in_the_middle__is_rounded_away_from_zero(lead: Fraction, margin: int) -> None:
    assert decide_gang_war(300 + lead, Fraction(300), TUNING).margin == margin


def test_gang_war__won_by_however_much__is_never_critical() -> None:
    assert not decide_gang_war(Fraction(90_000), Fraction(0), TUNING).critical
