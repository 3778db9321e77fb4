"""A service under steady load for a long time: `make soak`, or `python -m tests.soak --minutes 60`."""

import argparse
import json
import secrets
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.smoke.running_service import AS_IN_THE_IMAGE
from tests.soak.campaign import Plan, run
from tests.soak.report import about, table, write
from tests.soak.watch import Sample

KEPT: Final = Path("build") / "soak"


def main() -> int:
    """The exit code: 0 if everything held."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--write", action="store_true", help="write the page and the picture again")
    given = parser.parse_args()
    seed = secrets.randbelow(10**9) if given.seed is None else given.seed
    plan = Plan(60 * given.minutes, seed, command=AS_IN_THE_IMAGE)
    _say(f"soak: {given.minutes:g} minutes, seed {plan.seed}")
    outcome = run(plan, _show)
    KEPT.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(asdict(sample)) + "\n" for sample in outcome.samples)
    (KEPT / f"samples-{plan.seed}.jsonl").write_text(lines, "utf-8")
    _say(f"{about(outcome)} It could do {outcome.capacity:,.0f} a second.\n\n{table(outcome)}\n")
    if given.write:
        write(outcome)
    for mistake in outcome.mistakes:
        _say(f"NOT HELD: {mistake}")
    _say("soak: not everything held" if outcome.mistakes else "soak: everything held")
    return int(bool(outcome.mistakes))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _show(one: Sample) -> None:
    _say(
        f"  {one.at_s / 60:5.1f} min: {one.answers_a_second:6.0f} a second, p99 {one.p99_ms:.1f} ms, "
        f"worker {one.worker_mib:.0f} MiB, store {one.store_mib:.0f} MiB",
    )


if __name__ == "__main__":
    sys.exit(main())
