"""Shows the progress of a long command: a bar on a terminal, lines elsewhere."""

import sys
from typing import Final, TextIO

_BAR: Final = 24
_LINES: Final = 20
"""The most lines to write without a terminal, however many steps there are."""


class Progress:
    """Counts finished steps on standard error, since standard output is for the command's results."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._total = total
        self._stream = stream or sys.stderr
        self._done = 0
        self._named = False
        self._between = max(1, total // _LINES)

    def begin(self, step: str) -> None:
        """Show the step that begins now."""
        self._named = True
        self._show(f"{self._done + 1} of {self._total}: {step}", line=True)

    def done(self) -> None:
        """Count one more finished step."""
        self._done += 1
        last = self._done == self._total
        line = not self._named and (last or self._done % self._between == 0)
        self._show(f"{self._done} of {self._total}", line=line)
        if last and self._stream.isatty():
            self._stream.write("\n")

    def _show(self, text: str, *, line: bool) -> None:
        if self._stream.isatty():
            full = _BAR * self._done // self._total
            self._stream.write(f"\r\033[K[{'#' * full}{'.' * (_BAR - full)}] {text}")
        elif line:
            self._stream.write(f"{text}\n")
        self._stream.flush()
