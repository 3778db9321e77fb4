"""The port to the list of operators."""

from collections.abc import Mapping
from typing import Protocol

from service.operators.roles import Operator


class Operators(Protocol):
    """The operators of the file, as it is now."""

    def by_token(self) -> Mapping[bytes, Operator]:
        """Each operator, by the SHA-256 of its token. Never fails."""
