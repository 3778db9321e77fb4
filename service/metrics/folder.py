"""The folder that the workers of a service share, each with a file of what it has counted.

The master makes it and says which workers have ended; what the files mean is for the workers to know.
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
    """A folder of one service: empty when it starts, gone when it has ended."""

    def __init__(self, data_dir: Path, address: str) -> None:
        # Services with a store elsewhere may share their data folder, but never their address.
        self.path = data_dir.resolve() / f"metrics-{address}"
        self._pid = 0
        self._own = ""

    def make(self) -> None:
        """Make it, without what a service that was killed has left there; OSError where it cannot be made."""
        self.remove()
        self.path.mkdir(mode=0o700, parents=True)

    def take_over(self) -> None:
        """Go on in the folder that another master has made, whose workers count there too; OSError as for `make`."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def write(self, counts: bytes) -> None:
        """Have this as the file of this process, as a whole or not at all; OSError where it cannot be written.

        Where there is no folder, nobody shares it, and there is nothing to write.
        """
        if not self.path.is_dir():
            return
        new = self.path / f"{_NEW}{self._name()}"
        try:
            new.write_bytes(counts)
            new.replace(self.path / f"{_LIVING}{self._name()}")
        except OSError:
            with suppress(OSError):
                new.unlink()  # half of it may have found room
            raise

    def others(self) -> tuple[list[bytes], list[bytes]]:
        """The files of the other processes: of those that live, and of those that have ended."""
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
        """Keep what the worker has counted, as that of one that shows nothing any more."""
        # A name takes no room that the folder has not had already, so this works on a full disk too.
        with suppress(OSError):
            for file in self.path.glob(f"{_LIVING}{pid}-*"):
                file.rename(file.with_name(file.name.replace(_LIVING, _ENDED, 1)))
            for file in self.path.glob(f"{_NEW}{pid}-*"):
                file.unlink()

    def remove(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _names(self) -> list[str]:
        try:
            return sorted(file.name for file in self.path.iterdir())
        except OSError:  # there is none: this process is the only one
            return []

    def _read(self, name: str) -> bytes:
        try:
            return (self.path / name).read_bytes()
        except OSError:
            return b""

    def _name(self) -> str:
        if self._pid != os.getpid():  # the first time, and in a child after a fork
            self._pid = os.getpid()
            # Another process may have had the same id before.
            self._own = f"{self._pid}-{os.urandom(4).hex()}"
        return self._own
