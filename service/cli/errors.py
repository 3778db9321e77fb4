"""The exit codes, and the errors that end a command with one of them."""

from typing import Final

DONE: Final = 0
DIFFERS: Final = 1
"""There are differences, or a draw does not match."""
REFUSED: Final = 2
"""The command line is wrong, or the service refuses the request."""
UNREACHABLE: Final = 3
"""The service or its store does not answer, so that trying again later can help."""


class CommandFailed(Exception):
    """A command cannot continue. The lines say why, for the person at the terminal."""

    code = REFUSED

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        super().__init__(*lines)


class Unreachable(CommandFailed):
    """There is no service at the address, or it cannot answer now."""

    code = UNREACHABLE


class Refused(CommandFailed):
    """The service answers with a problem document."""

    def __init__(self, status: int, *lines: str) -> None:
        self.status = status
        super().__init__(*lines)
