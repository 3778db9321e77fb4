"""The arranger for the live tuning."""

from service.pyramid.arrangers import Arrangers
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import document_with
from tests.fakes.tuning_store import RememberedTunings


def revision(number: int, ante: int) -> TuningRevision:
    return TuningRevision.read(number, document_with() | {"pyramid": {"ante": ante}})


def test_arranger__same_values_in_a_later_revision__is_kept() -> None:
    tunings = RememberedTunings((revision(0, 20),))
    arrangers = Arrangers(tunings)
    first = arrangers.current()
    tunings.revisions = (*tunings.revisions, revision(1, 20))
    again = arrangers.current()
    assert again.found is first.found
    assert (first.revision, again.revision) == (0, 1)


def test_arranger__other_values__is_made_again() -> None:
    tunings = RememberedTunings((revision(0, 20),))
    arrangers = Arrangers(tunings)
    first = arrangers.current()
    tunings.revisions = (*tunings.revisions, revision(1, 5))
    second = arrangers.current()
    assert second.found is not first.found
    assert (second.revision, second.found.tuning.ante) == (1, 5)
