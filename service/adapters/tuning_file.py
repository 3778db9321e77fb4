"""The tuning that ships with the service, read once from a file."""

import tomllib
from pathlib import Path

from service.rules.errors import InvalidInput
from service.usecases.tuning_revisions import SHIPPED, TuningRevision


class InvalidTuningFile(Exception):
    """The file cannot be used as a tuning."""


class FileTuningStore:
    """One revision, from a TOML file."""

    def __init__(self, path: Path) -> None:
        try:
            self._revision = TuningRevision.read(SHIPPED, tomllib.loads(path.read_text("utf-8")))
        except OSError as error:
            raise InvalidTuningFile(f"{path}: {error.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, InvalidInput) as error:
            raise InvalidTuningFile(f"{path}: {error}") from None

    def current(self) -> TuningRevision:
        """The revision in the file."""
        return self._revision

    def revision(self, number: int) -> TuningRevision | None:
        """The revision in the file, if that is the one asked for."""
        return self._revision if number == self._revision.number else None
