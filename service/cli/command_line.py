"""The whole command line: every command, and what its errors look like."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from typing import Final

from service.cli import odds, tuning, verify, why
from service.cli.api import DEFAULT_URL, TOKEN, URL, Api, Http, Transport, token_of
from service.cli.errors import CommandFailed
from service.cli.session import Session
from service.cli.terminal import Terminal

CODES: Final = """exit codes:
  0  done
  1  there are differences, or a draw does not match
  2  the command line is wrong, or the service refuses
  3  the service or its store does not answer"""


def run(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    terminal: Terminal,
    transport: Callable[[str], Transport] = Http,
) -> int:
    """Run one command, and return the exit code."""
    try:
        with redirect_stdout(terminal.output), redirect_stderr(terminal.errors):
            given = _parser(environment).parse_args(arguments)
    except SystemExit as ended:  # argparse has said why
        return int(ended.code or 0)
    colour = terminal.output.isatty() and not environment.get("NO_COLOR")
    try:
        api = Api(transport(given.url), token_of(environment))
        code: int = given.run(given, Session(api, replace(terminal, colour=colour)))
    except CommandFailed as failed:
        terminal.complain(f"destiny: {failed.lines[0]}", *failed.lines[1:])
        return failed.code
    return code


def _parser(environment: Mapping[str, str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="destiny",
        description="Balances Desperados Destiny from a shell: the tuning as a file, odds, records, draws.",
        epilog=f"environment:\n  {URL}    the address of the service, if --url names none; by default {DEFAULT_URL}\n"
        f"  {TOKEN}  your token; it is never an argument, because other users can read those\n\n{CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    url = environment.get(URL) or DEFAULT_URL
    parser.add_argument("--url", default=url, help="the address of the service")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")
    tuning.add_commands(commands)
    odds.add_commands(commands)
    why.add_commands(commands)
    verify.add_commands(commands)
    return parser
