"""The command line, its requests answered by an application in this process."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from service.cli.api import TOKEN, Answer, Transport
from service.cli.command_line import run
from service.cli.terminal import Terminal
from service.operators.roles import Role
from tests.contract_client import ContractClient
from tests.fakes.operators import TOKENS


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    output: str
    errors: str


class Screen(io.StringIO):
    """What a terminal shows, which knows colours."""

    def isatty(self) -> bool:
        return True


@dataclass(slots=True)
class CommandLine:
    """Runs commands against this client, with the token of a designer unless the environment names another."""

    client: ContractClient
    environment: dict[str, str] = field(default_factory=lambda: {TOKEN: TOKENS[Role.DESIGNER]})
    urls: list[str] = field(default_factory=list)
    """The addresses that were asked for."""
    sent: list[tuple[str, str]] = field(default_factory=list)
    """The method and path of each request."""
    before_each: Any = None
    """Called with the method and path before each request."""

    def __call__(self, *arguments: str, input: str = "", screen: bool = False) -> Ran:  # noqa: A002
        output = Screen() if screen else io.StringIO()
        terminal = Terminal(io.StringIO(input), output, errors := io.StringIO())
        code = run(arguments, self.environment, terminal, self._connected)
        return Ran(code, output.getvalue(), errors.getvalue())

    def _connected(self, url: str) -> Transport:
        self.urls.append(url)
        return self._send

    def _send(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        if self.before_each:
            self.before_each(method, path)
        self.sent.append((method, path))
        answer = self.client.request(method, path, headers=dict(headers), data=body)
        found = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status_code, found, answer.data)
