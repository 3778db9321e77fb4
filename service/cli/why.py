"""`why`: a resolution explained from its record, line by line."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.cli.draws import drawn_in, repeated
from service.cli.errors import DONE, CommandFailed
from service.cli.odds import show_chances
from service.cli.session import Commands, Session, command
from service.cli.terminal import Terminal, percent

RESOLUTIONS: Final = "/v1/resolutions"
_SIDES: Final = ("actor", "target", "attackers", "defenders")
_WINS: Final = ("actor_wins", "target_wins", "attackers_win", "defenders_win")


def add_commands(commands: Commands) -> None:
    parser = command(
        commands,
        "why",
        why,
        "Explains a resolution: the hands, where each point came from, the threshold, and the chance that it had.",
        "destiny why 01a1efac-7678-7e53-a8d4-ea0e5ef9d650",
    )
    parser.add_argument("id", metavar="ID", help="the resolution_id of the answer")


def why(given: argparse.Namespace, session: Session) -> int:
    record = record_of(given.id, session)
    inputs, resolution, terminal = record["inputs"], record["resolution"], session.terminal
    terminal.line(
        f"{given.id}: {inputs['action_type']} at {record['resolved_at']}, tuning revision {inputs['tuning_revision']}"
    )
    for name, strength, score in _participants(inputs, resolution):
        _show_participant(name, strength, score, terminal)
    _show_outcome(inputs, resolution, terminal)
    terminal.line()
    _show_chance(session, inputs)
    _show_draw(resolution, terminal)
    return DONE


def record_of(resolution_id: str, session: Session) -> dict[str, Any]:
    """The record of a resolution, which is kept for a while only."""
    if not resolution_id or "/" in resolution_id:
        raise CommandFailed(f"{resolution_id!r} is no id of a resolution.")
    return dict(session.api.get(f"{RESOLUTIONS}/{resolution_id}"))


def _participants(
    inputs: Mapping[str, Any], resolution: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """The name of each participant, what it had, and how it scored."""
    for side in _SIDES:
        if side not in inputs:
            continue
        if isinstance(inputs[side], list):
            scores = resolution[side]["participants"]
            for place, (strength, score) in enumerate(zip(inputs[side], scores, strict=True), 1):
                yield f"{side} {place}", strength, score
        else:
            yield side, inputs[side], resolution[side]


def _show_participant(name: str, strength: Mapping[str, Any], score: Mapping[str, Any], terminal: Terminal) -> None:
    terminal.line()
    terminal.line(f"{name}{_who(strength, score)}: {' '.join(score['hand'])}, {score['hand_rank']}")
    counts, bonuses = score["suit_counts"], score["suit_bonuses"]
    rows = []
    for part in score["breakdown"]:
        kind, _, suit = part["source"].partition(":")
        note = f"{counts[suit]} cards of {bonuses[suit]}" if kind == "suit" else ""
        rows.append((f"  {part['source']}", f"{part['points']:+.2f}", note))
    terminal.table([*rows, ("  total", f"{score['total_score']:.2f}", "")], right=(1,))


def _who(strength: Mapping[str, Any], score: Mapping[str, Any]) -> str:
    who = score.get("character_id") or strength.get("npc")
    levels = ", ".join(f"{skill} {level}" for skill, level in strength.get("skills", {}).items())
    return "".join(f" ({text})" for text in (who, levels) if text)


def _show_outcome(inputs: Mapping[str, Any], resolution: Mapping[str, Any], terminal: Terminal) -> None:
    outcome, challenge = resolution["outcome"], resolution.get("challenge")
    terminal.line()
    if challenge:
        what = "threshold" if "threshold" in inputs else f"{challenge['name']} asks for"
        terminal.line(f"{what} {challenge['threshold']}")
    result = outcome["degree"] if "degree" in outcome else f"{outcome['winner']} won"
    terminal.line(f"{result}, margin {outcome['margin']:+.2f}, decided by {outcome['decided_by']}")


def _show_chance(session: Session, inputs: Mapping[str, Any]) -> None:
    """The odds of the same inputs under the same revision, without the hands."""
    try:
        answer = session.api.post("/v1/odds", _without_hands(inputs))
    except CommandFailed as failed:
        # The record explains itself; its revision may be out of reach, or name more effects than odds take.
        session.terminal.line(f"The chance that it had cannot be counted: {failed.lines[0]}")
        return
    session.terminal.line("The chance that it had:")
    if "degrees" in answer:
        show_chances(answer, session.terminal)
    else:
        found = [(name, percent(answer[name]["probability"])) for name in _WINS if name in answer]
        session.terminal.table(found, right=(1,))


def _without_hands(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_hands(below) for name, below in value.items() if name != "hand"}
    return [_without_hands(one) for one in value] if isinstance(value, list) else value


def _show_draw(resolution: Mapping[str, Any], terminal: Terminal) -> None:
    terminal.line()
    draw = drawn_in(resolution)
    if draw is None:
        terminal.line("draw: an ordinary one; only a promised draw can be verified")
        return
    said = "matches its seeds" if repeated(resolution, draw).matches else "does NOT match its seeds"
    terminal.line(f"draw {draw['draw_id']}: {said}")
