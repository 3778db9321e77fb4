"""`tuning export`, `diff` and `history`: read the tuning."""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from service.cli import tuning_changes
from service.cli.differences import TUNING, compared, show
from service.cli.errors import DIFFERS, DONE, CommandFailed
from service.cli.session import Commands, Session, command, number
from service.cli.terminal import plain

_AT_ONCE: Final = 100


def add_commands(commands: Commands) -> None:
    group = commands.add_parser("tuning", help="the balance: export, compare, preview, apply, look back")
    below = group.add_subparsers(required=True, metavar="COMMAND", title="commands")
    _add_export(below)
    _add_diff(below)
    tuning_changes.add_commands(below)
    _add_history(below)


def _add_export(commands: Commands) -> None:
    parser = command(
        commands,
        "export",
        export,
        "Writes the newest tuning, or an old revision of it, as a file for version control.",
        "destiny tuning export -o tuning.toml",
    )
    parser.add_argument("--format", choices=("toml", "json"), default="toml", help="toml by default")
    parser.add_argument("--revision", type=number, metavar="N", help="the newest by default")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it; standard output by default")


def _add_diff(commands: Commands) -> None:
    parser = command(
        commands,
        "diff",
        diff,
        "Compares tunings. With one, shows what has to change in the live tuning to become it; with two, what has to "
        "change in the first to become the second. Exits with 1 if there are differences.",
        "destiny tuning diff tuning.toml",
    )
    about = "a FILE (- for standard input), the number of a revision, shipped or live"
    parser.add_argument("first", metavar="TUNING", help=about)
    parser.add_argument("second", metavar="OTHER", nargs="?", help="another; at most one of both is a file")
    parser.add_argument("--json", action="store_true", help="print the differences as JSON")


def _add_history(commands: Commands) -> None:
    parser = command(
        commands,
        "history",
        history,
        "Lists the revisions, newest first: who changed what, when and why.",
        "destiny tuning history --pointer /crimes/bank_robbery --author ann",
    )
    parser.add_argument("--pointer", help="only changes of this value or part, such as /crimes/bank_robbery")
    parser.add_argument("--author", help="only changes of this operator")
    parser.add_argument("--limit", type=number, default=20, metavar="N", help="how many at most; 20 by default")
    parser.add_argument("--json", action="store_true", help="print the records as JSON")


def export(given: argparse.Namespace, session: Session) -> int:
    path = TUNING if given.revision is None else f"{TUNING}/revisions/{given.revision}"
    if given.format == "toml":
        text = session.api.send("GET", path, {"format": "toml"}).body.decode()
    else:
        answer = session.api.get(path)
        text = json.dumps(answer["values"], ensure_ascii=False, indent=2) + "\n"
    if given.output is None:
        session.terminal.output.write(text)
        return DONE
    try:
        Path(given.output).write_text(text, "utf-8")
    except OSError as error:
        raise CommandFailed(f"{given.output} cannot be written: {error.strerror}.") from None
    return DONE


def diff(given: argparse.Namespace, session: Session) -> int:
    before, after = ("live", given.first) if given.second is None else (given.first, given.second)
    found = compared(before, after, session)
    if given.json:
        session.terminal.json(found)
    else:
        show(found["differences"], session.terminal)
    return DIFFERS if found["differences"] else DONE


def history(given: argparse.Namespace, session: Session) -> int:
    records = _records(given, session)
    if given.json:
        session.terminal.json(records)
        return DONE
    for record in records:
        _show_record(record, session)
    return DONE


def _records(given: argparse.Namespace, session: Session) -> list[dict[str, Any]]:
    """As many as are wanted, over as many pages as they take; a page of a search may be empty."""
    found, cursor = list[dict[str, Any]](), None
    while len(found) < given.limit:
        page = session.api.get(
            f"{TUNING}/revisions",
            limit=min(given.limit - len(found), _AT_ONCE),
            pointer=given.pointer,
            author=given.author,
            cursor=cursor,
        )
        found += page["revisions"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    return found


def _show_record(record: dict[str, Any], session: Session) -> None:
    terminal = session.terminal
    if record["based_on"] is None:
        terminal.line(f"{record['tuning_revision']}  ships with the service")
        return
    restored = "" if record["restores"] is None else f" (restores {record['restores']})"
    adopted = "" if record["adopted"] is None else f" (keeps the {record['adopted']})"
    forced = " (forced)" if record["forced"] else ""
    when, who = record["time"], record["author"]
    terminal.line(plain(f"{record['tuning_revision']}  {when}  {who}{restored}{adopted}{forced}: {record['reason']}"))
    show(record["differences"], terminal)
