"""Changing the tuning: a patch or a restored revision, checked, warned about, and appended to the log."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from service.engines.destiny.hands import HAND_RANKS
from service.engines.destiny.tuning import Tuning
from service.engines.destiny.tuning_document import canonical
from service.engines.errors import InvalidInput, Mistake
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
)


def warnings_about(tuning: Tuning) -> Iterator[Mistake]:
    """Where a stronger hand would score less than a weaker one; between neighbours, so that each is reported once."""
    scores = tuning.hand_rank_scores
    for stronger, weaker in pairwise(HAND_RANKS):
        if scores[stronger] < scores[weaker]:
            message = f"Would be worth less than {weaker}, a weaker hand; send force: true if that is meant."
            yield Mistake(("hand_rank_scores", stronger), message)


def new_warnings(tuning: Tuning, before: Tuning | None) -> list[Mistake]:
    """The warnings that the tuning before did not give: a change that was forced once is not warned about again."""
    known = set(warnings_about(before)) if before else set()
    return [warning for warning in warnings_about(tuning) if warning not in known]


@dataclass(frozen=True, slots=True)
class Signature:
    """Who wants a change, why, and whether to make it in spite of warnings."""

    author: str
    reason: str
    force: bool = False


@dataclass(frozen=True, slots=True)
class ChangeTuning:
    """Makes revisions. Of two changes to one revision, the first becomes the next one and the second is stale."""

    history: TuningHistory
    tunings: LiveTuning
    clock: Clock
    identifiers: Identifiers

    def patch(self, based_on: Collection[int], patch: Mapping[str, Any], signature: Signature) -> TuningRevision:
        """The newest revision with a merge patch laid over it, if the newest is one of those it is based on."""
        newest = self._newest(based_on)
        with InvalidInput.within("values"):
            return self._append(newest, patch_tuning(newest.document, patch), signature)

    def restore(self, based_on: Collection[int], number: int, signature: Signature) -> TuningRevision:
        """A new revision equal to an old one, if the newest is one of those it is based on."""
        newest = self._newest(based_on)
        with _at_the_revision():
            old = self.history.kept(number)
            if old is None:
                raise InvalidInput([Mistake((), f"No such revision; the newest is {newest.number}.")])
            return self._append(newest, old.document, signature, restores=number)

    def _newest(self, based_on: Collection[int]) -> KeptRevision:
        # A store that was emptied a moment ago would take any change, and history would have two ends.
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
            raise InvalidInput([Mistake((), f"Changes nothing: revision {newest.number} is like this already.")])
        now = self.clock.now()
        time = now.replace(microsecond=now.microsecond // 1000 * 1000)
        change = Change(newest.number, signature.author, signature.reason, time, changed, restores)
        revision = TuningRevision.read(newest.number + 1, document, change)
        if not signature.force and (wrong := new_warnings(revision.tuning, self._tuning(newest))):
            raise InvalidInput(wrong)
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
            # Mending a revision that nobody could use: nothing in it has been accepted.
            return None


@contextmanager
def _at_the_revision() -> Iterator[None]:
    """Places what is wrong in an old document at the number that names it: the request has no more of that document."""
    try:
        yield
    except UnreadableRevision as error:
        raise InvalidInput([Mistake(("tuning_revision",), f"{error}")]) from None
    except InvalidInput as error:
        raise InvalidInput(
            Mistake(("tuning_revision",), f"{wrong.pointer}: {wrong.message}" if wrong.path else wrong.message)
            for wrong in error.mistakes
        ) from None
