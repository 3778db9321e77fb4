"""Hostile requests to a running service: `make hostile`, or `python -m tests.hostile [requests] [seed]`."""

import secrets
import sys
from statistics import median

from tests.hostile.campaign import Outcome, Plan, run
from tests.hostile.floods import Waits
from tests.hostile.watch import Sample
from tests.openapi import operations
from tests.smoke.running_service import AS_IN_THE_IMAGE

REQUESTS = 100_000


def main() -> int:
    """The exit code: 0 if everything held."""
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**9)
    sys.stdout.write(f"hostile: {requests:,} requests, seed {seed}\n")
    sys.stdout.flush()
    outcome = run(Plan(requests, seed, command=AS_IN_THE_IMAGE), show)
    sys.stdout.write(table(outcome))
    for mistake in outcome.mistakes:
        sys.stdout.write(f"NOT HELD: {mistake}\n")
    for text, kept in outcome.report.examples.items():
        sys.stdout.write(f"  {text}\n" + "".join(f"    {data!r:.600}\n" for data in kept))
    verdict = "not everything held" if outcome.mistakes else "everything held"
    sys.stdout.write(f"hostile: {verdict} (seed {seed}, {outcome.seconds:.0f} s)\n")
    return int(bool(outcome.mistakes))


def show(one: Sample) -> None:
    """How it goes."""
    workers = ", ".join(f"{memory >> 20}" for memory in one.workers)
    sys.stdout.write(f"  {one.share:.0%}: workers {workers} MiB, store {one.store >> 20} MiB\n")
    sys.stdout.flush()


def table(outcome: Outcome) -> str:
    """The figures of a run, a line each."""
    report, early, late = outcome.report, outcome.early, outcome.late
    classes = {first: sum(n for status, n in report.statuses.items() if status // 100 == first) for first in range(6)}
    factors = [one.factor for one in outcome.watch.samples]
    promised = {(f"{one.method} {one.path}", status) for one in operations() for status in one.statuses}
    lines = [
        ("answered", f"{report.sent:,} in {outcome.seconds:.0f} s"),
        ("2xx, 3xx, 4xx, 5xx, none", ", ".join(f"{classes[first]:,}" for first in (2, 3, 4, 5, 0))),
        ("by status", ", ".join(f"{status or 'none'}: {n:,}" for status, n in sorted(report.statuses.items()))),
        ("reached of the contract", f"{len(promised & report.reached.keys())} of {len(promised)} answers"),
        ("this machine", f"{median(factors):.1f} times as slow as an idle one, at most {max(factors):.1f} times"),
        *((f"longest {n}", f"{slow.seconds:.2f} s, {slow.what}") for n, slow in enumerate(report.longest, 1)),
        *(("memory of a worker", _memory(pair)) for pair in zip(early.workers, late.workers, strict=True)),
        ("memory of the store", _memory((early.store, late.store))),
        *((f"p99 with {name}", _p99s(waits)) for name, waits in outcome.waits.items()),
    ]
    return "".join(f"  {name:<26} {value}\n" for name, value in lines)


def _memory(early_and_late: tuple[int, int]) -> str:
    early, late = early_and_late
    return f"{early / 2**20:.0f} MiB after a fifth, {late / 2**20:.0f} MiB at the end"


def _p99s(waits: Waits) -> str:
    return (
        f"{1000 * waits.flooded:.1f} ms, without {1000 * waits.alone:.1f}; on new connections "
        f"{1000 * waits.fresh_flooded:.1f} ms, without {1000 * waits.fresh_alone:.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
