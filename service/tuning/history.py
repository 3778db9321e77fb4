"""The history of the tuning: the revision that ships, and the log of all that came after it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from service.engines.destiny.tuning_document import canonical
from service.engines.errors import InvalidInput
from service.tuning.patches import completed
from service.tuning.ports import TuningLog
from service.tuning.revisions import EMPTY_LOG, SHIPPED, KeptRevision, LogHead, TuningRevision, UnreadableRevision


@dataclass(frozen=True, slots=True)
class TuningHistory:
    """Every revision, complete: fields that are younger than a revision have their shipped values in it."""

    log: TuningLog
    shipped: TuningRevision

    def newest(self) -> KeptRevision:
        """The last of them."""
        number = self.log.head().number
        # A log that is emptied between the two questions has only the shipped one.
        return self.kept(number) or self.shipped_as_kept()

    def continues(self, head: LogHead, known: LogHead) -> bool:
        """Whether a log that ends like this has the known revision in its place: it is the same, or has grown."""
        if known in (EMPTY_LOG, head):
            return True
        return head.number > known.number and self.log.id_of(known.number) == known.id

    def kept(self, number: int) -> KeptRevision | None:
        """The revision with this number, if there is one."""
        if number == SHIPPED:
            return self.shipped_as_kept()
        return next(iter(self._complete(number, number)), None)

    def page(self, last: int | None, size: int) -> Sequence[KeptRevision]:
        """So many revisions up to this number, or up to the newest, newest first. Revision 0 is the last of all."""
        newest = self.log.head().number
        last = newest if last is None else min(last, newest)
        first = max(last - size + 1, SHIPPED)
        oldest = [self.shipped_as_kept()] if first == SHIPPED else []
        return [*oldest, *self._complete(max(first, SHIPPED + 1), last)][::-1]

    def read(self, kept: KeptRevision) -> TuningRevision:
        """The revision for use; `UnreadableRevision` where its document is no tuning by the rules of today."""
        if kept.number == SHIPPED:
            return self.shipped
        try:
            return TuningRevision.read(kept.number, kept.document, kept.change)
        except InvalidInput as error:
            raise UnreadableRevision(kept.number, str(error)) from None

    def shipped_as_kept(self) -> KeptRevision:
        """Revision 0, in the form of the others."""
        return KeptRevision("", SHIPPED, self.shipped.document, None)

    def complete(self, kept: KeptRevision) -> KeptRevision:
        """The revision with the shipped value of each field that it lacks, because an older version wrote it."""
        return replace(kept, document=canonical(completed(kept.document, self.shipped.document)))

    def _complete(self, first: int, last: int) -> Sequence[KeptRevision]:
        return [self.complete(kept) for kept in self.log.entries(first, last)]
