"""Chooses the tuning for a hypothetical request: the live one or an old one, with or without an overlay."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from service.engines.errors import InvalidInput, Mistake, Path
from service.engines.pauses import Pause, no_pause
from service.tuning.patches import patch_tuning
from service.tuning.ports import TuningStore
from service.tuning.revisions import TuningRevision, UnreadableRevision

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Hypothetical(Generic[Subject]):
    """Something to compute under some revision of the tuning, with an overlay of values for this request only."""

    subject: Subject
    tuning_revision: int | None = None
    overlay: Mapping[str, Any] = field(default_factory=dict)

    @property
    def live(self) -> bool:
        """Whether it uses the live tuning unchanged. Only then are the skills that it gives for characters stored."""
        return self.tuning_revision is None and not self.overlay


def choose_tuning(tunings: TuningStore, hypothetical: Hypothetical[Any], pause: Pause = no_pause) -> TuningRevision:
    """The requested revision with the overlay applied; raises `InvalidInput`."""
    base = revision_or_live(tunings, hypothetical.tuning_revision, ("tuning_revision",))
    return overlaid(base, hypothetical.overlay, ("tuning",), pause) if hypothetical.overlay else base


def revision_or_live(tunings: TuningStore, number: int | None, path: Path) -> TuningRevision:
    """The revision with this number, or the live one for None. `path` is where a mistake is reported."""
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


def overlaid(base: TuningRevision, overlay: Mapping[str, Any], path: Path, pause: Pause = no_pause) -> TuningRevision:
    """The revision with the overlay applied. Mistakes in the overlay are reported below `path`."""
    with InvalidInput.within(*path):
        patched = patch_tuning(base.document, overlay, pause)
        read = TuningRevision.read(base.number, patched, pause=pause, base=base)
    return replace(read, tuning=replace(read.tuning, removed=base.tuning.removed))
