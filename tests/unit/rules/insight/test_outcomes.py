"""From counts and figures to outcomes by action type."""

from service.engines.destiny.actions import ActionType
from service.engines.destiny.insight.outcomes import Outcomes, by_type, outcomes_in, without
from service.engines.destiny.insight.report import AgainstOdds, Rate
from service.engines.destiny.insight.tally import Name
from service.engines.destiny.tuning import Degree

SAMPLE = (40, 10, 15_500_000_000, 9_000_000_000)


def test_outcomes__of_a_challenge__succeed_in_the_good_degrees() -> None:
    found = Outcomes((1, 20, 300, 4000, 4321 * 27_500, *SAMPLE))

    assert found.degrees == dict(zip(Degree, (1, 20, 300, 4000), strict=True))
    assert found.rate == Rate(4321, 21)
    assert found.mean_threshold == 275
    assert found.against_odds == AgainstOdds(40, 10, 15.5, 9)


def test_by_type__of_several_of_one_type__adds_them_up_and_has_all_types() -> None:
    found = by_type([("pve", [1] * 9), ("pvp", [5] * 9), ("pve", [2] * 9)])

    assert {kind: list(outcomes.figures) for kind, outcomes in found.items()} == {
        ActionType.PVE: [3] * 9,
        ActionType.SKILL_CHECK: [0] * 9,
        ActionType.PVP: [5] * 9,
        ActionType.GANG_WAR: [0] * 9,
    }


def test_without__outcomes_that_have_more_in_places__leaves_nothing_there() -> None:
    left = without(by_type([("pve", [5] * 9)]), by_type([("pve", [3] * 8 + [7]), ("pvp", [1] * 9)]))

    assert left[ActionType.PVE].figures == [2] * 8 + [0]
    assert left[ActionType.PVP].figures == [0] * 9


def test_outcomes_in_counts__are_added_up_by_type() -> None:
    hard, easy, check = (
        ("difficulty", "pve", "hard"),
        ("difficulty", "pve", "easy"),
        ("difficulty", "skill_check", "easy"),
    )
    counts: dict[Name, int] = {
        (*hard, "critical_success"): 1,
        (*hard, "failure"): 2,
        (*easy, "critical_failure"): 3,
        (*easy, "failure"): 4,
        (*check, "success"): 5,
        ("threshold", *hard): 60_000,
        ("threshold", *easy): 70_000,
        ("difference", "0", "won"): 6,
        ("difference", "unknown", "won"): 7,
        ("difference", "-10", "lost"): 8,
        ("gang_war", "lost"): 9,
        ("hand_rank", "pve", "pair", "won"): 100,
        ("suit", "spades", "below_0"): 100,
        ("suit_points", "spades"): -100,
    }
    for row in (hard, easy, ("difference", "0"), ("difference", "10")):
        counts |= {
            ("sample", *row, what): number
            for what, number in zip(("contests", "wins", "chance", "variance"), SAMPLE, strict=True)
        }

    twice = [2 * figure for figure in SAMPLE]
    assert {kind: list(outcomes.figures) for kind, outcomes in outcomes_in(counts).items()} == {
        ActionType.PVE: [1, 0, 6, 3, 130_000, *twice],
        ActionType.SKILL_CHECK: [0, 5, 0, 0, 0, 0, 0, 0, 0],
        ActionType.PVP: [0, 13, 8, 0, 0, *twice],
        ActionType.GANG_WAR: [0, 0, 9, 0, 0, 0, 0, 0, 0],
    }
