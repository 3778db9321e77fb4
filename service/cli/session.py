"""What every command works with."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from service.cli.api import Api
from service.cli.terminal import Terminal

Commands = Any
"""What `add_subparsers` returns: argparse has no public name for it."""


@dataclass(frozen=True, slots=True)
class Session:
    """The service to ask, and the terminal to answer on."""

    api: Api
    terminal: Terminal


Command = Callable[[argparse.Namespace, Session], int]
"""Does what its arguments say, and returns the exit code."""


def command(commands: Commands, name: str, run: Command, about: str, example: str) -> argparse.ArgumentParser:
    """Add a command, whose help ends with an example."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about,
        epilog=f"Example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def number(text: str) -> int:
    """A whole number from 0, for argparse."""
    if not (text.isascii() and text.isdigit() and len(text) <= 16):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return int(text)
