"""How long the greenlets of a worker hold its event loop: the longest stretch, shared in a file."""

import mmap
import struct
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

import greenlet

_SECONDS: Final = struct.Struct("d")
_NAME: Final = "stretch-{}"


class LongestStretch:
    """A number of seconds of CPU time, which another process can read and set back."""

    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), _SECONDS.size)

    @classmethod
    def made(cls, folder: Path, pid: int) -> Self:
        """In a new file for this process."""
        file = folder / _NAME.format(pid)
        file.write_bytes(_SECONDS.pack(0))
        return cls(file)

    @classmethod
    def all_in(cls, folder: Path) -> Sequence[Self]:
        """Those of all processes that share this folder."""
        return [cls(file) for file in folder.glob(_NAME.format("*"))]

    @property
    def seconds(self) -> float:
        found: float = _SECONDS.unpack_from(self._shared)[0]
        return found

    @seconds.setter
    def seconds(self, longest: float) -> None:
        _SECONDS.pack_into(self._shared, 0, longest)

    def watch(self) -> None:
        """Note the CPU time between every two switches of greenlets: before the next one, no other request runs."""
        began = time.thread_time()

        def switched(_event: str, _greenlets: object) -> None:
            nonlocal began
            now = time.thread_time()
            self.seconds = max(self.seconds, now - began)
            began = now

        greenlet.settrace(switched)
