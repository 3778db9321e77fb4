"""A campaign of faults: `make faults`. It breaks things under traffic, and checks every promise afterwards.

It lasts for MINUTES and finishes the run that it has begun, or tries each fault on each store ROUNDS times. FAULTS and
STORES choose some by name, SEED repeats a campaign as far as threads can be repeated, and WRITE=1 puts the table into
docs/operators/faults.md. FROM makes the table of earlier campaigns instead. Everything runs on 127.0.0.1, and ends with
the campaign, also at Ctrl-C. The exit status is 1 if a promise was broken.
"""

import argparse
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from math import inf
from pathlib import Path
from typing import Final

from redis import RedisError

from tests.faults import report
from tests.faults.faults import FAULTS, Fault
from tests.faults.kept import Kept, Unfinished, keep
from tests.faults.run import Run, perform, traffic_for
from tests.faults.stage import Stage, set_up
from tests.faults.stores import StoreKind
from tests.faults.traffic import Traffic
from tools.servers.group import ServersFailed

KEPT: Final = Path(__file__).parents[2] / "build" / "faults"
"""Where the runs are kept, and of those that broke a promise the history, a line for each operation, and the logs."""
MINUTES: Final = 10.0


def main(arguments: Sequence[str]) -> int:
    chosen = _chosen(arguments)
    if chosen.campaigns:
        report.write(Kept.read(chosen.campaigns))
        return 0
    # As a Ctrl-C, or what was started would outlive this process.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.stdout.write(f"faults: seed {chosen.seed}\n")
    sys.stdout.flush()
    file = KEPT / f"runs-{datetime.now(UTC):%Y%m%dT%H%M%S}-{chosen.seed}.jsonl"
    campaign = Campaign(chosen.faults, chosen.stores, chosen.seed, file)
    try:
        campaign.go_on_for(60 * chosen.minutes, chosen.rounds)
    except KeyboardInterrupt:
        sys.stdout.write("faults: interrupted\n")
    runs = campaign.kept.runs
    if runs:
        sys.stdout.write(f"\n{report.about(campaign.kept)}\n\n{report.table(runs)}\n")
        if chosen.write:
            report.write(campaign.kept)
    verdict = "broke promises" if campaign.wrong else "kept every promise"
    sys.stdout.write(f"faults: in {len(runs)} runs the service {verdict} (seed {chosen.seed}; {file})\n")
    return int(bool(campaign.wrong))


class Campaign:
    """Every fault on every store that it is tried with, in an order that the seed chooses; then again with the next."""

    def __init__(self, faults: Sequence[Fault], stores: Sequence[StoreKind], seed: int, file: Path) -> None:
        self._faults, self._stores, self._seed, self._file = faults, stores, seed, file
        self._deadline = 0.0
        self.kept = Kept()
        self.wrong: list[str] = []

    def go_on_for(self, seconds: float, rounds: int | None) -> None:
        self._deadline = time.monotonic() + seconds
        for seed in count(self._seed) if rounds is None else range(self._seed, self._seed + rounds):
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
            except (TimeoutError, RedisError, ServersFailed) as failed:
                self._complain(f"a stage on {store} (seed {seed}): {failed}")
                return

    def _goes_on_after(self, fault: Fault, stage: Stage, seed: int) -> bool:
        """Whether the stage can be used for another one."""
        traffic = traffic_for(fault, stage, seed)
        try:
            run = perform(fault, stage, seed, traffic)
        except (TimeoutError, RedisError) as failed:
            self._keep(Unfinished(fault.name, stage.store.kind, seed, f"{failed}"))
            self._explain(fault, stage, seed, traffic, f"{failed}")
            return False
        self._keep(run)
        self._say(report.summary(run))
        if found := report.complaints(run):
            self._explain(fault, stage, seed, traffic, ", ".join(found))
        return not run.spoiled_the_stage

    def _keep(self, one: Run | Unfinished) -> None:
        self.kept.note(one)
        keep(one, self._file)

    def _explain(self, fault: Fault, stage: Stage, seed: int, traffic: Traffic, complaint: str) -> None:
        folder = KEPT / f"{fault.name}-{stage.store.kind}-{seed}"
        traffic.history.write(folder / "history.jsonl")
        stage.keep_logs(folder)
        self._complain(f"{fault.name} on {stage.store.kind} (seed {seed}): {complaint} See {folder}.")

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
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--rounds", type=int, help="try each fault on each store so many times")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--faults", nargs="+", default=list(by_name), choices=list(by_name), metavar="FAULT")
    parser.add_argument("--stores", nargs="+", default=list(StoreKind), choices=list(StoreKind), metavar="STORE")
    parser.add_argument("--write", action="store_true", help="put the table into docs/operators/faults.md")
    parser.add_argument("--from", nargs="+", type=Path, dest="campaigns", metavar="FILE", help="write their table")
    found = parser.parse_args(arguments)
    if found.minutes is None:
        found.minutes = inf if found.rounds else MINUTES
    found.faults = [by_name[name] for name in found.faults]
    found.stores = [StoreKind(name) for name in found.stores]
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
