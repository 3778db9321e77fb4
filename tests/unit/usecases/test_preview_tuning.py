"""Previewing a change: of which revision, with which warnings, and what is refused as the change itself would be."""

from typing import Any

import pytest

from service.engines.destiny.participants import Participant
from service.engines.destiny.preview.comparisons import Sides
from service.engines.destiny.preview.reference_characters import GivenCharacter
from service.engines.destiny.preview.tuning_preview import Interest, preview_change
from service.engines.errors import InvalidInput
from service.engines.pauses import no_pause
from service.preview.preview import PreviewTuning, PreviewTuningInput
from service.tuning.patches import Difference
from service.tuning.revisions import TuningRevision
from service.tuning.warnings import WarnOfChange
from tests.builders.tunings import document_with, shipped_revision, tuning_with
from tests.fakes.system import NotedTurns
from tests.fakes.tuning_store import TUNINGS, RememberedTunings

EASIER_BANK = {"crimes": {"bank_robbery": {"threshold": 250}}}
preview_tuning = PreviewTuning(TUNINGS, shipped_revision(), WarnOfChange(()), no_pause, NotedTurns())


def test_preview_tuning__without_a_revision__is_of_the_live_one() -> None:
    previewed = preview_tuning(PreviewTuningInput(EASIER_BANK))

    assert previewed.tuning_revision == 7
    assert previewed.warnings == []
    assert previewed.differences == [Difference("/crimes/bank_robbery/threshold", 275, 250)]
    assert previewed.preview == preview_change(Sides(tuning_with(), tuning_with(**EASIER_BANK)), Interest())


def test_preview_tuning__based_on_an_earlier_revision__is_of_that_one() -> None:
    previewed = preview_tuning(PreviewTuningInput(EASIER_BANK, tuning_revision=6))

    published = tuning_with(skill_curve="published")
    changed = tuning_with(skill_curve="published", **EASIER_BANK)
    assert previewed.tuning_revision == 6
    assert previewed.preview == preview_change(Sides(published, changed), Interest())


def test_preview_tuning__based_on_a_revision_that_never_was__is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        preview_tuning(PreviewTuningInput({}, tuning_revision=8))

    assert str(refused.value) == "/tuning_revision: No such revision; the newest is 7."


def test_preview_tuning__restoring_a_revision__is_of_its_values() -> None:
    previewed = preview_tuning(PreviewTuningInput(6))

    assert previewed.tuning_revision == 7
    assert previewed.differences == [Difference("/skill_curve", "formula", "published")]
    assert previewed.preview == preview_change(Sides(tuning_with(), tuning_with(skill_curve="published")), Interest())


def test_preview_tuning__restoring_a_revision_that_never_was__is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        preview_tuning(PreviewTuningInput(8))

    assert str(refused.value) == "/restore: No such revision; the newest is 7."


def test_preview_tuning__restoring_what_would_need_force__warns_at_the_revision() -> None:
    doubtful = TuningRevision.read(1, document_with(hand_rank_scores={"two_pair": 20}))
    tunings = RememberedTunings((doubtful, TuningRevision.read(2, document_with())))

    preview = PreviewTuning(tunings, shipped_revision(), WarnOfChange(()), no_pause, NotedTurns())
    previewed = preview(PreviewTuningInput(1))

    (warning,) = previewed.warnings
    assert warning.pointer == "/restore"
    assert warning.message.startswith("/hand_rank_scores/two_pair: Would be worth less than pair, a weaker hand. Send")


def test_preview_tuning__interest__reaches_the_rules() -> None:
    interest = Interest((GivenCharacter("ada", Participant(skills={"stealth": 40})),), "frontera")

    previewed = preview_tuning(PreviewTuningInput({}, interest=interest))

    assert previewed.preview == preview_change(Sides(tuning_with(), tuning_with()), interest)


@pytest.mark.parametrize(
    ("values", "mistakes"),
    [
        ({"critical_margin": -1, "luck": 7}, ["/values/luck", "/values/critical_margin"]),
        ({"skill_curve": None}, ["/values/skill_curve"]),
        ({"crimes": {"bank_robery": None}}, ["/values/crimes/bank_robery"]),
        ({"skill_curve": "published", "max_skill_level": 101}, ["/values/max_skill_level"]),
    ],
)
def test_preview_tuning__change_that_cannot_be_made__is_refused_at_its_place(
    values: dict[str, Any], mistakes: list[str]
) -> None:
    with pytest.raises(InvalidInput) as refused:
        preview_tuning(PreviewTuningInput(values))

    assert [mistake.pointer for mistake in refused.value.mistakes] == mistakes


def test_preview_tuning__change_that_takes_force__is_shown_with_a_warning_before_the_others() -> None:
    interest = Interest((GivenCharacter("ada", Participant(skills={"stealth": 40})),))
    values = {"hand_rank_scores": {"two_pair": 20}, "skills": {"stealth": None}}

    previewed = preview_tuning(PreviewTuningInput(values, interest=interest))

    assert [(warning.pointer, warning.message) for warning in previewed.warnings] == [
        (
            "/values/hand_rank_scores/two_pair",
            "Would be worth less than pair, a weaker hand. Send force: true if that is intended.",
        ),
        ("/characters/0/skills/stealth", "Does not exist after the change, and counts for nothing there."),
    ]
    assert previewed.preview.challenges.moved > 0
