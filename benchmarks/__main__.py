"""`make bench`: measures everything but the worker classes, and writes the last run to benchmarks/RESULTS.md."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.evaluation import drawing, evaluation
from benchmarks.exact_odds import exact_odds
from benchmarks.machine import heading
from benchmarks.piecepacks import tile_hands, tile_odds
from benchmarks.pyramid import arrangements, decisions, self_play
from benchmarks.record_cost import record_cost
from benchmarks.request_parts import request_parts
from benchmarks.service_rate import rate
from benchmarks.store_cost import store_cost
from benchmarks.tables import Table


def _tables() -> Iterator[Table]:
    yield from rate()
    yield store_cost()
    yield record_cost()
    yield request_parts()
    yield evaluation()
    yield drawing()
    yield exact_odds()
    yield tile_hands()
    yield tile_odds()
    yield arrangements()
    yield self_play()
    yield decisions()


def main() -> None:
    """Measure, print, and write down."""
    parts = []
    for table in _tables():
        print(table.markdown(), flush=True)
        parts.append(table.markdown())
    Path(__file__).with_name("RESULTS.md").write_text(heading("Results") + "\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
