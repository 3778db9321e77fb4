"""Choosing the tuning for an action that nobody takes: as it is, as it was, or as it might be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service.rules.destiny.actions import Action
from service.rules.destiny.tuning_patch import patch_tuning
from service.rules.errors import InvalidInput, Mistake
from service.usecases.ports import TuningStore
from service.usecases.tuning_revisions import TuningRevision


@dataclass(frozen=True, slots=True)
class WhatIf:
    """An action under the tuning of some revision, with some values laid over it for this once."""

    action: Action
    tuning_revision: int | None = None
    overlay: Mapping[str, Any] = field(default_factory=dict)


def choose_tuning(tunings: TuningStore, what_if: WhatIf) -> TuningRevision:
    """The revision asked for, its values changed by the overlay."""
    base = _base(tunings, what_if.tuning_revision)
    if not what_if.overlay:
        return base
    try:
        return TuningRevision.read(base.number, patch_tuning(base.document, what_if.overlay))
    except InvalidInput as error:
        raise InvalidInput(Mistake(("tuning", *wrong.path), wrong.message) for wrong in error.mistakes) from None


def _base(tunings: TuningStore, number: int | None) -> TuningRevision:
    if number is None:
        return tunings.current()
    revision = tunings.revision(number)
    if revision is None:
        newest = tunings.current().number
        raise InvalidInput([Mistake(("tuning_revision",), f"No such revision; the newest is {newest}.")])
    return revision
