"""The folder that a service's workers share; each writes a file with its counts.

The master creates the folder and marks the files of workers that have ended. Only the workers interpret the files.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

_LIVING: Final = "worker-"
_ENDED: Final = "ended-"
_NEW: Final = "new-"


class MetricsFolder:
    """The folder of one service. It is empty when the service starts, and removed when it ends."""

    def __init__(self, data_dir: Path, address: str) -> None:
        # Services with an external store may share a data folder, but never an address.
        self.path = data_dir.resolve() / f"metrics-{address}"
        self._pid = 0
        self._own = ""

    def make(self) -> None:
        """Create the folder, and remove what a killed service left in it. Raises OSError."""
        self.remove()
        self.path.mkdir(mode=0o700, parents=True)

    def take_over(self) -> None:
        """Share the folder with another master, whose workers still write to it. Raises OSError."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def write(self, counts: bytes) -> None:
        """Replace the file of this process atomically. Raises OSError.

        Does nothing without a folder: this process is then the only one.
        """
        if not self.path.is_dir():
            return
        new = self.path / f"{_NEW}{self._name()}"
        try:
            new.write_bytes(counts)
            new.replace(self.path / f"{_LIVING}{self._name()}")
        except OSError:
            with suppress(OSError):
                new.unlink()  # it may be half written
            raise

    def others(self) -> tuple[list[bytes], list[bytes]]:
        """Return the files of the other processes: those that are running, and those that have ended."""
        living, ended = [], []
        own = f"{_LIVING}{self._name()}"
        for name in self._names():
            if name.startswith(_ENDED):
                ended.append(self._read(name))
            elif name.startswith(_LIVING) and name != own:
                if text := self._read(name):
                    living.append(text)
                else:  # it has ended since
                    ended.append(self._read(name.replace(_LIVING, _ENDED, 1)))
        return living, ended

    def worker_ended(self, pid: int) -> None:
        """Keep the worker's counts, and drop its gauges."""
        # A renamed file needs no more space, so this works on a full disk too.
        with suppress(OSError):
            for file in self.path.glob(f"{_LIVING}{pid}-*"):
                file.rename(file.with_name(file.name.replace(_LIVING, _ENDED, 1)))
            for file in self.path.glob(f"{_NEW}{pid}-*"):
                file.unlink()

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    def _names(self) -> list[str]:
        try:
            return sorted(file.name for file in self.path.iterdir())
        except OSError:  # no folder: this process is the only one
            return []

    def _read(self, name: str) -> bytes:
        try:
            return (self.path / name).read_bytes()
        except OSError:
            return b""

    def _name(self) -> str:
        if self._pid != os.getpid():  # the first time, and in a child after a fork
            self._pid = os.getpid()
            # An earlier process may have had the same id.
            self._own = f"{self._pid}-{os.urandom(4).hex()}"
        return self._own
