"""The history of the tuning: the shipped revision, and the log of all later ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from service.engines.destiny.tuning import canonical
from service.engines.errors import InvalidInput
from service.tuning.patches import completed
from service.tuning.ports import TuningLog
from service.tuning.revisions import EMPTY_LOG, SHIPPED, KeptRevision, LogHead, TuningRevision, UnreadableRevision


@dataclass(frozen=True, slots=True)
class TuningHistory:
    """Every revision, complete: fields added since a revision was written have their shipped values."""

    log: TuningLog
    shipped: TuningRevision

    def newest(self) -> KeptRevision:
        number = self.log.head().number
        # If the log is emptied between the two calls, only the shipped revision is left.
        return self.kept(number) or self.shipped_as_kept()

    def continues(self, head: LogHead, known: LogHead) -> bool:
        """Whether a log with this head still has the known revision in its place: it is unchanged or has grown."""
        if known in (EMPTY_LOG, head):
            return True
        return head.number > known.number and self.log.id_of(known.number) == known.id

    def kept(self, number: int) -> KeptRevision | None:
        if number == SHIPPED:
            return self.shipped_as_kept()
        return next(iter(self._complete(number, number)), None)

    def page(self, last: int | None, size: int) -> Sequence[KeptRevision]:
        """`size` revisions, newest first, from `last` or the newest down. Revision 0 ends the last page."""
        newest = self.log.head().number
        last = newest if last is None else min(last, newest)
        first = max(last - size + 1, SHIPPED)
        oldest = [self.shipped_as_kept()] if first == SHIPPED else []
        return [*oldest, *self._complete(max(first, SHIPPED + 1), last)][::-1]

    def read(self, kept: KeptRevision) -> TuningRevision:
        """The usable revision; raises `UnreadableRevision` where its values break the rules of this release."""
        if kept.number == SHIPPED:
            return self.shipped
        try:
            return TuningRevision.read(kept.number, kept.document, kept.change)
        except InvalidInput as error:
            raise UnreadableRevision(kept.number, str(error)) from None

    def shipped_as_kept(self) -> KeptRevision:
        """Revision 0 in the form of the logged ones."""
        return KeptRevision("", SHIPPED, self.shipped.document, None)

    def complete(self, kept: KeptRevision) -> KeptRevision:
        """The revision with shipped values for the fields that it lacks because an older version wrote it."""
        return replace(kept, document=canonical(completed(kept.document, self.shipped.document)))

    def _complete(self, first: int, last: int) -> Sequence[KeptRevision]:
        return [self.complete(kept) for kept in self.log.entries(first, last)]
