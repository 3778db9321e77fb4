"""Previews a change of the tuning: computes what it would do to the odds, without making it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from service.engines.destiny.preview.comparisons import Sides
from service.engines.destiny.preview.tuning_preview import Interest, TuningPreview, preview_change
from service.engines.errors import Mistake
from service.tuning.change import needs_force, new_warnings
from service.tuning.overlay import overlaid, revision_or_live
from service.tuning.patches import Difference, differences
from service.tuning.ports import TuningStore
from service.tuning.revisions import TuningRevision

VALUES: Final = "values"
RESTORE: Final = "restore"


@dataclass(frozen=True, slots=True)
class PreviewTuningInput:
    """A change of a revision (None: the live one), and what to compare."""

    change: Mapping[str, Any] | int
    """A merge patch for the values, or the number of an old revision to restore."""
    tuning_revision: int | None = None
    interest: Interest = field(default_factory=Interest)


@dataclass(frozen=True, slots=True)
class Previewed:
    """What the change would do to that revision, and warnings about it."""

    tuning_revision: int
    differences: Sequence[Difference]
    warnings: Sequence[Mistake]
    preview: TuningPreview


@dataclass(frozen=True, slots=True)
class PreviewTuning:
    """Compares the exact odds before and after a change; stores nothing."""

    tunings: TuningStore

    def __call__(self, wanted: PreviewTuningInput) -> Previewed:
        """Preview the change; raises `InvalidInput` where the change would be refused, and for unknown names."""
        before = revision_or_live(self.tunings, wanted.tuning_revision, ("tuning_revision",))
        after = self._after(before, wanted.change)
        preview = preview_change(Sides(before.tuning, after.tuning), wanted.interest)
        place = _in_the_revision if isinstance(wanted.change, int) else _in_the_values
        warnings = [place(needs_force(warning)) for warning in new_warnings(after.tuning, before.tuning)]
        return Previewed(
            before.number,
            list(differences(before.document, after.document)),
            [*warnings, *preview.warnings],
            preview,
        )

    def _after(self, before: TuningRevision, change: Mapping[str, Any] | int) -> TuningRevision:
        if isinstance(change, int):
            return revision_or_live(self.tunings, change, (RESTORE,))
        return overlaid(before, change, (VALUES,))


def _in_the_values(warning: Mistake) -> Mistake:
    return warning.within(VALUES)


def _in_the_revision(warning: Mistake) -> Mistake:
    """The request has nothing of that document but its number."""
    return Mistake((RESTORE,), f"{warning.pointer}: {warning.message}")
