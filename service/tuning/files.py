"""Tunings in files: the one that operators edit, and the last good revision, used to start without the store."""

import logging
import os
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import orjson

from service.engines.errors import InvalidInput
from service.tuning.patches import completed, differences
from service.tuning.revisions import SHIPPED, KeptRevision, TuningRevision, UnreadableRevision, decode, encode

SHIPPED_FILE: Final = Path(__file__).parents[2] / "config" / "tuning.toml"

_log = logging.getLogger(__name__)


class InvalidTuningFile(Exception):
    """The file is not a valid tuning; the message names the file."""


def read_tuning_file(path: Path, shipped: Path = SHIPPED_FILE) -> TuningRevision:
    """The revision in a TOML file; raises `InvalidTuningFile`.

    An operator's file may be older than the service. Values that it lacks are taken from the shipped file, and a
    warning names each of them.
    """
    document = _read(path)
    complete = completed(document, _read(shipped))
    try:
        revision = TuningRevision.read(SHIPPED, complete)
    except InvalidInput as error:
        raise InvalidTuningFile(f"{path}: {error}") from None
    for lacking in differences(document, complete):
        _log.warning("%s has no %s; the shipped value is used.", path, lacking.pointer)
    return revision


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InvalidTuningFile(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidTuningFile(f"{path}: {error}") from None


if __name__ == "__main__":
    try:
        read_tuning_file(Path(sys.argv[1]))
    except InvalidTuningFile as mistake:
        sys.exit(f"destiny: {mistake}")


_log = logging.getLogger(__name__)


_Version = tuple[int, int, int] | None
"""What changes when a file is replaced; None where there is none."""


class LastGoodTuning:
    """One file, replaced as a whole, and never by an older revision. Failures are logged as warnings, never raised.

    It also shows whether a store has lost revisions or never had them. If an admin has decided that another history
    counts, its revision replaces the file, and another file keeps what was there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._former = path.with_name(f"{path.stem}-before-adopt{path.suffix}")
        self._version: _Version | None = None
        self._read: KeptRevision | None = None

    def keep(self, revision: KeptRevision) -> None:
        """Store this revision for the next start, unless the file has a later one. Revision 0 needs no file."""
        if revision.number == SHIPPED:
            return
        there = self.revision()
        if there and not revision.supersedes(there):
            return
        try:
            if there and revision.decides_against(there):
                self._write(self._former, encode(there))
            self._version = self._write(self._path, encode(revision))
            self._read = revision
        except OSError as error:
            _log.warning("Cannot write the last good tuning to %s: %s", self._path, error.strerror)

    def revision(self) -> KeptRevision | None:
        """The stored revision; None where there is none, or where it cannot be read. Reads only a file that is new."""
        version = _version(self._path)
        if version != self._version:
            self._version, self._read = version, self._found()
        return self._read

    def _found(self) -> KeptRevision | None:
        try:
            entry = self._path.read_bytes()
            return decode(_number(entry), entry)
        except FileNotFoundError:
            return None
        except (OSError, UnreadableRevision) as error:
            _log.warning("Cannot read the last good tuning from %s: %s", self._path, error)
            return None

    def _write(self, path: Path, entry: bytes) -> _Version:
        # Workers may write at the same time, so each writes its own file and renames it. There is no fsync: it
        # could block a worker, and a file spoiled by a power cut matters only while the store is unavailable as well.
        written = path.with_name(f"{path.name}.{os.getpid()}")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        written.write_bytes(entry)
        version = _version(written)  # which it keeps; after the next line, another worker may replace it
        written.replace(path)
        return version


def _version(path: Path) -> _Version:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _number(entry: bytes) -> int:
    try:
        number = orjson.loads(entry)["revision"]
    except (ValueError, TypeError, KeyError):
        number = None
    # Anything else that is wrong with the entry shows when it is decoded.
    return number if type(number) is int else SHIPPED
