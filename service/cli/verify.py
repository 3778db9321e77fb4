"""`verify`: whether a draw follows from its seeds, computed here and by the service."""

import argparse
import re
from typing import Any, Final

from service.cli.draws import drawn_in, repeated
from service.cli.errors import DIFFERS, DONE, CommandFailed
from service.cli.session import Commands, Session, command
from service.cli.tuning_files import read_json, read_text
from service.cli.why import record_of

_ID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def add_commands(commands: Commands) -> None:
    parser = command(
        commands,
        "verify",
        verify,
        "Repeats a promised draw from its seeds, on this machine and by the service, and says whether the cards match. "
        "Exits with 1 if they do not.",
        "destiny verify 01a1efac-7678-7e53-a8d4-ea0e5ef9d650",
    )
    parser.add_argument(
        "source",
        metavar="FILE|ID|-",
        help="a JSON file with a draw, an answer or a record; the id of a resolution; - for standard input",
    )
    parser.add_argument(
        "--hash", metavar="DIGITS", help="the server_seed_hash that was published before the draw, to compare with"
    )
    parser.add_argument("--here-only", action="store_true", help="do not ask the service as well")


def verify(given: argparse.Namespace, session: Session) -> int:
    source = _source(given.source, session)
    draw = drawn_in(source)
    if draw is None:
        raise CommandFailed(f"{given.source} has no promised draw, so there is nothing to verify.")
    found = repeated(source, draw)
    said: dict[str, bool | None] = {
        "the server seed has the hash in the draw": found.hash_holds,
        "the seeds lead to the cards in the draw": found.cards_match,
        "these hands were played": found.hands_played,
    }
    if given.hash is not None:
        said["the hash is the one published before the draw"] = found.server_seed_hash == given.hash.lower()
    if not given.here_only:
        answer = session.api.post("/v1/draws/verify", {"draw": draw})
        said["the service finds the same cards"] = answer["matches"]
    checked = {what: holds for what, holds in said.items() if holds is not None}
    for what, holds in checked.items():
        session.terminal.marked("+" if holds else "-", f"{what}: {'yes' if holds else 'NO'}")
    session.terminal.line("matches" if all(checked.values()) else "does not match")
    return DONE if all(checked.values()) else DIFFERS


def _source(name: str, session: Session) -> Any:
    return record_of(name, session) if _ID.fullmatch(name) else read_json(name, read_text(name, session))
