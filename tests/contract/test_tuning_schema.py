"""The tuning as the contract describes it, held against what the rules take: its bounds are in `test_requests`."""

from typing import Any

import pytest

from service.engines.errors import InvalidInput
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import whole_document_with
from tests.described_tuning import described_overlay, described_tuning
from tests.openapi import component, mistakes


def test_description_of_the_rules__of_the_shipped_document__takes_it() -> None:
    assert mistakes(described_tuning(), whole_document_with()) == []
    assert mistakes(described_overlay(), whole_document_with()) == []


@pytest.mark.parametrize(
    "skill",
    [
        ["spades"],
        {"suits": ["spades"]},
        {"title": "Gambling", "suits": ["spades"]},
        [],
        ["spades", "spades"],
        {"suits": []},
        {"suits": ["stars"]},
        {"suits": ["spades"], "title": ""},
        {"suits": ["spades"], "symbol": "x"},
        "spades",
    ],
)
def test_skill__in_either_form__is_taken_or_refused_as_described(skill: Any) -> None:
    described = mistakes(component("TuningOverlay"), {"skills": {"gambling": skill}}) == []
    try:
        TuningRevision.read(0, whole_document_with(skills={"gambling": skill}))
    except InvalidInput:
        assert not described
    else:
        assert described


def test_values__shipped__are_as_described() -> None:
    assert mistakes(component("TuningValues"), whole_document_with()) == []
    assert mistakes(component("TuningOverlay"), whole_document_with()) == []
