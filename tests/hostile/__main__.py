"""Hostile requests to a running service: `make hostile`, or `python -m tests.hostile --requests 1000000`."""

import argparse
import secrets
import signal
import sys
from typing import Final

from tests.hostile.campaign import Plan, run
from tests.hostile.figures import figures, write
from tests.hostile.watch import Sample
from tests.smoke.running_service import AS_IN_THE_IMAGE

REQUESTS: Final = 100_000


def main() -> int:
    """The exit code: 0 if everything held."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("requests", type=int, nargs="?", default=REQUESTS)
    parser.add_argument("seed", type=int, nargs="?", default=secrets.randbelow(10**9))
    parser.add_argument("--write", action="store_true", help="write the figures into the page again")
    given = parser.parse_args()
    # As a Ctrl-C, or the service and the senders would outlive this process.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _say(f"hostile: {given.requests:,} requests, seed {given.seed}")
    outcome = run(Plan(given.requests, given.seed, command=AS_IN_THE_IMAGE), show)
    for name, value in figures(outcome):
        _say(f"  {name:<27} {value}")
    for mistake in outcome.mistakes:
        _say(f"NOT HELD: {mistake}")
    for text, kept in outcome.report.examples.items():
        _say(f"  {text}\n" + "\n".join(f"    {data!r:.600}" for data in kept))
    if given.write:
        write(outcome)
    verdict = "not everything held" if outcome.mistakes else "everything held"
    _say(f"hostile: {verdict} (seed {given.seed}, {outcome.seconds:.0f} s)")
    return int(bool(outcome.mistakes))


def show(one: Sample) -> None:
    """How it goes."""
    workers = ", ".join(f"{memory >> 20}" for memory in one.workers)
    _say(f"  {one.share:.0%}: workers {workers} MiB, store {one.store >> 20} MiB")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
