"""Revision 0 of the tuning, read once from a file: the one that ships with the service, or an operator's own.

Run as a program, it says whether a file can be used.
"""

import logging
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from service.engines.errors import InvalidInput
from service.tuning.patches import completed, differences
from service.tuning.revisions import SHIPPED, TuningRevision

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
