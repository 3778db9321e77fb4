"""Choosing the tuning for an action that nobody takes: as it is, as it was, or as it might be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service.engines.destiny.actions import Action
from service.engines.errors import InvalidInput, Mistake, Path
from service.tuning.patches import patch_tuning
from service.tuning.ports import TuningStore
from service.tuning.revisions import TuningRevision, UnreadableRevision


@dataclass(frozen=True, slots=True)
class HypotheticalAction:
    """An action under the tuning of some revision, with some values laid over it for this once."""

    action: Action
    tuning_revision: int | None = None
    overlay: Mapping[str, Any] = field(default_factory=dict)

    @property
    def live(self) -> bool:
        """Whether it is under the tuning that counts for everyone, so that what it tells of characters does too."""
        return self.tuning_revision is None and not self.overlay


def choose_tuning(tunings: TuningStore, hypothetical: HypotheticalAction) -> TuningRevision:
    """The revision asked for, its values changed by the overlay."""
    base = revision_or_live(tunings, hypothetical.tuning_revision, ("tuning_revision",))
    return overlaid(base, hypothetical.overlay, ("tuning",)) if hypothetical.overlay else base


def revision_or_live(tunings: TuningStore, number: int | None, path: Path) -> TuningRevision:
    """The revision with this number, which the caller gave at this place, or else the live one."""
    if number is None:
        return tunings.current()
    try:
        revision = tunings.revision(number)
    except UnreadableRevision as error:
        raise InvalidInput([Mistake(path, f"{error}")]) from None
    if revision is None:
        newest = tunings.current().number
        raise InvalidInput([Mistake(path, f"No such revision; the newest is {newest}.")])
    return revision


def overlaid(base: TuningRevision, overlay: Mapping[str, Any], path: Path) -> TuningRevision:
    """The revision with values laid over it that the caller gave at this place."""
    with InvalidInput.within(*path):
        return TuningRevision.read(base.number, patch_tuning(base.document, overlay))
