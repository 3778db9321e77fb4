"""Compares two revisions of the tuning, or a whole tuning that is no revision with one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from service.engines.errors import InvalidInput, Mistake
from service.tuning.history import TuningHistory
from service.tuning.patches import Difference, differences
from service.tuning.ports import TuningStore
from service.tuning.revisions import SHIPPED, KeptRevision, TuningRevision
from service.tuning.whole import read_whole

SHIPPED_NAME: Final = "shipped"
LIVE_NAME: Final = "live"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two tunings."""

    before: int | None
    """The number of the revision; None: it is not one."""
    after: int
    differences: Sequence[Difference]


@dataclass(frozen=True, slots=True)
class CompareTunings:
    """Names of revisions are their numbers, `shipped` and `live`. An unknown one raises `InvalidInput`."""

    history: TuningHistory
    tunings: TuningStore

    def revisions(self, before: str, after: str) -> Comparison:
        """What changed from one revision to the other."""
        # Both are looked up at once, so that a caller hears of all mistakes at once.
        found = {name: self._named(revision) for name, revision in (("from", before), ("to", after))}
        old, new = found["from"], found["to"]
        if old is None or new is None:
            message = f"No such revision; the newest is {self.tunings.current().number}."
            raise InvalidInput(Mistake((name,), message) for name, revision in found.items() if revision is None)
        return Comparison(old.number, new.number, tuple(differences(old.document, new.document, self.history.pause)))

    def document(self, document: Mapping[str, Any], after: str) -> Comparison:
        """What has to change in a whole tuning to make it the revision."""
        with InvalidInput.within("values"):
            given = read_whole(SHIPPED, document, self.history.shipped.document, self.history.pause)
        new = self._named(after)
        if new is None:
            raise InvalidInput([Mistake(("to",), f"No such revision; the newest is {self.tunings.current().number}.")])
        return Comparison(None, new.number, tuple(differences(given.document, new.document, self.history.pause)))

    def _named(self, name: str) -> TuningRevision | KeptRevision | None:
        if name == LIVE_NAME:
            return self.tunings.current()
        return self.history.kept(SHIPPED if name == SHIPPED_NAME else int(name))
