"""What a resolution costs the workers and the store, for docs/operators/sizing.md."""

from time import sleep
from typing import Final

from benchmarks.bodies import FOUR_SKILLS, batch, encoded
from benchmarks.clock import MICRO
from benchmarks.growth import BATCH, RESOLVE, WRITTEN_S, Running, service
from benchmarks.load import post
from benchmarks.load_generator import FRESH
from benchmarks.tables import Table

IN_A_BATCH: Final = 100
ROUNDS: Final = 5
KNOWN: Final = {**FOUR_SKILLS, "actor": {"character_id": "ann"}}
"""The action of a character whose skills the service has."""
REQUESTS: Final = {
    "an action": (post(RESOLVE, encoded(FOUR_SKILLS)), 1),
    "an action with a new `Idempotency-Key`": (post(RESOLVE, encoded(FOUR_SKILLS), Idempotency_Key=FRESH), 1),
    "the same, of a stored character": (post(RESOLVE, encoded(KNOWN), Idempotency_Key=FRESH), 1),
    f"an action in a batch of {IN_A_BATCH}": (
        post(BATCH, encoded(batch(FOUR_SKILLS, IN_A_BATCH))),
        IN_A_BATCH,
    ),
}


def sizing() -> Table:
    """A row for each kind of request."""
    with service(DESTINY_RECORDS="1000000", DESTINY_IDEMPOTENCY_MIB="4096") as run:
        run.ask("POST", RESOLVE, {**FOUR_SKILLS, "actor": {**FOUR_SKILLS["actor"], "character_id": "ann"}})
        rows = [[name, *_costs(run, request, number)] for name, (request, number) in REQUESTS.items()]
    return Table(
        "What a resolution costs",
        "With the record and the insight behind it, on 8 connections. Memory is the store's, for the record and for "
        "the kept answer. No two actions of a batch are equal.",
        ["request", "workers' CPU µs", "store's CPU µs", "store's memory, bytes"],
        rows,
    )


def _costs(run: Running, request: bytes, number: int) -> list[str]:
    own, all_of_it, kept, made = 0.0, 0.0, run.store_bytes(), 0
    for _ in range(ROUNDS):
        before = run.store_cpu()
        load = run.measured(request)
        sleep(WRITTEN_S)
        own += run.store_cpu() - before
        all_of_it += load.server_cpu * load.answers
        made += load.answers * number
    per_answer = (run.store_bytes() - kept) / made
    return [f"{(all_of_it - own) / made * MICRO:.0f}", f"{own / made * MICRO:.0f}", f"{per_answer:,.0f}"]


if __name__ == "__main__":
    print(sizing().markdown())
