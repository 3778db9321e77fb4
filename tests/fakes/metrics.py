"""Metrics in plain tables."""

from collections import Counter as Counts

from service.metrics.definitions import Counter, Gauge


class PlainMetrics:
    """Numbers in plain tables."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str | None, int]] = []
        """Method, route and status of each, in the order in which they were answered."""
        self.counts: Counts[tuple[Counter, str]] = Counts()
        self.gauges: dict[Gauge, float] = {}

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Remember the request."""
        assert seconds >= 0
        self.requests.append((method, route, status))

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """Add to the count, which is of a label that the counter has."""
        assert label in counter.values
        self.counts[counter, label] += amount

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        """Remember the last value."""
        self.gauges[gauge] = value

    def exposition(self) -> bytes:
        """Something in its place."""
        return b"# numbers\n"
