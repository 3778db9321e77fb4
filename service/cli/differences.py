"""Differences of two tunings: asked for, and as lines."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from service.cli.errors import CommandFailed
from service.cli.session import Session
from service.cli.terminal import Terminal, shown
from service.cli.tuning_files import is_revision, read_tuning

TUNING: Final = "/v1/admin/tuning"
Difference = Mapping[str, Any]
"""A pointer with the value before and after; a value that is missing on a side is left out there."""


def compared(before: str, after: str, session: Session) -> dict[str, Any]:
    """What has to change in one tuning to become the other; each is a revision or a file."""
    if is_revision(before) and is_revision(after):
        return dict(session.api.get(f"{TUNING}/diff", **{"from": before, "to": after}))
    if is_revision(before):
        return compared_with_file(before, read_tuning(after, session), session)
    if is_revision(after):
        return dict(session.api.post(f"{TUNING}/diff", {"values": read_tuning(before, session)}, to=after))
    raise CommandFailed(f"{before} and {after} are both files; compare each with a revision, or use your own diff.")


def compared_with_file(revision: str, tuning: Mapping[str, Any], session: Session) -> dict[str, Any]:
    """What has to change in a revision to become this tuning."""
    found = session.api.post(f"{TUNING}/diff", {"values": tuning}, to=revision)
    return {"from": found["to"], "to": None, "differences": [_turned(one) for one in found["differences"]]}


def _turned(one: Difference) -> Difference:
    sides = {"before": one.get("after"), "after": one.get("before")}
    return {"pointer": one["pointer"]} | {side: value for side, value in sides.items() if value is not None}


def show(differences: Iterable[Difference], terminal: Terminal) -> None:
    """A line for each: + for what is new, - for what is gone, ~ for what changed."""
    for one in differences:
        pointer, before, after = one["pointer"], one.get("before"), one.get("after")
        if before is None:
            terminal.marked("+", f"{pointer}: {shown(after)}")
        elif after is None:
            terminal.marked("-", f"{pointer}: {shown(before)}")
        else:
            terminal.marked("~", f"{pointer}: {shown(before)} -> {shown(after)}")
