"""Characters: bonuses belong to a revision, skills outlive it."""

import pytest

from service.characters.ports import Character
from service.engines.errors import InvalidInput
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import document_with

SKILLS = {"lockpicking": 50, "stealth": 40}
FORMULA = TuningRevision.read(3, document_with())
PUBLISHED = TuningRevision.read(4, document_with(skill_curve="published"))


def test_character__with_skills__has_the_bonuses_of_the_revision() -> None:
    assert Character.with_skills(SKILLS, FORMULA) == Character(SKILLS, (7_243, 0, 0, 0), 3)
    assert Character.with_skills(SKILLS, PUBLISHED) == Character(SKILLS, (8_090, 0, 0, 0), 4)


def test_character__with_skills_that_the_revision_has_not__is_refused_with_every_mistake() -> None:
    with pytest.raises(InvalidInput) as refused:
        Character.with_skills({"lassoing": 5, "stealth": 101}, FORMULA)

    assert [mistake.pointer for mistake in refused.value.mistakes] == ["/skills/lassoing", "/skills/stealth"]


def test_character__under_its_own_revision__is_taken_at_its_word() -> None:
    kept = Character(SKILLS, (1, 2, 3, 4), 3)

    assert kept.under(FORMULA) is kept


@pytest.mark.parametrize("number", [2, 4])
def test_character__under_another_revision__has_its_bonuses_computed_again(number: int) -> None:
    kept = Character(SKILLS, (1, 2, 3, 4), number)

    assert kept.under(FORMULA) == Character(SKILLS, (7_243, 0, 0, 0), 3)


def test_character__kept_under_the_revision_that_ships__is_not_taken_at_its_word() -> None:
    kept = Character(SKILLS, (1, 2, 3, 4), 0)

    shipped_now = TuningRevision.read(0, document_with())
    assert kept.under(shipped_now) == Character(SKILLS, (7_243, 0, 0, 0), 0)


def test_character__under_a_revision_that_has_less__keeps_its_skills_and_counts_what_is_left() -> None:
    kept = Character.with_skills(SKILLS, FORMULA)
    less = TuningRevision.read(5, document_with(max_skill_level=40, skills={"stealth": None}))

    assert kept.under(less) == Character(SKILLS, (less.tuning.skill_bonuses[40], 0, 0, 0), 5)
    assert kept.under(less).under(FORMULA) == kept
