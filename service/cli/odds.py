"""`odds`: the exact chances of one participant in one challenge."""

import argparse
import re
from collections.abc import Mapping
from typing import Any, Final

from service.cli.errors import DONE
from service.cli.session import Commands, Session, command
from service.cli.terminal import Terminal, percent

_PART: Final = {"crime": "crimes", "difficulty": "skill_checks"}


def add_commands(commands: Commands) -> None:
    parser = command(
        commands,
        "odds",
        odds,
        "Shows the exact chance of every degree in a crime, a skill check, or against a threshold.",
        "destiny odds --crime bank_robbery --skill lockpicking=30 --skill stealth=20",
    )
    against = parser.add_mutually_exclusive_group(required=True)
    against.add_argument("--crime", metavar="ID", help="a crime of the catalogue")
    against.add_argument("--check", dest="difficulty", metavar="ID", help="a skill check, such as hard")
    against.add_argument("--threshold", type=_points, metavar="POINTS", help="a threshold on its own")
    parser.add_argument(
        "--skill", action="append", type=_skill, default=[], metavar="ID=LEVEL", help="a skill; may be repeated"
    )
    parser.add_argument("--character", metavar="ID", help="a character that the service remembers")
    parser.add_argument("--item", action="append", metavar="ID", help="an item; may be repeated")
    parser.add_argument("--effect", action="append", metavar="ID", help="an effect; may be repeated")
    parser.add_argument("--location", metavar="ID", help="where it happens")
    parser.add_argument("--json", action="store_true", help="print the whole answer of the service")


def _skill(text: str) -> tuple[str, int]:
    name, _, level = text.partition("=")
    if not name or not re.fullmatch("[0-9]{1,6}", level):
        raise argparse.ArgumentTypeError(f"{text!r} is not written like lockpicking=30")
    return name, int(level)


def _points(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of points")
    return float(text)


def odds(given: argparse.Namespace, session: Session) -> int:
    action = _action(given)
    answer = session.api.post("/v1/odds", action)
    if given.json:
        session.terminal.json(answer)
        return DONE
    session.terminal.line(f"{_subject(action, answer, session)}, tuning revision {answer['tuning_revision']}")
    show_chances(answer, session.terminal)
    quantiles = answer["total_quantiles"]
    session.terminal.line(
        f"expected total {answer['expected_total']:.2f}; half of all totals are from {quantiles['p25']} to "
        f"{quantiles['p75']}"
    )
    return DONE


def show_chances(answer: Mapping[str, Any], terminal: Terminal) -> None:
    """The chance of each degree, and of both good ones together."""
    rows = [*answer["degrees"].items(), ("success in all", answer["success"])]
    cells = [(name, percent(one["probability"]), f"{one['hands']:,} hands") for name, one in rows]
    terminal.table(cells, right=(1, 2))


def _action(given: argparse.Namespace) -> dict[str, Any]:
    actor: dict[str, Any] = {}
    if given.skill or given.character is None:
        actor["skills"] = dict(given.skill)
    optional = {"character_id": given.character, "items": given.item, "effects": given.effect}
    actor |= {name: value for name, value in optional.items() if value is not None}
    fields = {name: getattr(given, name) for name in ("crime", "difficulty", "threshold", "location")}
    return {
        "action_type": "skill_check" if given.difficulty is not None else "pve",
        **{name: value for name, value in fields.items() if value is not None},
        "actor": actor,
    }


def _subject(action: Mapping[str, Any], answer: Mapping[str, Any], session: Session) -> str:
    """The name of the challenge and its threshold, which the odds do not repeat."""
    for field, part in _PART.items():
        if field in action:
            catalogue = session.api.get("/v1/catalogue")
            entry = catalogue[part].get(action[field])
            if entry is None or catalogue["tuning_revision"] != answer["tuning_revision"]:
                return str(action[field])  # changed between the two calls
            return f"{action[field]}, threshold {entry['threshold']}"
    return f"threshold {action['threshold']:g}"
