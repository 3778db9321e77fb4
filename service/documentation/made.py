"""The pages of this project: made by a process of its own while the service starts, or on first use.

gunicorn's master starts that process and forks its workers, which inherit the file that it writes to. So a start does
not wait for the pages, and a worker reads them when it is first asked for one. The file has no name: it is gone with
the last process that has it, and the next start makes the pages from the files that it finds.
"""

import os
import pickle
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Final

from service.documentation.documents import Site

_PROJECT: Final = Path(__file__).resolve().parents[2]
_PAUSE_S: Final = 0.02
_LENGTH: Final = 8
"""Bytes at the beginning of the file: how many follow, written after these; until then 0."""


def site() -> Site:
    """The pages; wait for those that are being made."""
    return _made()[0]


def make_again() -> None:
    """Make the pages from the current files, here. If that fails, raise and keep the old pages."""
    _made()[0] = _of_this_project()


@cache
def _made() -> list[Site]:
    for making in reversed(_makings):
        if found := making.result():
            return [found]
    return [_of_this_project()]


def _of_this_project() -> Site:
    # Only a process that makes pages needs what makes them.
    from service.documentation.site import of_this_project  # noqa: PLC0415

    return of_this_project()


class Making:
    """A process that makes the pages, and the file that it writes them to."""

    def __init__(self, folder: Path) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115  `end` closes it
        self._running, runs = os.pipe()
        os.set_blocking(self._running, False)
        self._process = subprocess.Popen(  # noqa: S603  nothing in it comes from callers
            [sys.executable, "-m", "service.documentation.make", str(self._file.fileno())],
            cwd=_PROJECT,
            pass_fds=[self._file.fileno(), runs],
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C at the terminal is for the service
        )
        os.close(runs)  # that process alone has it now, and closes it in any case

    def result(self) -> Site | None:
        """Wait for the pages; None if they could not be made. A process forked since may ask too."""
        while not self.is_done() and self._runs():
            time.sleep(_PAUSE_S)
        if not self.is_done():
            return None
        found: Site = pickle.loads(os.pread(self._file.fileno(), self._length(), _LENGTH))  # noqa: S301  our own
        return found

    def is_done(self) -> bool:
        return self._length() > 0

    def end(self) -> None:
        """End the process if it still runs, and close the file."""
        self._process.terminate()
        self._process.wait()
        self._file.close()
        os.close(self._running)

    def _length(self) -> int:
        return int.from_bytes(os.pread(self._file.fileno(), _LENGTH, 0))

    def _runs(self) -> bool:
        try:
            return bool(os.read(self._running, 1))
        except BlockingIOError:
            return True


_makings: Final[list[Making]] = []
"""The newest last. One that was done before it is kept in case that the newest fails."""


def begin(folder: Path) -> None:
    """Have the pages made from the current files for the workers that are forked from now on. Raises OSError.

    The folder must have room for them.
    """
    done = [making for making in _makings if making.is_done()][-1:]
    for making in _makings:
        if making not in done:
            making.end()
    _makings[:] = [*done, Making(folder)]
    _made.cache_clear()


def end() -> None:
    """End what `begin` has begun."""
    while _makings:
        _makings.pop().end()


def write(pages: Site, descriptor: int) -> None:
    """Write the pages to the file of a `Making`, and last of all that they are there."""
    content = pickle.dumps(pages, pickle.HIGHEST_PROTOCOL)
    with os.fdopen(descriptor, "wb", closefd=False) as file:
        file.seek(_LENGTH)
        file.write(content)
        file.flush()
        file.seek(0)
        file.write(len(content).to_bytes(_LENGTH))
