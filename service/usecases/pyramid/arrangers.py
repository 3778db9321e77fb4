"""The arranger for the live tuning: made once, and anew when the tuning changes."""

from service.rules.pyramid.arranging.arranger import Arranger
from service.rules.pyramid.shipped_table import shipped_table
from service.usecases.ports import TuningStore
from service.usecases.pyramid.tuned import Tuned


class Arrangers:
    """Keeps the last arranger, since making one takes as long as a thousand arrangements."""

    def __init__(self, tunings: TuningStore) -> None:
        self._tunings = tunings
        self._last: Arranger | None = None

    def current(self) -> Tuned[Arranger]:
        """The arranger for the tuning that is live now."""
        live = self._tunings.current()
        last = self._last
        if last is None or last.tuning != live.pyramid:
            self._last = last = Arranger(live.pyramid, shipped_table(live.pyramid))
        return Tuned(live.number, last)
