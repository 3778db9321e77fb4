"""Making the table: in rounds, resumable, and the same whichever process plays the blocks."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from service.engines.pyramid.arranging.worths import Worths
from service.engines.pyramid.self_play import Counts
from tests.dockerfile import PROJECT
from tools.win_table import Plan, Player, Run, main, play_blocks

pytestmark = pytest.mark.slow

SMALL = ["--deals", "70", "--short-deals", "40", "--short-rounds", "5", "--tolerance", "0.1", "--block", "25"]
PLAN = Plan(deals=70, short_deals=40, short_rounds=5, tolerance=0.1, processes=1, block=25)
FILES = {"pyramid_shares.py", "pyramid_win_table.csv", "pyramid_win_table.json"}


def made(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir() if path.suffix != ".new"}


def folder_in(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    return folder


def test_win_table__two_processes_or_one__is_the_same_to_the_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = []
    for processes in ("1", "2"):
        folders.append(folder_in(tmp_path, processes))
        places = ["--state", str(tmp_path / "run" / "state.json"), "--folder", str(folders[-1])]
        main([*SMALL, "--processes", processes, *places])
        assert not (tmp_path / "run" / "state.json").exists()
    assert made(folders[0]) == made(folders[1])
    assert made(folders[0]).keys() == FILES
    how = json.loads(made(folders[0])["pyramid_win_table.json"])
    assert how["largest_move_of_each_round"][-1] <= how["tolerance"] == 0.1
    assert how["command"].startswith("python -m tools.win_table --deals 70 --seed 2025")
    assert 0 < how["error_on_fresh_deals"]["mean"] < how["error_on_fresh_deals"]["largest"] < 0.5
    assert "100%" in capsys.readouterr().err


def test_win_table__its_last_round_alone__gives_the_same_files(tmp_path: Path) -> None:
    folder, state = folder_in(tmp_path, "made"), tmp_path / "state.json"
    Run(PLAN, state).finish(folder)
    at_first = made(folder)
    options = [*SMALL, "--processes", "1", "--state", str(state), "--folder", str(folder), "--last-round"]
    main(options)
    assert made(folder) == at_first
    with pytest.raises(SystemExit, match="the table of another plan"):
        main([*options, "--seed", "1"])
    assert made(folder) == at_first


class Stopped(Exception):
    """The run is stopped in the middle."""


def stopping_after(blocks: int, play: Player) -> Player:
    def played(blocks_of_deals: Sequence[range], worths: Worths, plan: Plan) -> Iterator[Counts]:
        nonlocal blocks
        for counts in play(blocks_of_deals, worths, plan):
            if not blocks:
                raise Stopped
            blocks -= 1
            yield counts

    return played


@pytest.fixture(scope="module")
def at_once(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a run that nothing stops."""
    folder = tmp_path_factory.mktemp("once")
    Run(PLAN, folder.parent / "once.json").finish(folder)
    return made(folder)


@pytest.mark.parametrize("blocks", [0, 3, 11, 14])
def test_win_table__stopped_and_begun_again__comes_out_the_same(
    tmp_path: Path, at_once: dict[str, str], blocks: int
) -> None:
    in_parts, kept = folder_in(tmp_path, "parts"), tmp_path / "state.json"
    stopped = Run(PLAN, kept, played=stopping_after(blocks, play_blocks), save_every_s=0)
    with pytest.raises(Stopped):
        stopped.finish(in_parts)
    Run(PLAN, kept).finish(in_parts)
    assert made(in_parts) == at_once


def test_win_table__state_of_another_plan__is_not_overwritten(tmp_path: Path) -> None:
    kept = tmp_path / "state.json"
    with pytest.raises(Stopped):
        Run(PLAN, kept, played=stopping_after(1, play_blocks), save_every_s=0).finish(tmp_path)
    with pytest.raises(SystemExit, match="another plan"):
        Run(Plan(seed=1), kept)
    assert kept.exists()


def test_win_table__as_a_command__explains_itself() -> None:
    command = [sys.executable, "-m", "tools.win_table", "--help"]
    assert "--deals" in subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
