"""What the features need for their metrics."""

from typing import Protocol

from service.metrics.definitions import Counter, Gauge


class Metrics(Protocol):
    """Numbers for those who watch the service. They add up over its processes."""

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """A request was answered; its route is None where there is nothing at its path."""

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """So many more; the label is one of those that the counter has, if it has any."""

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        """This is how it stands in this process now."""

    def exposition(self) -> bytes:
        """All numbers, as text in the format of Prometheus."""
