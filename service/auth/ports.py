"""The port to the list of API tokens."""

from collections.abc import Collection
from typing import Protocol


class ApiTokens(Protocol):
    """The API tokens of the file, as it is now."""

    def digests(self) -> Collection[bytes]:
        """The SHA-256 of each token. Never fails."""
