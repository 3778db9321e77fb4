"""Which tuning counts for a hypothetical action."""

import pytest

from service.engines.destiny.actions import ActionType, Challenge
from service.engines.destiny.participants import Participant
from service.engines.destiny.skills import SkillCurve
from service.engines.errors import InvalidInput
from service.tuning.overlay import Hypothetical, choose_tuning
from tests.fakes.tuning_store import TUNINGS

ACTION = Challenge(ActionType.PVE, Participant(skills={}), threshold=0)


def test_choose_tuning__nothing_asked_for__is_the_live_one() -> None:
    assert choose_tuning(TUNINGS, Hypothetical(ACTION)) is TUNINGS.current()


def test_choose_tuning__earlier_revision__is_that_one() -> None:
    assert choose_tuning(TUNINGS, Hypothetical(ACTION, tuning_revision=6)) is TUNINGS.revisions[0]


def test_choose_tuning__revision_that_never_was__is_refused_with_the_newest() -> None:
    with pytest.raises(InvalidInput) as refused:
        choose_tuning(TUNINGS, Hypothetical(ACTION, tuning_revision=8))

    assert str(refused.value) == "/tuning_revision: No such revision; the newest is 7."


def test_choose_tuning__overlay__is_laid_over_the_revision_asked_for() -> None:
    chosen = choose_tuning(TUNINGS, Hypothetical(ACTION, 6, {"critical_margin": 12.5, "crimes": {"pickpocket": None}}))

    assert chosen.number == 6
    assert chosen.tuning.skill_curve is SkillCurve.PUBLISHED
    assert chosen.tuning.critical_margin == 1_250
    assert "pickpocket" not in chosen.tuning.crimes
    assert "pickpocket" in TUNINGS.revisions[0].tuning.crimes


def test_choose_tuning__overlay_that_breaks_rules__points_into_it() -> None:
    with pytest.raises(InvalidInput) as refused:
        choose_tuning(TUNINGS, Hypothetical(ACTION, overlay={"critical_margin": -1, "luck": 7, "skill_curve": 1}))

    assert [mistake.pointer for mistake in refused.value.mistakes] == [
        "/tuning/luck",
        "/tuning/skill_curve",
        "/tuning/critical_margin",
    ]
    assert refused.value.mistakes[2].message == "Must lie within 0 to 100000."


def test_choose_tuning__overlay_that_takes_away_what_must_stay__points_into_it() -> None:
    with pytest.raises(InvalidInput) as refused:
        choose_tuning(TUNINGS, Hypothetical(ACTION, overlay={"skill_curve": None}))

    assert str(refused.value) == (
        "/tuning/skill_curve: Must not be null; only an entry of the catalogue can be removed."
    )


def test_choose_tuning__overlay_that_breaks_a_rule_across_fields__points_into_it_too() -> None:
    with pytest.raises(InvalidInput) as refused:
        choose_tuning(TUNINGS, Hypothetical(ACTION, 6, {"max_skill_level": 101}))

    assert str(refused.value) == (
        "/tuning/max_skill_level: The published curve ends at level 100; lower this or choose another curve."
    )
