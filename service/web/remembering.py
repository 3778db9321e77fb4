"""What is left to do once resolutions have been told: keep their records, and count them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from service.usecases.keep_records import Making
from service.usecases.resolve_action import Resolved
from service.web.answers.records import ToldResolution, record_of

Remember = Callable[[Iterable[ToldResolution]], None]


@dataclass(frozen=True, slots=True)
class RememberResolutions:
    """Comes after an answer that counts; one that was never given leaves neither record nor count."""

    keep_record: Callable[[Making], None]
    count: Callable[[Resolved], None]

    def __call__(self, told: Iterable[ToldResolution]) -> None:
        """Remember these. Never fails, and waits for nothing."""
        for one in told:
            self.keep_record(partial(record_of, one))
            self.count(one.resolved)
