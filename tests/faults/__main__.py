"""A campaign of faults: `make faults`. It breaks things under traffic, and checks every promise afterwards.

It lasts for MINUTES and finishes the run that it has begun. FAULTS and STORES choose some by name, SEED repeats a
campaign as far as threads can be repeated, and WRITE=1 puts the table into docs/operators/faults.md. Everything runs on
127.0.0.1, and ends with the campaign, also at Ctrl-C. The exit status is 1 if a promise was broken.
"""

import argparse
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from redis import RedisError

from tests.faults import report
from tests.faults.faults import FAULTS, Fault
from tests.faults.run import Run, perform
from tests.faults.stage import Stage, set_up
from tests.faults.stores import StoreKind

KEPT: Final = Path(__file__).parents[2] / "build" / "faults"
"""Where the runs are kept, and the histories of those that broke a promise: a line for each operation."""


def main(arguments: Sequence[str]) -> int:
    chosen = _chosen(arguments)
    # As a Ctrl-C, or what was started would outlive this process.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.stdout.write(f"faults: seed {chosen.seed}\n")
    sys.stdout.flush()
    campaign = Campaign(chosen.faults, chosen.stores, chosen.seed)
    try:
        campaign.go_on_for(60 * chosen.minutes)
    except KeyboardInterrupt:
        sys.stdout.write("faults: interrupted\n")
    if campaign.runs:
        sys.stdout.write(f"\n{report.table(campaign.runs)}\n")
        if chosen.write:
            report.write(campaign.runs)
    verdict = "broke promises" if campaign.wrong else "kept every promise"
    sys.stdout.write(f"faults: in {len(campaign.runs)} runs the service {verdict} (seed {chosen.seed})\n")
    return int(bool(campaign.wrong))


class Campaign:
    """Every fault on every store that it is tried with, in an order that the seed chooses; then again with the next."""

    def __init__(self, faults: Sequence[Fault], stores: Sequence[StoreKind], seed: int) -> None:
        self._faults, self._stores, self._seed = faults, stores, seed
        self._deadline = 0.0
        self.runs: list[Run] = []
        self.wrong: list[str] = []

    def go_on_for(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        for seed in count(self._seed):
            chosen = random.Random(seed)
            scenes = list(self._scenes())
            chosen.shuffle(scenes)
            for store, faults in scenes:
                chosen.shuffle(faults)
                self._try_all(faults, store, seed)
            if not scenes or self._is_over():
                return

    def _scenes(self) -> Iterator[tuple[StoreKind, list[Fault]]]:
        """Faults that one stage will do for, as starting one takes longer than a fault."""
        for store in self._stores:
            tried = [fault for fault in self._faults if store in fault.stores]
            yield from ((store, [fault]) for fault in tried if fault.erases)
            for linked in (False, True):
                lasting = [fault for fault in tried if fault.linked is linked and not fault.erases]
                if lasting:
                    yield store, lasting

    def _try_all(self, faults: Sequence[Fault], store: StoreKind, seed: int) -> None:
        left = list(faults)
        while left and not self._is_over():
            chosen = random.Random(f"{seed} {store} {len(left)}")
            try:
                with set_up(store, chosen, linked=left[-1].linked) as stage:
                    while left and not self._is_over() and self._goes_on_after(left.pop(), stage, seed):
                        pass
            except (TimeoutError, RedisError) as failed:
                self._complain(f"a stage on {store} (seed {seed}): {failed}")
                return

    def _goes_on_after(self, fault: Fault, stage: Stage, seed: int) -> bool:
        """Whether the stage can be used for another one."""
        name = f"{fault.name} on {stage.store.kind} (seed {seed})"
        try:
            run, history = perform(fault, stage, seed)
        except (TimeoutError, RedisError) as failed:
            self._complain(f"{name}: {failed}")
            return False
        self.runs.append(run)
        report.keep(run, KEPT / f"runs-{self._seed}.jsonl")
        self._say(report.summary(run))
        if found := report.complaints(run):
            history.write(KEPT / f"{fault.name}-{stage.store.kind}-{seed}.jsonl")
            self._complain(f"{name}: {', '.join(found)}")
        return not run.spoiled_the_stage

    def _is_over(self) -> bool:
        return time.monotonic() > self._deadline

    def _complain(self, text: str) -> None:
        self.wrong.append(text)
        self._say(f"BROKEN: {text}")

    def _say(self, line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def _chosen(arguments: Sequence[str]) -> argparse.Namespace:
    by_name = {fault.name: fault for fault in FAULTS}
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--faults", nargs="+", default=list(by_name), choices=list(by_name), metavar="FAULT")
    parser.add_argument("--stores", nargs="+", default=list(StoreKind), choices=list(StoreKind), metavar="STORE")
    parser.add_argument("--write", action="store_true", help="put the table into docs/operators/faults.md")
    found = parser.parse_args(arguments)
    found.faults = [by_name[name] for name in found.faults]
    found.stores = [StoreKind(name) for name in found.stores]
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
