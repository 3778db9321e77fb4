"""Laying values over a tuning document: what null may take away."""

from typing import Any

import pytest

from service.engines.errors import InvalidInput
from service.tuning.patches import completed, patch_tuning
from tests.builders.tunings import document_with

ONLY_ENTRIES = "Must not be null; only an entry of the catalogue can be removed."


def test_patch_tuning__new_values__are_laid_over() -> None:
    patch = {"critical_margin": 80, "items": {"rope": {"flat": 1}}, "npcs": {"rookie": None}}
    patched = patch_tuning(document_with(), patch)

    assert patched["critical_margin"] == 80
    assert sorted(patched["items"]) == ["iron_horseshoe", "lucky_ace_charm", "rope"]
    assert sorted(patched["npcs"]) == ["competent", "elite", "legendary", "veteran"]


@pytest.mark.parametrize(
    ("patch", "mistake"),
    [
        ({"critical_margin": None}, f"/critical_margin: {ONLY_ENTRIES}"),
        ({"crimes": None}, f"/crimes: {ONLY_ENTRIES}"),
        ({"hand_rank_scores": {"pair": None}}, f"/hand_rank_scores/pair: {ONLY_ENTRIES}"),
        ({"items": {"iron_horseshoe": {"hand_ranks": None}}}, f"/items/iron_horseshoe/hand_ranks: {ONLY_ENTRIES}"),
        ({"items": {"rope": None}}, "/items/rope: Does not exist, so it cannot be removed."),
        ({"luck": {"deep": None}}, f"/luck/deep: {ONLY_ENTRIES}"),
        ({"critical_margin": {"deep": None}}, f"/critical_margin/deep: {ONLY_ENTRIES}"),
    ],
)
def test_patch_tuning__null_elsewhere__is_refused(patch: dict[str, Any], mistake: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        patch_tuning(document_with(), patch)

    assert str(refused.value) == mistake


def test_completed__fields_that_are_missing__have_their_shipped_values() -> None:
    older = document_with(critical_margin=80)
    del older["failure_margin"], older["items"], older["reward_multipliers"]["success"]

    assert completed(older, document_with()) == document_with(critical_margin=80)


def test_completed__entries_that_are_missing__have_been_taken_away() -> None:
    without = patch_tuning(document_with(), {"npcs": {"rookie": None}, "crimes": {"burglary": None}})

    assert completed(without, document_with()) == without


def test_completed__field_that_is_not_known__is_left_for_the_reader_to_refuse() -> None:
    assert completed(document_with(luck=7), document_with())["luck"] == 7
