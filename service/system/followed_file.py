"""A file that a running process follows: read when the process starts, and again whenever it has changed."""

import logging
import sys
from collections.abc import Callable, Sequence, Sized
from math import inf
from pathlib import Path
from time import monotonic
from typing import Final, Generic, TypeVar

LOOK_EVERY_S: Final = 0.25
Content = TypeVar("Content", bound=Sized)
Parse = Callable[[str], Content]
"""Makes something of the text of a file. Raises ValueError, whose message must show no secret."""

_log = logging.getLogger(__name__)


class InvalidFile(Exception):
    """The file cannot be used. The message names it, says what is wrong, and shows no secret."""


def read_file(path: Path, parse: Parse[Content]) -> Content:
    """What is in the file; raises `InvalidFile`."""
    return _parsed(path, _bytes(path), parse)


def check_file(arguments: Sequence[str], parse: Parse[Content]) -> None:
    """A command that checks a file before it replaces the one in use: exits with one sentence if there is a mistake."""
    try:
        read_file(Path(arguments[0]), parse)
    except InvalidFile as mistake:
        sys.exit(f"destiny: {mistake}")


def _bytes(path: Path) -> bytes | str:
    """What is in the file, or why that cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        return error.strerror or str(error)


def _parsed(path: Path, content: bytes | str, parse: Parse[Content]) -> Content:
    if isinstance(content, str):
        raise InvalidFile(f"{path}: {content}")
    try:
        return parse(content.decode())
    except ValueError as error:  # of UTF-8 as well
        raise InvalidFile(f"{path}: {error}") from None


class FollowedFile(Generic[Content]):
    """What is in a file, followed without a restart. A change that cannot be used changes nothing here."""

    def __init__(
        self, path: Path, parse: Parse[Content], known: Content, name: str, tick: Callable[[], float] = monotonic
    ) -> None:
        self._path = path
        self._parse = parse
        self._known = known
        self._name = name
        """What is in the file, in the plural, for the log."""
        self._tick = tick
        self._look_due = -inf
        self._seen: bytes | str | None = None

    def now(self) -> Content:
        tick = self._tick()
        if tick >= self._look_due:
            self._look_due = tick + LOOK_EVERY_S
            self._look()
        return self._known

    def _look(self) -> None:
        # A few kilobytes. Comparing them also notices a change that leaves the size and the time of the file alone.
        content = _bytes(self._path)
        if content == self._seen:
            return
        self._seen = content
        try:
            self._known = _parsed(self._path, content, self._parse)
        except InvalidFile as error:
            _log.error("The %s stay as they were, %d of them: %s", self._name, len(self._known), error)
        else:
            _log.info("%d %s are in %s.", len(self._known), self._name, self._path)
