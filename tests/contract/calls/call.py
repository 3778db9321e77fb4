"""A call that drives one documented status."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Flask

from tests.fakes.app import make_app


@dataclass(frozen=True, slots=True)
class Call:
    """A request, and the status that it is answered with. `path` is spelled as the contract does."""

    method: str
    path: str
    status: int
    send: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    """The values for the names in the path."""
    app: Callable[[], Flask] = make_app
    """The application that is in the state for it."""

    @property
    def url(self) -> str:
        """The path as it is sent."""
        return self.path.format(**self.names)

    def __str__(self) -> str:
        return f"{self.method}{self.url}-{self.status}"
