"""The file of API tokens, which a running process follows.

`python -m service.auth.file FILE` checks a file before it replaces the one in use.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Collection
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Final

from service.setting_kinds import BEARER, BEARER_CHARACTERS
from service.system.followed_file import FollowedFile, check_file

MOST_TOKENS: Final = 64
"""A token is compared with all of them."""
DIGEST: Final = "sha256:"
"""Begins a line with the SHA-256 of a token. No token has a colon."""
_HEXADECIMAL: Final = re.compile(r"[0-9A-Fa-f]{64}")
_ALLOWED: Final = f"a token of {BEARER_CHARACTERS}, or {DIGEST} and the SHA-256 of one, 64 hexadecimal digits"


def digests_in(text: str) -> Collection[bytes]:
    """The SHA-256 of each token in the file, which has one on a line; raises ValueError."""
    digests: list[bytes] = []
    mistakes: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.strip()
        if not entry or entry.startswith("#"):
            continue
        try:
            digests.append(_digest(entry))
        except ValueError as mistake:
            mistakes.append(f"line {number} {mistake}")
    if len(digests) > MOST_TOKENS:
        mistakes.append(f"there are {len(digests)} tokens, allowed: {MOST_TOKENS}")
    if repeated := sum(times > 1 for times in Counter(digests).values()):
        mistakes.append(f"{repeated} of the tokens are there more than once")
    if mistakes:
        raise ValueError("; ".join(mistakes))
    return tuple(digests)


def _digest(entry: str) -> bytes:
    # What is wrong may be a token, so it is not shown.
    if entry.startswith(DIGEST):
        digest = entry.removeprefix(DIGEST).strip()
        if _HEXADECIMAL.fullmatch(digest):
            return bytes.fromhex(digest)
    elif _HEXADECIMAL.fullmatch(entry):
        # If it was meant as a digest, then as a token it would let in everybody who can read the file.
        raise ValueError(f"has 64 hexadecimal digits: write {DIGEST} in front of a digest, or choose another token")
    elif re.fullmatch(BEARER, entry):
        return sha256(entry.encode()).digest()
    raise ValueError(f"is wrong, allowed: {_ALLOWED}")


class FollowedApiTokens:
    """The API tokens of a file, followed without a restart. A change that cannot be used changes nothing here."""

    def __init__(self, path: Path, tick: Callable[[], float] = monotonic) -> None:
        none: Collection[bytes] = ()
        self._file = FollowedFile(path, digests_in, none, "API tokens", tick)

    def digests(self) -> Collection[bytes]:
        return self._file.now()


if __name__ == "__main__":
    check_file(sys.argv[1:], digests_in)
