"""What came of the requests."""

from collections import Counter
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from tests.hostile.exchange import Got, Sent

MOST_KEPT: Final = 5
"""How many requests are kept as examples of one finding, and how many of the slowest."""


@dataclass(frozen=True, slots=True, order=True)
class Slow:
    """An answer that took long."""

    seconds: float
    ended: float
    """By the clock of `time.monotonic`, which all processes share."""
    what: str
    data: bytes


@dataclass(slots=True)
class Report:
    """The counts of one process, or of all of them together."""

    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    reached: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How often each operation was asked as the contract spells it and answered with each status."""
    found: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[bytes]] = field(default_factory=dict)
    longest: list[Slow] = field(default_factory=list)
    """The slowest answers, slowest first."""

    def note(self, sent: Sent, got: Got, seconds: float) -> None:
        """One more answer, or the lack of one."""
        self.sent += 1
        self.statuses[got.status] += 1
        if sent.operation is not None:
            self.reached[sent.what, got.status] += 1
        if len(self.longest) < MOST_KEPT or seconds > self.longest[-1].seconds:
            slow = Slow(seconds, monotonic(), sent.what, sent.data[:2000])
            self.longest = sorted([*self.longest, slow], reverse=True)[:MOST_KEPT]

    def add(self, text: str, data: bytes) -> None:
        """One more finding, with the request that showed it."""
        self.found[text] += 1
        kept = self.examples.setdefault(text, [])
        if len(kept) < MOST_KEPT:
            kept.append(data[:2000])

    def merge(self, other: "Report") -> None:
        """Add what another process reports."""
        self.sent += other.sent
        self.statuses += other.statuses
        self.reached += other.reached
        self.found += other.found
        for text, kept in other.examples.items():
            self.examples[text] = [*self.examples.get(text, []), *kept][:MOST_KEPT]
        self.longest = sorted([*self.longest, *other.longest], reverse=True)[:MOST_KEPT]
