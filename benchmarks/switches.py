"""What CPU a worker has used at each switch of its greenlets: noted by the worker in a file, and read from it later.

The system's own clock of another process's CPU will not do: while that process runs, it goes on only at the system's
ticks, which are milliseconds apart.
"""

import os
import struct
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import greenlet
import numpy as np

_SWITCH: Final = struct.Struct("2d")
"""The time and the CPU time, in seconds."""


def note_switches() -> None:
    """Note every switch of this worker from now on."""
    file = _file(Path(os.environ["DESTINY_DATA_DIR"]), os.getpid()).open("wb", buffering=0)

    def switched(_event: str, _greenlets: object) -> None:
        file.write(_SWITCH.pack(time.perf_counter(), time.thread_time()))

    greenlet.settrace(switched)


class Switches:
    """The switches so far of a worker whose data is in this folder."""

    def __init__(self, folder: Path, pid: int) -> None:
        noted = np.fromfile(_file(folder, pid)).reshape(-1, 2)
        self._times, self._cpu = np.ascontiguousarray(noted.T)

    def longest_stretch(self, since: float) -> float:
        """The most CPU between two switches: before the second one, no other request runs."""
        stretches = np.diff(self._cpu[self._times >= since])
        return float(stretches.max(initial=0))

    def cpu_between(self, begun: Sequence[float], ended: Sequence[float]) -> list[float]:
        """The CPU that the worker used between these times, as if it used it evenly between two switches."""
        used = np.interp(ended, self._times, self._cpu) - np.interp(begun, self._times, self._cpu)
        found: list[float] = used.tolist()
        return found


def _file(folder: Path, pid: int) -> Path:
    return folder / f"switches-{pid}"
