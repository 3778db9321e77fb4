"""A fixed set of tuning revisions."""

from dataclasses import dataclass

from service.tuning.revisions import TuningRevision
from tests.builders.tunings import document_with


@dataclass
class RememberedTunings:
    """Revisions in memory; the last one is live."""

    revisions: tuple[TuningRevision, ...]

    def current(self) -> TuningRevision:
        return self.revisions[-1]

    def revision(self, number: int) -> TuningRevision | None:
        return next((revision for revision in self.revisions if revision.number == number), None)


TUNINGS = RememberedTunings(
    (
        TuningRevision.read(6, document_with(skill_curve="published")),
        TuningRevision.read(7, document_with()),
    )
)
"""The live revision uses the formula, the one before it the published curve."""
