"""In-memory metrics."""

from collections import Counter as Counts

from service.metrics.definitions import Counter, Gauge


class PlainMetrics:
    def __init__(self) -> None:
        self.requests: list[tuple[str, str | None, int]] = []
        """The method, route and status of each request, in the order of the answers."""
        self.counts: Counts[tuple[Counter, str]] = Counts()
        self.gauges: dict[Gauge, float] = {}

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        assert seconds >= 0
        self.requests.append((method, route, status))

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        assert label in counter.values
        self.counts[counter, label] += amount

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        self.gauges[gauge] = value

    def exposition(self) -> bytes:
        """A fixed text: the tests do not read the numbers from it."""
        return b"# numbers\n"
