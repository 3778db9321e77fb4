"""`make bench`: measures everything but the worker classes, and writes the last run to benchmarks/RESULTS.md."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from benchmarks.answer_parts import answer_parts
from benchmarks.batch_and_peers import batch_and_peers
from benchmarks.evaluation import drawing, evaluation
from benchmarks.exact_odds import exact_odds
from benchmarks.growth import tables as tables_of_growth
from benchmarks.machine import heading
from benchmarks.most_expensive import most_expensive
from benchmarks.piecepacks import tile_hands, tile_odds
from benchmarks.pyramid import arrangements, decisions, self_play
from benchmarks.record_cost import record_cost
from benchmarks.request_parts import request_parts
from benchmarks.service_rate import rate
from benchmarks.side_by_side import side_by_side
from benchmarks.sizing import sizing
from benchmarks.start import start_and_memory
from benchmarks.starving import starving
from benchmarks.store_cost import store_cost
from benchmarks.sweeps import sweeps
from benchmarks.tables import Table
from tools.progress import Progress

STEPS: Final[Mapping[str, Callable[[], Iterable[Table]]]] = {
    "the service over HTTP": rate,
    "a batch and its peers": lambda: [batch_and_peers()],
    "the cost of the store": lambda: [store_cost()],
    "the cost of a record": lambda: [record_cost()],
    "the parts of an answer": lambda: [answer_parts()],
    "the parts of a request": lambda: [request_parts()],
    "evaluating hands": lambda: [evaluation()],
    "drawing hands": lambda: [drawing()],
    "exact odds": lambda: [exact_odds()],
    "odds at many levels": lambda: [sweeps()],
    "hands of tiles": lambda: [tile_hands()],
    "odds of tiles": lambda: [tile_odds()],
    "arrangements": lambda: [arrangements()],
    "self-play": lambda: [self_play()],
    "decisions": lambda: [decisions()],
    "other stacks": lambda: [side_by_side()],
    "what a resolution costs": lambda: [sizing()],
    "growth: ten minutes": tables_of_growth,
    "the most expensive requests": lambda: [most_expensive()],
    "start and memory": start_and_memory,
    "expensive requests of another caller": lambda: [starving()],
}


def main() -> None:
    parts = []
    progress = Progress(len(STEPS))
    for step, measure in STEPS.items():
        progress.begin(step)
        tables = [table.markdown() for table in measure()]
        progress.done()
        print(*tables, sep="\n", flush=True)
        parts += tables
    picture = "The tables of growth are also [a picture](../docs/pictures/growth.svg).\n\n"
    Path(__file__).with_name("RESULTS.md").write_text(heading("Results") + picture + "\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
