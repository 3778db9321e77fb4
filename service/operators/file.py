"""The file of operators, which a running process follows.

`python -m service.operators.file FILE` checks a file before it replaces the one in use.
"""

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any, Final

from service.operators.roles import ADMIN, Operator, Role
from service.system.followed_file import FollowedFile, check_file

TABLE: Final = "operator"
FIELDS: Final = ("name", "role", "token_sha256")
MOST_OPERATORS: Final = 100
"""A token is compared with those of all of them."""
_NAME: Final = re.compile(r"(?![0-9a-f]{12}$)[A-Za-z][A-Za-z0-9._@-]{0,63}")
"""Nothing that could be an address or the twelve digits of an API token: the log names all of them as callers."""
NAMES: Final = (
    "1 to 64 letters, digits and ._@-, a letter first, other than admin, and no twelve digits and letters from a to f"
)
_DIGEST: Final = re.compile(r"[0-9A-Fa-f]{64}")


def is_name(text: str) -> bool:
    """Whether an operator may have this name."""
    return _NAME.fullmatch(text) is not None and text.lower() != ADMIN.name


def operators_in(text: str) -> Mapping[bytes, Operator]:
    """The operators in a TOML file, by the SHA-256 of their tokens; raises ValueError."""
    return _operators(tomllib.loads(text))


def _operators(document: dict[str, Any]) -> Mapping[bytes, Operator]:
    entries = document.pop(TABLE, [])
    mistakes = [f"{key} is not known; each operator is a table [[{TABLE}]]" for key in document]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        mistakes.append(f"each operator is a table [[{TABLE}]]")
        entries = []
    if len(entries) > MOST_OPERATORS:
        mistakes.append(f"there are {len(entries)} operators, allowed: {MOST_OPERATORS}")
    for number, entry in enumerate(entries, 1):
        mistakes += (f"operator {number}: {mistake}" for mistake in _mistakes(entry))
    if not mistakes:
        mistakes += _repeated("name", (entry["name"].lower() for entry in entries), shown=True)
        mistakes += _repeated("token_sha256", (entry["token_sha256"].lower() for entry in entries), shown=False)
    if mistakes:
        raise ValueError("; ".join(mistakes))
    return MappingProxyType(
        {bytes.fromhex(entry["token_sha256"]): Operator(entry["name"], Role(entry["role"])) for entry in entries}
    )


def _mistakes(entry: Mapping[str, Any]) -> Iterator[str]:
    # The value of a wrong field may be a token, so only a role is shown.
    for key in entry:
        if key not in FIELDS:
            yield f"{key} is not known, known: {', '.join(FIELDS)}"
    name, role, digest = (entry.get(field) for field in FIELDS)
    if not isinstance(name, str) or not is_name(name):
        yield f"name is missing or wrong, allowed: {NAMES}"
    if role not in tuple(Role):
        yield f"role is {role!r:.40}, allowed: {', '.join(Role)}"
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        yield "token_sha256 is missing or wrong, allowed: the SHA-256 of the token, 64 hexadecimal digits"


def _repeated(field: str, values: Iterable[str], *, shown: bool) -> Iterator[str]:
    for value, number in Counter(values).items():
        if number > 1:
            yield f"{number} operators have the {field} {value}" if shown else f"{number} operators share a {field}"


class FollowedOperators:
    """The operators of a file, followed without a restart. A change that cannot be used changes nothing here."""

    def __init__(self, path: Path, tick: Callable[[], float] = monotonic) -> None:
        none: Mapping[bytes, Operator] = MappingProxyType({})
        self._file = FollowedFile(path, operators_in, none, "operators", tick)

    def by_token(self) -> Mapping[bytes, Operator]:
        return self._file.now()


if __name__ == "__main__":
    check_file(sys.argv[1:], operators_in)
