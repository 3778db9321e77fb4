"""The odds of a duel, against all pairs of hands."""

import pytest

from service.engines.destiny.actions import Duel
from service.engines.destiny.contests import DuelContest, prepare
from service.engines.destiny.odds.duel import PAIR_COUNT, duel_odds
from service.engines.destiny.tuning import Tuning
from tests.builders.tunings import tuning_with
from tests.oracle import brute_force
from tests.oracle.contestants import EVERYBODY, RULES
from tests.oracle.every_hand import HandKinds

PAIRS = [
    ("gunslinger", "veteran"),
    ("charmed", "gunslinger"),
    ("cursed", "newcomer"),
    ("newcomer", "newcomer"),
    ("hopeless", "hopeless"),
    ("hopeless", "cursed"),
    ("newcomer", "trader"),
]


def _contest(actor: str, target: str, tuning: Tuning, defense_bonus: int = 0) -> DuelContest:
    contest = prepare(Duel(EVERYBODY[actor], EVERYBODY[target], defense_bonus), tuning)
    assert isinstance(contest, DuelContest)
    return contest


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("actor", "target"), PAIRS)
def test_duel_odds__all_pairs_of_hands__are_what_counting_gives(
    hand_kinds: HandKinds, actor: str, target: str, rules: str
) -> None:
    tuning = tuning_with(**RULES[rules])
    contest = _contest(actor, target, tuning)
    wins, tied = brute_force.duel_wins(hand_kinds, contest.actor, contest.target, tuning)

    odds = duel_odds(contest, tuning)
    assert (odds.actor_wins, odds.tied_totals) == (wins, tied)
    assert odds.target_wins == PAIR_COUNT - wins


def test_duel_odds__defense_bonus__is_the_defenders(hand_kinds: HandKinds) -> None:
    tuning = tuning_with(territory_defense_multiplier=1.5)
    contest = _contest("gunslinger", "gunslinger", tuning, defense_bonus=15_00)
    wins, tied = brute_force.duel_wins(hand_kinds, contest.actor, contest.target, tuning)

    odds = duel_odds(contest, tuning)
    assert (odds.actor_wins, odds.tied_totals) == (wins, tied)
    assert odds.actor_wins < duel_odds(_contest("gunslinger", "gunslinger", tuning), tuning).actor_wins


def test_duel_odds__mirror_image__shares_out_all_pairs() -> None:
    tuning = tuning_with()
    odds = duel_odds(_contest("veteran", "veteran", tuning), tuning)

    assert 2 * odds.actor_wins + odds.tied_totals == PAIR_COUNT


@pytest.mark.parametrize(("favors_defender", "won"), [(True, 0), (False, PAIR_COUNT)])
def test_duel_odds__everything_equal__falls_to_the_tie_rule(*, favors_defender: bool, won: int) -> None:
    tuning = tuning_with(tie_favors_defender=favors_defender)
    odds = duel_odds(_contest("hopeless", "hopeless", tuning), tuning)

    # The floor makes every total zero, and equal suit scores leave identical hands to the same rule.
    assert (odds.actor_wins, odds.tied_totals) == (won, PAIR_COUNT)
