"""`make operator NAME=ann ROLE=designer`: makes a token, and prints the lines to add to the file of operators.

The token goes to standard error and the lines to standard output, so that they can be appended to the file. Only the
terminal gets the token: the file has its SHA-256.
"""

import secrets
import sys
from hashlib import sha256

from service.operators.file import NAMES, TABLE, is_name
from service.operators.roles import Role


def lines(name: str, role: Role, token: str) -> str:
    """The operator's table, as the file has it."""
    digest = sha256(token.encode()).hexdigest()
    return f'\n[[{TABLE}]]\nname = "{name}"\nrole = "{role}"\ntoken_sha256 = "{digest}"\n'


def main(name: str = "", role: str = "") -> None:
    """Print both; exit with one sentence if the name or the role is not allowed."""
    if not is_name(name):
        sys.exit(f"destiny: NAME is {name!r}, allowed: {NAMES}")
    if role not in tuple(Role):
        sys.exit(f"destiny: ROLE is {role!r}, allowed: {', '.join(Role)}")
    token = secrets.token_urlsafe(24)
    print(f"Token of {name}, shown only now: {token}", file=sys.stderr)  # noqa: T201
    sys.stderr.flush()
    print(lines(name, Role(role), token), end="")  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:3])
