"""The part of the tuning document that is Pyramid Poker's."""

from typing import Any

import pytest

from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput
from service.engines.pyramid.positions import HandType, Position
from service.engines.pyramid.tuning import POINTS, Automatic, PyramidTuning, read_pyramid
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import document_with

SHIPPED_POINTS = {
    str(position): {str(kind): value for kind, value in by_type.items()} for position, by_type in POINTS.items()
}


def read(document: Any) -> PyramidTuning | None:
    mistakes: Mistakes = []
    tuning: PyramidTuning | None = read_pyramid(document, ("pyramid",), mistakes)
    if mistakes:
        raise InvalidInput(mistakes)
    return tuning


def test_document__empty__is_the_rules_own() -> None:
    assert read({}) == PyramidTuning()
    assert read({"points": SHIPPED_POINTS}) == PyramidTuning()


def test_document__changed__is_read() -> None:
    back = {**SHIPPED_POINTS["back"], "eight_of_a_kind": 20}
    order = ["three_full_houses", "dragon", "three_flushes", "three_straights"]
    tuning = read({"ante": 5, "automatic_order": order, "points": {**SHIPPED_POINTS, "back": back}})
    assert tuning
    assert tuning.ante == 5
    assert tuning.automatic_order[2] is Automatic.THREE_FLUSHES
    assert tuning.points[Position.BACK][HandType.EIGHT_OF_A_KIND] == 20


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "/pyramid: Must be an object."),
        ({"ante": -1}, "/pyramid/ante: Must be a whole number from 0 to 1000000."),
        ({"points": {}}, "/pyramid/points/front: Required."),
        (
            {"automatic_order": ["dragon"]},
            "/pyramid/automatic_order: Must be an array of 4 to 4 items.",
        ),
        (
            {"automatic_order": ["dragon", "dragon", "three_flushes", "three_straights"]},
            "/pyramid/automatic_order: Must not name anything twice.",
        ),
        (
            {"points": {**SHIPPED_POINTS, "front": {**SHIPPED_POINTS["front"], "flush": 3}}},
            "/pyramid/points/front/flush: Must not be less than what a weaker front is worth.",
        ),
        (
            {"points": {**SHIPPED_POINTS, "front": {**SHIPPED_POINTS["front"], "two_pair": 1}}},
            "/pyramid/points/front/two_pair: Unknown field.",
        ),
    ],
)
def test_document__that_breaks_a_rule__is_refused_with_its_place(document: Any, message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read(document)
    assert message in str(refused.value)


def test_revision__mistakes_in_both_parts__are_listed_together() -> None:
    with pytest.raises(InvalidInput) as refused:
        TuningRevision.read(1, document_with(max_skill_level=0) | {"pyramid": {"ante": -1}})
    assert {mistake.pointer for mistake in refused.value.mistakes} == {"/max_skill_level", "/pyramid/ante"}
    with pytest.raises(InvalidInput) as refused:
        TuningRevision.read(1, document_with() | {"pyramid": {"ante": -1}})
    assert [mistake.pointer for mistake in refused.value.mistakes] == ["/pyramid/ante"]


def test_revision__without_a_word_of_pyramid__has_the_rules_own() -> None:
    assert TuningRevision.read(1, document_with()).pyramid == PyramidTuning()
    assert TuningRevision.read(1, document_with() | {"pyramid": {"ante": 3}}).pyramid.ante == 3
