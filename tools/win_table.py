"""What `make win-table` runs: self-play in rounds until the win probabilities hold still (C11).

Every round arranges the same deals by the table so far, and the table becomes the mean of what the rounds of its stage
played. The first stage is short rounds on few deals, so that the long ones begin near their end. A last round, on fresh
deals and by the table as it ships, shows how far off each row is (C24); `--last-round` plays that one alone, for the
shares that are there. The state is kept during the work, so a run that was stopped can be resumed.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing import Pool, cpu_count
from pathlib import Path
from typing import Any, Final

import numpy as np

from service.engines.pyramid.arranging.worths import Worths, worths_of
from service.engines.pyramid.positions import POSITIONS
from service.engines.pyramid.self_play import (
    Counts,
    Shares,
    even_shares,
    largest_move,
    mean_move,
    mixed,
    no_hands,
    play_deals,
    shares_of,
    value_table,
    with_random_hand,
)
from service.engines.pyramid.shipped_table import SelfPlay, csv_lines, read_shares, shares_lines
from service.engines.pyramid.tuning import POINTS, PyramidTuning
from service.engines.pyramid.values import Objective
from tools import shipped_data

HOW_FILE: Final = "pyramid_win_table.json"
SAVE_EVERY_S: Final = 5.0
SETTLING_ROUNDS: Final = 3
"""So many short rounds replace the table whole before averaging begins."""


Player = Callable[[Sequence[range], Worths, "Plan"], Iterator[Counts]]
"""What blocks of deals come to, in order."""


@dataclass(frozen=True)
class Plan:
    """How much is played."""

    deals: int = 1_000_000
    seed: int = 2025
    short_deals: int = 20_000
    short_rounds: int = 24
    tolerance: float = 0.0005
    """The rounds end when none of the values moves by more."""
    processes: int = field(default_factory=cpu_count)
    block: int = 500
    """So many deals are handed to a process at once."""

    def reproducible(self) -> dict[str, Any]:
        """The part that decides what comes out."""
        return {name: value for name, value in asdict(self).items() if name not in ("processes", "block")}

    def command(self) -> str:
        """The command that makes the table by this plan; `make win-table` is the one with the defaults."""
        options = (f"--{name.replace('_', '-')} {value}" for name, value in self.reproducible().items())
        return " ".join(["python -m tools.win_table", *options])


@dataclass
class State:
    """How far a run has come: the table, and the round that is being played."""

    table: Shares = field(default_factory=even_shares)
    short_rounds: int = 0
    rounds: int = 0
    moves: list[float] = field(default_factory=list)
    """By how much each full round moved the table at most."""
    blocks: int = 0
    counts: Counts = field(default_factory=no_hands)

    def take_in(self, weight: float) -> float:
        """Let what this round played count in the table by a weight, and begin the next round; how far values moved."""
        before, self.table = self.table, mixed(self.table, shares_of(self.counts), weight)
        self.blocks, self.counts = 0, no_hands()
        return largest_move(before, self.table)


class Run:
    """A run of a plan, kept in a file."""

    def __init__(
        self, plan: Plan, kept_in: Path, played: Player | None = None, save_every_s: float = SAVE_EVERY_S
    ) -> None:
        self.plan = plan
        self.kept_in = kept_in
        self.played = played or play_blocks
        self.save_every_s = save_every_s
        self.state = self._resumed() if kept_in.exists() else State()
        self.saved_at = time.monotonic()

    def take_rounds_from(self, folder: Path) -> None:
        """Begin where the rounds of this plan have ended whose shares are in the folder."""
        made = json.loads((folder / HOW_FILE).read_text("utf-8"))
        if made["command"] != self.plan.command():
            sys.exit(f"{folder} has the table of another plan: {made['command']}")
        shares = read_shares(shipped_data.read(folder, shipped_data.SHARES)).shares
        moves = made["largest_move_of_each_round"]
        self.state = State(shares, self.plan.short_rounds, made["rounds"], moves)

    def finish(self, folder: Path) -> None:
        """Play every round that is left, and write the table with how it was made."""
        plan, state = self.plan, self.state
        while state.short_rounds < plan.short_rounds:
            self._play(
                f"short round {state.short_rounds + 1}/{plan.short_rounds}", range(plan.short_deals), state.table
            )
            state.short_rounds += 1
            state.take_in(1 / max(1, state.short_rounds - SETTLING_ROUNDS))
        while not (state.moves and state.moves[-1] <= plan.tolerance):
            self._play(f"round {state.rounds + 1}", range(plan.deals), state.table)
            state.rounds += 1
            state.moves.append(state.take_in(1 / state.rounds))
        # By what the file can say of the shares, so that the file alone gives the last round again.
        shares = read_shares(shares_lines(SelfPlay(state.table, no_hands()))).shares
        self._play("fresh deals", range(plan.deals, 2 * plan.deals), with_random_hand(shares, plan.deals))
        self._write(folder)
        self.kept_in.unlink(missing_ok=True)

    def _play(self, name: str, deals: range, table: Shares) -> None:
        plan, state = self.plan, self.state
        worths = worths_of(PyramidTuning(), value_table(table, POINTS), Objective.WIN_POINTS)
        blocks = [deals[start : start + plan.block] for start in range(0, len(deals), plan.block)]
        begun_at, done_before = time.monotonic(), state.blocks
        for counts in self.played(blocks[state.blocks :], worths, plan):
            state.blocks += 1
            state.counts = {position: state.counts[position] + counts[position] for position in POSITIONS}
            per_block = (time.monotonic() - begun_at) / (state.blocks - done_before)
            _show(name, state.blocks, len(blocks), per_block, plan.block)
            if time.monotonic() - self.saved_at > self.save_every_s:
                self._save()
        self._save()

    def _save(self) -> None:
        state = self.state
        kept = {
            "plan": self.plan.reproducible(),
            "table": {position: values.tolist() for position, values in state.table.items()},
            "counts": {position: values.tolist() for position, values in state.counts.items()},
            "short_rounds": state.short_rounds,
            "rounds": state.rounds,
            "moves": state.moves,
            "blocks": state.blocks,
        }
        new = self.kept_in.with_suffix(".new")
        new.write_text(json.dumps(kept), "utf-8")
        new.replace(self.kept_in)
        self.saved_at = time.monotonic()

    def _resumed(self) -> State:
        kept = json.loads(self.kept_in.read_text("utf-8"))
        if kept.pop("plan") != self.plan.reproducible():
            sys.exit(f"{self.kept_in} is of another plan; finish that one or delete the file.")
        for name in ("table", "counts"):
            kept[name] = {position: np.array(kept[name][position]) for position in POSITIONS}
        return State(**kept)

    def _write(self, folder: Path) -> None:
        """The shares, the table in the document's format, and how both were made."""
        plan, state = self.plan, self.state
        lines = list(shares_lines(SelfPlay(state.table, state.counts)))
        played = read_shares(lines)
        table, fresh = played.table, shares_of(played.fresh)
        made = {
            "command": plan.command(),
            **plan.reproducible(),
            "rounds": state.rounds,
            "largest_move_of_each_round": [round(move, 6) for move in state.moves],
            "fresh_deals": played.deals,
            "error_on_fresh_deals": {
                "largest": round(largest_move(table, fresh), 6),
                "mean": round(mean_move(table, fresh), 6),
            },
            "largest_standard_error": max(chance.standard_error for _, chance in played.chances()),
        }
        files = {
            "pyramid_win_table.csv": list(csv_lines(played.chances())),
            HOW_FILE: [json.dumps(made, indent=2)],
        }
        shipped_data.write(folder, shipped_data.SHARES, lines)
        for name, text in files.items():
            (folder / name).write_text("\n".join([*text, ""]), "utf-8")


def play_blocks(blocks: Sequence[range], worths: Worths, plan: Plan) -> Iterator[Counts]:
    """What each block played, in order, whichever process played it."""
    play = partial(play_deals, plan.seed, worths=worths)
    if plan.processes == 1:
        yield from map(play, blocks)
    else:
        with Pool(plan.processes) as pool:
            yield from pool.imap(play, blocks)


def _show(name: str, done: int, blocks: int, per_block_s: float, deals: int) -> None:
    """A progress bar, drawn over itself; where there is no terminal, one line when all is done."""
    if not sys.stderr.isatty() and done < blocks:
        return
    width = 40
    bar = "#" * (width * done // blocks)
    speed, left = deals / per_block_s, per_block_s * (blocks - done)
    end = "\n" if done == blocks else ""
    start = "\r" if sys.stderr.isatty() else ""
    sys.stderr.write(
        f"{start}{name:<20} [{bar:<{width}}] {done / blocks:4.0%} {speed:6.0f} deals/s {left:6.0f} s left{end}"
    )
    sys.stderr.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the table, or continue making it."""
    plan = Plan()
    parser = argparse.ArgumentParser(description="Make the win probabilities of the 3-tuple table by self-play.")
    for name in ("deals", "seed", "short_deals", "short_rounds", "processes", "block"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(plan, name))
    parser.add_argument("--tolerance", type=float, default=plan.tolerance)
    parser.add_argument("--state", type=Path, default=Path("var/win_table.json"), help="where a run is kept")
    parser.add_argument("--folder", type=Path, default=shipped_data.FOLDER, help="where the table goes")
    parser.add_argument(
        "--last-round", action="store_true", help="keep the shares in the folder, play the fresh deals again"
    )
    chosen = vars(parser.parse_args(arguments))
    state, folder, last_round = chosen.pop("state"), chosen.pop("folder"), chosen.pop("last_round")
    state.parent.mkdir(parents=True, exist_ok=True)
    run = Run(Plan(**chosen), state)
    if last_round and not state.exists():
        run.take_rounds_from(folder)
    run.finish(folder)


if __name__ == "__main__":
    main()
