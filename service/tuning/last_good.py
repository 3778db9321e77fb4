"""The last good revision of the tuning, in a file: for a start without the store, or with another one."""

import logging
import os
from pathlib import Path

import orjson

from service.tuning.entries import decode, encode
from service.tuning.revisions import SHIPPED, KeptRevision, UnreadableRevision

_log = logging.getLogger(__name__)


class LastGoodTuning:
    """One file, replaced as a whole and never by less. It helps where it can: trouble with it is a warning.

    It is also what tells a store that has lost revisions from one that never had them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def keep(self, revision: KeptRevision) -> None:
        """Have this one at the next start, unless a later one is kept. The one that ships needs no file."""
        if revision.number == SHIPPED:
            return
        there = self.revision()
        if there and there.number >= revision.number:
            return
        try:
            self._replace(encode(revision))
        except OSError as error:
            _log.warning("The last good tuning is not kept in %s: %s", self._path, error.strerror)

    def revision(self) -> KeptRevision | None:
        """The one that was kept, if it is there and can be made out."""
        try:
            entry = self._path.read_bytes()
            return decode(_number(entry), entry)
        except FileNotFoundError:
            return None
        except (OSError, UnreadableRevision) as error:
            _log.warning("The last good tuning in %s is of no use: %s", self._path, error)
            return None

    def _replace(self, entry: bytes) -> None:
        # Workers write at the same time, each to a file of its own. Without fsync: it would stop a worker for as long
        # as the disk likes, and what a loss of power may spoil is of use only where the store is unavailable as well.
        written = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        written.write_bytes(entry)
        written.replace(self._path)


def _number(entry: bytes) -> int:
    try:
        number = orjson.loads(entry)["revision"]
    except (ValueError, TypeError, KeyError):
        number = None
    # Whatever else is wrong with the entry is seen when it is decoded.
    return number if type(number) is int else SHIPPED
