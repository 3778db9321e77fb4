"""Tunings in files, and the words that name a revision."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from service.cli.errors import CommandFailed
from service.cli.session import Session

STANDARD_INPUT: Final = "-"
LARGEST_FILE: Final = 4 << 20
"""More than the service takes, so that it is the service that says what is too large."""
_REVISION: Final = re.compile(r"shipped|live|0|[1-9][0-9]{0,15}")
_ANSWER: Final = {"tuning_revision", "values"}


def is_revision(name: str) -> bool:
    """Whether this names a revision and not a file; a file with such a name is written ./3."""
    return _REVISION.fullmatch(name) is not None


def read_text(name: str, session: Session) -> str:
    """The text in a file, or on the standard input."""
    try:
        if name == STANDARD_INPUT:
            text = session.terminal.input.read(LARGEST_FILE + 1)
        else:
            with Path(name).open(encoding="utf-8-sig") as file:
                text = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise CommandFailed(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise CommandFailed(f"{name} is not UTF-8: {error.reason} at byte {error.start}.") from None
    if len(text) > LARGEST_FILE:
        raise CommandFailed(f"{name} is larger than {LARGEST_FILE >> 20} MiB.")
    return text


def read_json(name: str, text: str) -> Any:
    """The document in a JSON file."""
    try:
        return json.loads(text)
    except RecursionError:
        raise CommandFailed(f"{name} is nested too deep.") from None
    except ValueError as error:
        raise CommandFailed(f"{name} is not JSON: {error}.") from None


def read_tuning(name: str, session: Session) -> dict[str, Any]:
    """The whole tuning in a file, which is JSON if it begins with a brace, and TOML otherwise."""
    text = read_text(name, session)
    if text.lstrip().startswith("{"):
        tuning = read_json(name, text)
        if set(tuning) == _ANSWER and isinstance(tuning["values"], dict):
            tuning = tuning["values"]  # as GET /v1/admin/tuning answers it
    else:
        tuning = _read_toml(name, text)
    try:
        json.dumps(tuning, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise CommandFailed(f"{name} has a date, a time, inf or nan, which no tuning has.") from None
    return dict(tuning)


def _read_toml(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise CommandFailed(f"{name} is nested too deep.") from None
    except ValueError as error:
        raise CommandFailed(f"{name} is not TOML: {error}.") from None
