"""Changes the tuning: checks a patch, a whole tuning or an old revision, warns about it, and appends it to the log."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from service.engines.destiny.hands import HAND_RANKS, HandRank
from service.engines.destiny.tuning import Tuning, canonical
from service.engines.errors import InvalidInput, Mistake, listed
from service.errors import StoreUnavailable
from service.system.ports import Clock, Identifiers
from service.tuning.history import TuningHistory
from service.tuning.patches import differences, patch_tuning
from service.tuning.ports import LiveTuning, NotLive
from service.tuning.revisions import (
    Change,
    ChangeUncertain,
    HistoryDiffers,
    KeptRevision,
    StaleRevision,
    TuningRevision,
    UnreadableRevision,
    Warned,
)
from service.tuning.whole import check_whole


def new_warnings(tuning: Tuning, before: Tuning | None) -> list[Mistake]:
    """A warning for each hand rank that would score less than weaker ones, as it did not in the previous tuning.

    What was forced once is not reported again, but every two ranks count by themselves: a pair that was forced past
    two pair is warned about again when it passes a flush.
    """
    accepted = _out_of_order(before) if before else set()
    new = _out_of_order(tuning) - accepted
    return [
        _warning(stronger, weaker)
        for stronger in HAND_RANKS
        if (weaker := [weaker for weaker in HAND_RANKS if (stronger, weaker) in new])
    ]


def _out_of_order(tuning: Tuning) -> set[tuple[HandRank, HandRank]]:
    """Every two ranks of which the stronger is worth less."""
    scores = tuning.hand_rank_scores
    return {(stronger, weaker) for stronger, weaker in combinations(HAND_RANKS, 2) if scores[stronger] < scores[weaker]}


def _warning(stronger: HandRank, weaker: Sequence[HandRank]) -> Mistake:
    hands = "a weaker hand" if len(weaker) == 1 else "weaker hands"
    return Mistake(("hand_rank_scores", stronger), f"Would be worth less than {listed(weaker)}, {hands}.")


def needs_force(warning: Mistake) -> Mistake:
    """The warning as the reason why a change is not made."""
    return Mistake(warning.path, f"{warning.message} Send force: true if that is intended.")


@dataclass(frozen=True, slots=True)
class Signature:
    """The author of a change, the reason, and whether to make it despite warnings."""

    author: str
    reason: str
    force: bool = False


@dataclass(frozen=True, slots=True)
class ChangeTuning:
    """Makes revisions. Of two changes to the same revision, the first succeeds and the second is stale.

    Raises `InvalidInput`, `StaleRevision`, `HistoryDiffers` or `UnreadableRevision` where nothing was changed, and
    `ChangeUncertain` where the store failed during the write.
    """

    history: TuningHistory
    tunings: LiveTuning
    clock: Clock
    identifiers: Identifiers

    def patch(self, based_on: Collection[int], patch: Mapping[str, Any], signature: Signature) -> TuningRevision:
        """Apply a merge patch to the newest revision, which must be one of `based_on`."""
        newest = self._newest(based_on)
        with InvalidInput.within("values"):
            return self._append(newest, patch_tuning(newest.document, patch), signature)

    def replace(self, based_on: Collection[int], document: Mapping[str, Any], signature: Signature) -> TuningRevision:
        """Make a whole tuning the next revision, exactly as it is. The newest revision must be one of `based_on`."""
        newest = self._newest(based_on)
        with InvalidInput.within("values"):
            check_whole(document, self.history.shipped.document)
            return self._append(newest, document, signature)

    def restore(self, based_on: Collection[int], number: int, signature: Signature) -> TuningRevision:
        """Make a new revision equal to an old one. The newest revision must be one of `based_on`."""
        newest = self._newest(based_on)
        with _at_the_revision():
            old = self.history.kept(number)
            if old is None:
                raise InvalidInput([Mistake((), f"No such revision; the newest is {newest.number}.")])
            return self._append(newest, old.document, signature, restores=number)

    def _newest(self, based_on: Collection[int]) -> KeptRevision:
        # A store that was emptied a moment ago would accept any change, and that would split the history.
        self.tunings.refresh()
        standing = self.tunings.standing()
        if standing.not_live is NotLive.OTHER_HISTORY:
            raise HistoryDiffers(standing.revision)
        newest = self.history.newest()
        if newest.number not in based_on:
            raise StaleRevision(newest.number)
        return newest

    def _append(
        self, newest: KeptRevision, document: Mapping[str, Any], signature: Signature, restores: int | None = None
    ) -> TuningRevision:
        changed = tuple(differences(newest.document, canonical(document)))
        if not changed:
            raise InvalidInput([Mistake((), f"Changes nothing: revision {newest.number} already has these values.")])
        now = self.clock.now()
        time = now.replace(microsecond=now.microsecond // 1000 * 1000)
        read = TuningRevision.read(newest.number + 1, document)
        warnings = new_warnings(read.tuning, self._tuning(newest))
        if warnings and not signature.force:
            raise InvalidInput(map(needs_force, warnings))
        overridden = tuple(Warned(warning.pointer, warning.message) for warning in warnings)
        change = Change(newest.number, signature.author, signature.reason, time, changed, restores, overridden)
        revision = replace(read, change=change)
        self._write(KeptRevision(self.identifiers.new(), revision.number, revision.document, change))
        self.tunings.refresh()
        return revision

    def _write(self, revision: KeptRevision) -> None:
        try:
            self.history.log.append(revision)
        except StoreUnavailable as error:
            raise ChangeUncertain(*error.args) from error

    def _tuning(self, kept: KeptRevision) -> Tuning | None:
        try:
            return self.history.read(kept).tuning
        except UnreadableRevision:
            # This change repairs a revision that could not be used, so none of its warnings was ever accepted.
            return None


@contextmanager
def _at_the_revision() -> Iterator[None]:
    """Report mistakes in an old document at `tuning_revision`: the request has nothing else of that document."""
    try:
        yield
    except UnreadableRevision as error:
        raise InvalidInput([Mistake(("tuning_revision",), f"{error}")]) from None
    except InvalidInput as error:
        raise InvalidInput(
            Mistake(("tuning_revision",), f"{wrong.pointer}: {wrong.message}" if wrong.path else wrong.message)
            for wrong in error.mistakes
        ) from None
