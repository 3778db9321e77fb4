"""Makes arrangers for the live tuning, and keeps the last one."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from service.engines.pyramid.arranging.arranger import Arranger
from service.engines.pyramid.declaring import Declaring
from service.engines.pyramid.shipped_table import shipped_table
from service.tuning.ports import TuningStore

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Tuned(Generic[Found]):
    """A result that depends on the tuning, with the revision that it holds for."""

    revision: int
    found: Found


class Arrangers:
    """Keeps the last arranger, because making one takes as long as a thousand arrangements."""

    def __init__(self, tunings: TuningStore) -> None:
        self._tunings = tunings
        self._last: Declaring | None = None

    def current(self) -> Tuned[Arranger]:
        """The arranger for the live tuning."""
        declaring = self.declaring()
        return Tuned(declaring.revision, declaring.found.arranger)

    def declaring(self) -> Tuned[Declaring]:
        """The arranger with what is needed to compare declaring with playing."""
        live = self._tunings.current()
        last = self._last
        if last is None or last.arranger.tuning != live.pyramid:
            self._last = last = Declaring(Arranger(live.pyramid, shipped_table(live.pyramid)))
        return Tuned(live.number, last)
