"""API tokens that only the test changes."""

from collections.abc import Collection
from dataclasses import dataclass, field

from tests.fakes.operators import digest


@dataclass
class ListedApiTokens:
    """Holds the tokens themselves, for the test to read."""

    tokens: list[str] = field(default_factory=list)

    def digests(self) -> Collection[bytes]:
        return [digest(token) for token in self.tokens]
