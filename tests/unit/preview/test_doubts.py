"""Doubts about challenges: chances that jump, and challenges that have one result for everyone."""

from typing import Any

import pytest

from service.engines.destiny.odds.challenge import ChallengeSide
from service.engines.destiny.participants import Participant, strength_of
from service.engines.destiny.preview.doubts import MOST_JUMP, MOST_NAMED, challenge_doubts, reference_builds
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT
from service.engines.errors import Mistake
from tests.builders.tunings import tuning_with

SHIPPED = tuning_with()
HOPELESS = "No character would succeed without items or effects, not even with every skill at level 100."
CERTAIN = "Every hand would succeed, even without skills."
SUITS = ("spades", "hearts", "clubs", "diamonds")


def doubts(before: Tuning = SHIPPED, **changes: Any) -> list[tuple[str, str]]:
    return [(doubt.pointer, doubt.message) for doubt in challenge_doubts(tuning_with(**changes), before)]


def crime(threshold: float) -> dict[str, Any]:
    return {"difficulty": "easy", "threshold": threshold, "energy_cost": 1}


def chance(tuning: Tuning, crime: str, skills: dict[str, int]) -> float:
    """The chance of success of a character with these skills, counted as `/v1/odds` does."""
    strength = strength_of(Participant(skills=skills), None, tuning, (), [])
    critical, success, *_ = ChallengeSide.of(strength, tuning).degrees_against(tuning.crimes[crime].threshold)
    return (critical + success) / HAND_COUNT


def largest_jump(before: Tuning, after: Tuning, name: str) -> float:
    """The largest difference over all builds, in percentage points, without any of the shortcuts."""
    jumps = []
    for suit in SUITS:
        skills = [skill for skill, suits in before.skills.items() if suit in suits]
        for level in (0, 25, 50, 75, 100):
            levels = [dict.fromkeys(skills, level) if level else {} for _ in "ab"]
            jumps.append(100 * abs(chance(after, name, levels[1]) - chance(before, name, levels[0])))
    return max(jumps)


@pytest.mark.parametrize(
    "changes",
    [
        {"critical_margin": 10, "failure_margin": -1, "reward_multipliers": {"success": 7}},
        {
            "items": {"lucky_ace_charm": None},
            "npcs": {"elite": {"avg_suit_bonus": 900}},
            "skills": {"poker": ["spades"]},
        },
        {"crimes": {"bank_robbery": {"threshold": 250}}},
        {"crimes": {"bank_robbery": None, "kiting": crime(90)}},
        {},
    ],
)
def test_doubts__of_a_change_that_moves_no_chance_far__are_none(changes: dict[str, Any]) -> None:
    assert doubts(**changes) == []


@pytest.mark.parametrize("threshold", [100, 150, 200, 214.5, 230, 240, 250, 300, 310, 320, 340, 400, 450])
def test_jump__of_a_threshold__is_doubted_just_where_the_odds_say_so(threshold: float) -> None:
    after = tuning_with(crimes={"bank_robbery": {"threshold": threshold}})
    jump = largest_jump(SHIPPED, after, "bank_robbery")

    found = challenge_doubts(after, SHIPPED)

    assert [doubt.pointer for doubt in found] == (["/crimes/bank_robbery/threshold"] if jump > MOST_JUMP else [])


def test_jump__of_a_threshold__says_for_whom_and_from_what_to_what() -> None:
    ((pointer, message),) = doubts(crimes={"bank_robbery": {"threshold": 100}})

    after = tuning_with(crimes={"bank_robbery": {"threshold": 100}})
    clubs = {skill: 25 for skill, suits in SHIPPED.skills.items() if "clubs" in suits}
    old, new = (100 * chance(tuning, "bank_robbery", clubs) for tuning in (SHIPPED, after))
    assert pointer == "/crimes/bank_robbery/threshold"
    assert message == f"Success with the clubs skills at level 25 would go from {old:.1f} % to {new:.1f} %."
    assert new - old == pytest.approx(largest_jump(SHIPPED, after, "bank_robbery"))


def test_jump__of_all_chances__is_doubted_once_for_each_challenge_and_largest_first() -> None:
    after = tuning_with(skill_curve="published")

    found = [doubt for doubt in challenge_doubts(after, SHIPPED) if doubt.path[0] == "crimes"]

    jumps = {name: largest_jump(SHIPPED, after, name) for name in SHIPPED.crimes}
    expected = sorted((name for name in jumps if jumps[name] > MOST_JUMP), key=lambda name: -jumps[name])
    assert [doubt.path[1] for doubt in found] == expected != []


def test_jump__of_those_whose_level_is_cut_off__is_doubted() -> None:
    assert any("at level 100 would go from" in message for _, message in doubts(max_skill_level=50))


def test_jump__of_very_many__names_the_first_and_counts_the_others() -> None:
    before = tuning_with(crimes={f"c{number}": crime(60) for number in range(40)})
    crimes = {f"c{number}": crime(200) for number in range(40)}

    found = doubts(before, crimes=crimes)

    assert len(found) == MOST_NAMED + 1
    assert found[-1] == ("/crimes", f"Chances of success would jump in {40 - MOST_NAMED} more.")


def test_certainty__of_new_and_changed_challenges__is_doubted() -> None:
    found = doubts(
        crimes={"bank_robbery": {"threshold": 0}, "moonshot": crime(100_000)},
        skill_checks={"trivial": {"threshold": 0}, "godlike": {"context": "No.", "threshold": 90_000}},
    )

    assert [one for one in found if one[1] in (HOPELESS, CERTAIN)] == [
        ("/crimes/moonshot/threshold", HOPELESS),
        ("/skill_checks/godlike/threshold", HOPELESS),
        ("/crimes/bank_robbery/threshold", CERTAIN),
        ("/skill_checks/trivial/threshold", CERTAIN),
    ]


def test_certainty__that_was_there_before__is_not_doubted_again() -> None:
    crimes = {"gift": crime(0), "moonshot": crime(100_000)}
    before = tuning_with(crimes=crimes)

    assert doubts(before, crimes={**crimes, "kiting": crime(90)}) == []
    assert doubts(before, crimes={"gift": crime(0), "moonshot": crime(99_000)}) == []


def test_certainty__of_the_strongest__counts_every_skill_and_a_royal_flush() -> None:
    skills = dict.fromkeys(SHIPPED.skills, SHIPPED.max_skill_level)
    strength = strength_of(Participant(skills=skills), None, SHIPPED, (), [])
    highest = int(ChallengeSide.of(strength, SHIPPED).totals.values[-1])

    assert doubts(crimes={"moonshot": crime(highest / 100)}) == []
    assert doubts(crimes={"moonshot": crime((highest + 1) / 100)}) == [("/crimes/moonshot/threshold", HOPELESS)]
    assert doubts(crimes={"moonshot": crime((highest + 1) / 100)}, royal_flush_auto_win=True) == []


def test_doubts__without_a_tuning_before__are_those_that_compare_nothing() -> None:
    tuning = tuning_with(crimes={"gift": crime(0)})

    assert challenge_doubts(tuning, None) == [Mistake(("crimes", "gift", "threshold"), CERTAIN)]


def test_doubts__of_a_tuning_without_challenges_or_skills__are_none() -> None:
    nothing: dict[str, Any] = {
        "crimes": dict.fromkeys(SHIPPED.crimes),
        "skill_checks": dict.fromkeys(SHIPPED.skill_checks),
        "skills": dict.fromkeys(SHIPPED.skills),
    }

    assert doubts(**nothing) == []
    assert doubts(tuning_with(**nothing), crimes={}, skills={}) == []


def test_builds__under_a_low_highest_level__have_each_level_once() -> None:
    assert sorted({build.level for build in reference_builds(tuning_with(max_skill_level=2))}) == [0, 1, 2]
    assert len(reference_builds(SHIPPED)) == 1 + 4 * 4
