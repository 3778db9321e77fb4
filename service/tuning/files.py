"""Tunings in files: the one that operators edit, and the last good revision, for a start without the store."""

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
    """The file cannot be used as a tuning."""


def read_tuning_file(path: Path, shipped: Path = SHIPPED_FILE) -> TuningRevision:
    """The revision in a TOML file.

    An operator's file may be older than the service. Values that it lacks are the shipped ones, and a warning names
    each of them.
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
