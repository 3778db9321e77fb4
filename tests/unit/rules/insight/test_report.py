"""From counts to figures."""

import pytest

from service.engines.destiny.actions import ActionType
from service.engines.destiny.hands import HAND_RANKS, HandRank
from service.engines.destiny.insight.report import RANK_CHANCES, AgainstOdds, Rate, report
from service.engines.destiny.insight.tally import Name
from service.engines.destiny.tuning import Degree
from service.engines.draws import HAND_COUNT

PUBLISHED_HANDS = (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)


def test_report__of_nothing__has_no_rows_but_all_ranks_and_suits() -> None:
    found = report({})

    assert set(found.resolutions.values()) == {0}
    assert found.differences == ()
    assert [row.hand_rank for row in found.hand_ranks] == list(HAND_RANKS)
    assert all(row.drawn == AgainstOdds(0, 0, 0, 0) and row.drawn.z is None for row in found.hand_ranks)
    assert set(found.difficulties.values()) == {()}
    assert all(spread.participants == 0 and spread.mean is None for spread in found.suit_bonuses.values())
    assert found.gang_wars.rate is None


def test_rank_chances__next_to_the_published_numbers_of_hands__are_the_same() -> None:
    assert tuple(round(chance * HAND_COUNT) for chance in RANK_CHANCES.values()) == PUBLISHED_HANDS


def test_differences__come_from_the_lowest_to_the_highest_and_the_unknown_last() -> None:
    labels = ("10", "unknown", "-20", "0", "-100", "100")
    found = report({("difference", label, "won"): number for number, label in enumerate(labels, 1)})

    assert [row.lowest for row in found.differences] == [-100, -20, 0, 10, 100, None]
    assert found.resolutions[ActionType.PVP] == 21


def test_difference__with_wins_and_losses__has_its_rate_and_its_sample() -> None:
    row = ("sample", "difference", "0")
    counts: dict[Name, int] = {
        ("difference", "0", "won"): 30,
        ("difference", "0", "lost"): 70,
        (*row, "contests"): 40,
        (*row, "wins"): 10,
        (*row, "chance"): 15_500_000_000,
        (*row, "variance"): 9_000_000_000,
    }
    (found,) = report(counts).differences

    assert (found.duels, found.duels.rate) == (Rate(100, 30), 0.3)
    assert found.against_odds == AgainstOdds(40, 10, 15.5, 9)
    assert found.against_odds.standard_error == 3
    assert found.against_odds.z == pytest.approx(-5.5 / 3)


@pytest.mark.parametrize(("variance", "z"), [(4.99, None), (5, 2 / 5**0.5)])
def test_deviation__of_too_few__is_not_answered(variance: float, z: float | None) -> None:
    assert AgainstOdds(100, 12, 10, variance).z == (z and pytest.approx(z))


def test_hand_rank__of_all_hands_drawn__stands_beside_its_chance() -> None:
    counts: dict[Name, int] = {
        ("hand_rank", "pve", "pair", "won"): 30,
        ("hand_rank", "pve", "pair", "lost"): 20,
        ("hand_rank", "gang_war", "pair", "lost"): 10,
        ("hand_rank", "pvp", "high_card", "lost"): 40,
    }
    pair = next(row for row in report(counts).hand_ranks if row.hand_rank is HandRank.PAIR)
    chance = 1_098_240 / 2_598_960

    assert pair.by_action_type == {
        ActionType.PVE: Rate(50, 30),
        ActionType.SKILL_CHECK: Rate(),
        ActionType.PVP: Rate(),
        ActionType.GANG_WAR: Rate(10, 0),
    }
    assert (pair.chance, pair.drawn.number, pair.drawn.wins) == (chance, 100, 60)
    assert pair.drawn.expected_wins == pytest.approx(100 * chance)
    assert pair.drawn.z == pytest.approx((60 - 100 * chance) / (100 * chance * (1 - chance)) ** 0.5)


def test_difficulties__come_by_mean_threshold_and_custom_last() -> None:
    counts: dict[Name, int] = {}
    for difficulty, threshold in (("hard", 27_500), ("custom", 10), ("easy", 9_000), ("also easy", 9_000)):
        counts["difficulty", "pve", difficulty, "success"] = 2
        counts["threshold", "difficulty", "pve", difficulty] = 2 * threshold
    found = report(counts).difficulties

    assert [row.difficulty for row in found[ActionType.PVE]] == ["also easy", "easy", "hard", "custom"]
    assert [row.mean_threshold for row in found[ActionType.PVE]] == [90, 90, 275, 0.1]
    assert found[ActionType.SKILL_CHECK] == ()


def test_difficulty__with_all_degrees__succeeds_in_the_good_ones() -> None:
    degrees = dict(zip(Degree, (1, 20, 300, 4000), strict=True))
    counts: dict[Name, int] = {("difficulty", "skill_check", "easy", degree): n for degree, n in degrees.items()}
    (row,) = report(counts).difficulties[ActionType.SKILL_CHECK]

    assert row.degrees == degrees
    assert row.success == Rate(4321, 21)


def test_suit_bonuses__of_a_suit__have_their_mean_and_every_bar() -> None:
    bars = ("below_0", "0", "1", "1000", "2000", "4000", "8000", "16000")
    counts: dict[Name, int] = {("suit", "hearts", bar): 2**number for number, bar in enumerate(bars)}
    counts["suit_points", "hearts"] = 255 * 1_250
    hearts = next(spread for suit, spread in report(counts).suit_bonuses.items() if suit == "hearts")

    assert (hearts.participants, hearts.mean) == (255, 12.5)
    assert [(bar.lowest, bar.highest, bar.participants) for bar in hearts.bars] == [
        (None, -1, 1),
        (0, 0, 2),
        (1, 999, 4),
        (1000, 1999, 8),
        (2000, 3999, 16),
        (4000, 7999, 32),
        (8000, 15999, 64),
        (16000, None, 128),
    ]


def test_gang_wars__won_and_lost__have_the_attackers_rate() -> None:
    found = report({("gang_war", "won"): 1, ("gang_war", "lost"): 3})

    assert found.gang_wars == Rate(4, 1)
    assert found.resolutions[ActionType.GANG_WAR] == 4
