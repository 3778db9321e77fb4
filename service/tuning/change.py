"""Changes the tuning: checks a patch, a whole tuning or an old revision, warns about it, and appends it to the log."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from service.engines.destiny.tuning import Tuning
from service.engines.errors import InvalidInput, Mistake
from service.errors import StoreUnavailable
from service.system.ports import Clock, Identifiers
from service.tuning.history import TuningHistory
from service.tuning.patches import differences, patch_tuning
from service.tuning.ports import LiveTuning
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
from service.tuning.warnings import WarnOfChange, needs_force
from service.tuning.whole import read_whole


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
    warn: WarnOfChange

    def patch(self, based_on: Collection[int], patch: Mapping[str, Any], signature: Signature) -> TuningRevision:
        """Apply a merge patch to the newest revision, which must be one of `based_on`."""
        newest = self._newest(based_on)
        with InvalidInput.within("values"):
            patched = patch_tuning(newest.document, patch, self.history.pause)
            return self._append(newest, self._read(newest, patched), signature)

    def replace(self, based_on: Collection[int], document: Mapping[str, Any], signature: Signature) -> TuningRevision:
        """Make a whole tuning the next revision, exactly as it is. The newest revision must be one of `based_on`."""
        newest = self._newest(based_on)
        with InvalidInput.within("values"):
            read = read_whole(
                newest.number + 1, document, self.history.shipped.document, self.history.pause, self.history.base
            )
            return self._append(newest, read, signature)

    def restore(self, based_on: Collection[int], number: int, signature: Signature) -> TuningRevision:
        """Make a new revision equal to an old one. The newest revision must be one of `based_on`."""
        newest = self._newest(based_on)
        with _at_the_revision():
            old = self.history.kept(number)
            if old is None:
                raise InvalidInput([Mistake((), f"No such revision; the newest is {newest.number}.")])
            return self._append(newest, self._read(newest, old.document), signature, restores=number)

    def _newest(self, based_on: Collection[int]) -> KeptRevision:
        # A store that was emptied a moment ago would accept any change, and that would split the history.
        self.tunings.refresh()
        if other := self.tunings.standing().other:
            raise HistoryDiffers(other)
        newest = self.history.newest()
        if newest.number not in based_on:
            raise StaleRevision(newest.number)
        return newest

    def _read(self, newest: KeptRevision, document: Mapping[str, Any]) -> TuningRevision:
        return TuningRevision.read(newest.number + 1, document, pause=self.history.pause, base=self.history.base)

    def _append(
        self, newest: KeptRevision, read: TuningRevision, signature: Signature, restores: int | None = None
    ) -> TuningRevision:
        changed = tuple(differences(newest.document, read.document, self.history.pause))
        if not changed:
            raise InvalidInput([Mistake((), f"Changes nothing: revision {newest.number} already has these values.")])
        warnings = self.warn(read.tuning, self._tuning(newest))
        if warnings and not signature.force:
            raise InvalidInput(map(needs_force, warnings))
        overridden = tuple(Warned(warning.pointer, warning.message) for warning in warnings)
        time = whole_milliseconds(self.clock.now())
        change = Change(newest.number, signature.author, signature.reason, time, changed, restores, overridden)
        id_, histories = self.identifiers.new(), newest.histories or (self.identifiers.new(),)
        made = self.history.complete(KeptRevision(id_, read.number, read.document, change, histories))
        revision = replace(read, document=made.document, change=change)
        # Before it is written: the follower may look at once, and then need not read it from the log.
        self.history.remember(made, revision)
        with may_have_been_written():
            self.history.log.append(made)
        self.tunings.refresh()
        return revision

    def _tuning(self, kept: KeptRevision) -> Tuning | None:
        live = self.tunings.current()
        if live.number == kept.number and live.document == kept.document:
            return live.tuning
        try:
            return self.history.read(kept).tuning
        except UnreadableRevision:
            # This change repairs a revision that could not be used, so none of its warnings was ever accepted.
            return None


def whole_milliseconds(now: datetime) -> datetime:
    """The time of a change as its record has it."""
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


@contextmanager
def may_have_been_written() -> Iterator[None]:
    """Raise `ChangeUncertain` if the store fails: what it was sent may have arrived."""
    try:
        yield
    except StoreUnavailable as error:
        raise ChangeUncertain(*error.args) from error


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
