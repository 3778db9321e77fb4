"""Previews a change of the tuning: computes what it would do to the odds, without making it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from service.engines.destiny.preview.comparisons import Sides
from service.engines.destiny.preview.tuning_preview import Interest, TuningPreview, preview_change
from service.engines.destiny.tuning import Tuning
from service.engines.documents import MOST_ENTRIES
from service.engines.errors import InvalidInput, Mistake
from service.engines.pauses import Pause
from service.errors import StoreUnavailable
from service.system.ports import TakeTurn
from service.system.prices import price
from service.tuning.overlay import overlaid, revision_or_live
from service.tuning.patches import Difference, differences
from service.tuning.ports import TuningStore
from service.tuning.revisions import TuningRevision
from service.tuning.warnings import WarnOfChange, needs_force
from service.tuning.whole import read_whole

VALUES: Final = "values"
DOCUMENT: Final = "document"
RESTORE: Final = "restore"
_CHALLENGES: Final = ("crimes", "skill_checks")
_OF_DUELS: Final = 0.1
"""What comparing the duels of the reference characters costs, as a share of the most expensive preview."""


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A whole tuning in place of the one before."""

    values: Mapping[str, Any]


PreviewedChange = Mapping[str, Any] | WholeDocument | int
"""A merge patch for the values, a whole tuning, or the number of an old revision to restore."""


@dataclass(frozen=True, slots=True)
class PreviewTuningInput:
    """A change of a revision (None: the live one), and what to compare."""

    change: PreviewedChange
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
    shipped: TuningRevision
    warn: WarnOfChange
    pause: Pause
    take_turn: TakeTurn

    def __call__(self, wanted: PreviewTuningInput) -> Previewed:
        """Preview the change; raises `InvalidInput` where the change would be refused, and for unknown names."""
        before = revision_or_live(self.tunings, wanted.tuning_revision, ("tuning_revision",))
        with self.take_turn(price_of_preview(before.tuning, wanted.change)):
            after = self._after(before, wanted.change)
            preview = preview_change(Sides(before.tuning, after.tuning), wanted.interest, self.pause)
        # Without the turn, because the store is asked who uses what would be gone.
        warnings = [_in_the_request(warning, wanted.change) for warning in self._warnings(after.tuning, before.tuning)]
        return Previewed(
            before.number,
            list(differences(before.document, after.document, self.pause)),
            [*warnings, *preview.warnings],
            preview,
        )

    def _warnings(self, after: Tuning, before: Tuning) -> Iterator[Mistake]:
        yield from map(needs_force, self.warn.of_values(after, before))
        try:
            yield from map(needs_force, self.warn.of_uses(after, before))
        except StoreUnavailable:
            yield Mistake((), "It is not known who uses what would be gone: the store is unavailable.")

    def _after(self, before: TuningRevision, change: PreviewedChange) -> TuningRevision:
        if isinstance(change, int):
            return revision_or_live(self.tunings, change, (RESTORE,))
        if isinstance(change, WholeDocument):
            with InvalidInput.within(DOCUMENT):
                return read_whole(before.number, change.values, self.shipped.document, self.pause)
        return overlaid(before, change, (VALUES,), self.pause)


def price_of_preview(before: Tuning, change: PreviewedChange) -> int:
    """The units of comparing all challenges that there are or would be."""
    if isinstance(change, int):
        named = 0
    else:
        values = change.values if isinstance(change, WholeDocument) else change
        named = sum(len(part) for name in _CHALLENGES if isinstance(part := values.get(name), Mapping))
    challenges = len(before.crimes) + len(before.skill_checks) + named
    return price(_OF_DUELS + challenges / (len(_CHALLENGES) * MOST_ENTRIES))


def _in_the_request(warning: Mistake, change: PreviewedChange) -> Mistake:
    """The warning at its place in the request, which has nothing of an old revision but its number."""
    if isinstance(change, int):
        return Mistake((RESTORE,), f"{warning.pointer}: {warning.message}")
    return warning.within(DOCUMENT if isinstance(change, WholeDocument) else VALUES)
