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

VALUES: Final = "values"


@dataclass(frozen=True, slots=True)
class PreviewTuningInput:
    """A merge patch for the values of a revision (None: the live one), and what to compare."""

    values: Mapping[str, Any]
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
        after = overlaid(before, wanted.values, (VALUES,))
        preview = preview_change(Sides(before.tuning, after.tuning), wanted.interest)
        warnings = [needs_force(warning).within(VALUES) for warning in new_warnings(after.tuning, before.tuning)]
        return Previewed(
            before.number,
            list(differences(before.document, after.document)),
            [*warnings, *preview.warnings],
            preview,
        )
