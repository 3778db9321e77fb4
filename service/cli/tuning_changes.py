"""`tuning preview` and `tuning apply`: what a tuning in a file would do, and making it live."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from service.cli.api import document
from service.cli.differences import TUNING, compared_with_file, show
from service.cli.errors import DONE, CommandFailed, Refused
from service.cli.session import Commands, Session, command, number
from service.cli.terminal import Terminal, percent
from service.cli.tuning_files import read_tuning

_STALE: Final = 412
_NEEDS_FORCE: Final = "force: true"
"""What the service says in each warning that only `force` gets a change past."""


def add_commands(commands: Commands) -> None:
    parser = command(
        commands,
        "preview",
        preview,
        "Shows what a tuning would do to the chances of reference characters, compared with the live tuning. Changes "
        "nothing.",
        "destiny tuning preview tuning.toml",
    )
    parser.add_argument("file", metavar="FILE", help="a whole tuning as TOML or JSON; - for standard input")
    parser.add_argument("--location", metavar="ID", help="where everyone is")
    parser.add_argument("--duels", action="store_true", help="compare duels too")
    parser.add_argument("--limit", type=number, default=20, metavar="N", help="how many rows of each; 20 by default")
    parser.add_argument("--json", action="store_true", help="print the whole answer of the service")

    parser = command(
        commands,
        "apply",
        apply,
        "Makes a tuning live, exactly as it is in the file: entries that the file does not have are removed. Changes "
        "nothing if someone else was faster.",
        'destiny tuning apply tuning.toml --reason "Banks fall too often."',
    )
    parser.add_argument("file", metavar="FILE", help="a whole tuning as TOML or JSON; - for standard input")
    parser.add_argument("--reason", required=True, help="why, for the history")
    parser.add_argument("--force", action="store_true", help="apply it in spite of warnings")
    parser.add_argument(
        "--if-revision", type=number, metavar="N", help="only if N is still the newest revision, as in a reviewed diff"
    )


def preview(given: argparse.Namespace, session: Session) -> int:
    tuning = read_tuning(given.file, session)
    found = compared_with_file("live", tuning, session)
    wanted = {
        "document": tuning,
        "tuning_revision": found["from"],
        "parts": ["challenges", "duels"] if given.duels else ["challenges"],
        "only_changed": True,
        "limit": max(given.limit, 1),
    }
    if given.location is not None:
        wanted["location"] = given.location
    answer = session.api.post(f"{TUNING}/preview", wanted)
    if given.json:
        session.terminal.json(answer)
    else:
        _show_preview(answer, found, given, session.terminal)
    return DONE


def _show_preview(
    answer: Mapping[str, Any], found: Mapping[str, Any], given: argparse.Namespace, terminal: Terminal
) -> None:
    if not found["differences"]:
        terminal.line(f"No differences: revision {found['from']} has these values.")
        return
    terminal.line(f"Changes of revision {found['from']}:")
    show(found["differences"], terminal)
    _show_warnings(answer["warnings"], terminal)
    summary = answer["summary"]
    rows = answer["challenges"][: given.limit]
    terminal.line()
    terminal.line(_moved("odds of challenges", "chances of success", summary["challenges"]))
    if rows:
        cells = [(row["name"], row["character"], *_sides(row, "success"), _moves_most(row)) for row in rows]
        terminal.table([("challenge", "character", "before", "after", "moves most"), *cells], right=(2, 3))
    _show_left_out(summary["challenges"], rows, terminal)
    if given.duels:
        rows = answer["duels"][: given.limit]
        terminal.line()
        terminal.line(_moved("odds of duels", "chances of the first to win", summary["duels"]))
        if rows:
            cells = [(row["actor"], row["target"], *_sides(row, "actor_wins")) for row in rows]
            terminal.table([("actor", "target", "before", "after"), *cells], right=(2, 3))
        _show_left_out(summary["duels"], rows, terminal)


def _moved(what: str, shown: str, summary: Mapping[str, Any]) -> str:
    parts = [f"{summary['moved']} of {summary['compared']} {what} move"]
    parts += (f"{summary[change]} {change}" for change in ("added", "removed") if summary[change])
    return ", ".join(parts) + (f"; {shown}:" if _rows(summary) else ".")


def _moves_most(row: Mapping[str, Any]) -> str:
    """The degree whose chance moves most: it may be one of failure, where success stays as it is."""
    if row["before"] is None or row["after"] is None:
        return ""
    before, after = row["before"]["degrees"], row["after"]["degrees"]
    moves = {degree: after[degree]["probability"] - before[degree]["probability"] for degree in before}
    most = max(moves, key=lambda degree: abs(moves[degree]))
    sign = "+" if moves[most] > 0 else "-"
    return f"{most} {sign}{percent(abs(moves[most]))}"


def _sides(row: Mapping[str, Any], what: str) -> Iterable[str]:
    return ("-" if row[side] is None else percent(row[side][what]["probability"]) for side in ("before", "after"))


def _rows(summary: Mapping[str, int]) -> int:
    return summary["moved"] + summary["added"] + summary["removed"]


def _show_left_out(summary: Mapping[str, int], shown: Sequence[object], terminal: Terminal) -> None:
    if more := _rows(summary) - len(shown):
        terminal.line(f"and {more} more; --limit shows them")


def apply(given: argparse.Namespace, session: Session) -> int:
    tuning = read_tuning(given.file, session)
    newest: int = session.api.get(TUNING)["tuning_revision"]
    if given.if_revision not in (None, newest):
        raise _stale(given.if_revision, newest)
    differences = compared_with_file(str(newest), tuning, session)["differences"]
    if not differences:
        session.terminal.line(f"Nothing to apply: revision {newest} already has these values.")
        return DONE
    show(differences, session.terminal)
    record = _put(tuning, newest, given, session)
    _show_warnings(record["warnings"], session.terminal)
    session.terminal.line(f"Revision {record['tuning_revision']} is live, by {record['author']}: {record['reason']}")
    return DONE


def _put(tuning: Mapping[str, Any], newest: int, given: argparse.Namespace, session: Session) -> Mapping[str, Any]:
    body = {"values": tuning, "reason": given.reason, "force": given.force}
    try:
        made: Mapping[str, Any] = document(session.api.send("PUT", TUNING, {}, body, If_Match=f'"{newest}"'))
    except Refused as refused:
        if refused.status == _STALE:
            raise _stale(newest, None) from None
        if all(_NEEDS_FORCE in line for line in refused.lines):
            raise CommandFailed(*refused.lines, "Nothing was changed. Apply it with --force if you mean it.") from None
        raise
    return made


def _stale(based_on: int, newest: int | None) -> CommandFailed:
    now = "someone else was faster" if newest is None else f"the newest revision is {newest}"
    return CommandFailed(
        f"Nothing was changed: {now}, and this change is based on revision {based_on}.",
        f"See what changed with `tuning diff {based_on} live`, and put it into your file as well.",
    )


def _show_warnings(warnings: Iterable[Mapping[str, str]], terminal: Terminal) -> None:
    for warning in warnings:
        terminal.line(f"! {warning['pointer']}: {warning['message']}")
