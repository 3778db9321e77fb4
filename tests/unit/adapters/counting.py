"""A program that has three processes count, prints the metrics, and prints them again when one process has died."""

import os
import sys
from pathlib import Path

from service.metrics.definitions import HANDS_DEALT, RECORDS_WAITING, STORE_UP, TUNING_OLDEST
from service.metrics.folder import MetricsFolder
from service.metrics.prometheus import PrometheusMetrics

AND_THEN = "# and then\n"
GAUGES = (RECORDS_WAITING, TUNING_OLDEST, STORE_UP)
"""The highest of the workers counts, the lowest, the latest."""


def count_in_a_child(folder: MetricsFolder, amount: int) -> int:
    """The process id of a child that has counted so many."""
    child = os.fork()
    if not child:
        own = PrometheusMetrics(folder)
        own.observe_request("GET", None, 404, 0.1)
        own.count(HANDS_DEALT, amount, "pve")
        for gauge in GAUGES:
            own.set_gauge(gauge, amount)
        sys.exit()  # as workers do
    os.waitpid(child, 0)
    return child


def main() -> None:
    """Count, ask, let one process end, and ask again."""
    folder = MetricsFolder(Path(sys.argv[1]), "127.0.0.1:8000")
    folder.make()
    asked = PrometheusMetrics(folder)
    asked.observe_request("GET", None, 404, 0.1)  # a child begins without what its parent has counted
    children = [count_in_a_child(folder, amount) for amount in (1, 100, 10)]
    before = asked.exposition().decode()
    folder.worker_ended(children[1])
    print(before, asked.exposition().decode(), sep=AND_THEN, end="")  # noqa: T201


if __name__ == "__main__":
    main()
