"""Calls of the public API, and its problem documents as plain lines."""

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final, Protocol
from urllib.parse import SplitResult, quote, urlencode, urlsplit

from service.cli.errors import CommandFailed, Refused, Unreachable

URL: Final = "DESTINY_URL"
TOKEN: Final = "DESTINY_TOKEN"  # noqa: S105  the name of a variable
DEFAULT_URL: Final = "http://127.0.0.1:8000"
TIMEOUT_S: Final = 60
"""How long the service may be silent. A preview of a full catalogue takes a second."""
LARGEST_ANSWER: Final = 64 << 20
MOST_MISTAKES: Final = 20
JSON_TYPE: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Answer:
    """A response; the names of the headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Sends one request. Raises `Unreachable`."""

    def __call__(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, /) -> Answer:
        """Return the answer to it; redirects are answers too."""


class Http:
    """Sends each request on its own connection, and to no other address: a redirect could take the token along."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._parts = _checked(url)

    def __call__(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        parts = self._parts
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        try:
            with closing(kind(parts.hostname or "", parts.port, timeout=TIMEOUT_S)) as connection:
                connection.request(method, parts.path.rstrip("/") + path, body, dict(headers))
                response = connection.getresponse()
                read = response.read(LARGEST_ANSWER + 1)
        except (OSError, HTTPException) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise Unreachable(
                f"{self._url} does not answer: {reason}. Is the service running, and is {URL} right?"
            ) from None
        if len(read) > LARGEST_ANSWER:
            raise Unreachable(f"{self._url} sends more than {LARGEST_ANSWER >> 20} MiB. Is it the service?")
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, read)


def _checked(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.query or parts.fragment or parts.username is not None or not url.isascii():
        raise CommandFailed(f"{URL} or --url is no address of a service; write it like {DEFAULT_URL}.")
    return parts


@dataclass(frozen=True, slots=True)
class Api:
    """The service, as this operator or player may use it."""

    transport: Transport
    token: str = ""

    def get(self, path: str, **query: object) -> Any:
        """The JSON document at a path; parameters that are None are left out."""
        return document(self.send("GET", path, query))

    def post(self, path: str, body: Any, **query: object) -> Any:
        """The JSON document that answers a body."""
        return document(self.send("POST", path, query, body))

    def send(self, method: str, path: str, query: Mapping[str, object], body: Any = None, **headers: str) -> Answer:
        """The answer to a request; raises `Refused` or `Unreachable` for anything but success."""
        given = {name: value for name, value in query.items() if value is not None}
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        encoded = None
        if body is not None:
            encoded = json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")
            sent["Content-Type"] = JSON_TYPE
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        target = quote(path) + (f"?{urlencode(given)}" if given else "")
        answer = self.transport(method, target, sent, encoded)
        if not 200 <= answer.status < 300:
            raise _failure(method, path, answer, has_token=bool(self.token))
        return answer


def document(answer: Answer) -> Any:
    """The JSON in an answer; raises `Unreachable`, as something that is not the service has sent anything else."""
    try:
        return json.loads(answer.body)
    except ValueError:
        raise Unreachable("The answer is not JSON. Is this the address of the service?") from None


def token_of(environment: Mapping[str, str]) -> str:
    """The token to send; raises `CommandFailed` for what no header can hold, without showing it."""
    token = environment.get(TOKEN, "")
    if not token.isascii() or not token.isprintable() or " " in token:
        raise CommandFailed(f"{TOKEN} is not a token: it has spaces or characters that no token has.")
    return token


def _failure(method: str, path: str, answer: Answer, *, has_token: bool) -> CommandFailed:
    try:
        problem = json.loads(answer.body)
        title, detail = str(problem["title"]), str(problem.get("detail", ""))
        mistakes = [(str(one["pointer"]), str(one["message"])) for one in problem.get("errors", ())]
    except (ValueError, TypeError, KeyError, AttributeError):
        text = f"{method} {path} is answered {answer.status}, without a reason. Is this the address of the service?"
        return Unreachable(text) if answer.status >= 500 else Refused(answer.status, text)
    if mistakes:
        lines = [f"{title} ({answer.status}): {mistakes[0][0] or 'the body'}: {mistakes[0][1]}"]
        lines += (f"  {pointer or 'the body'}: {message}" for pointer, message in mistakes[1:MOST_MISTAKES])
        if len(mistakes) > MOST_MISTAKES:
            lines.append(f"  and {len(mistakes) - MOST_MISTAKES} more")
    else:
        lines = [f"{title} ({answer.status}): {detail}"]
    if answer.status == 401:
        lines.append(f"{TOKEN} is {'not the token of an operator here' if has_token else 'not set'}.")
    return Unreachable(*lines) if answer.status in {502, 503, 504} else Refused(answer.status, *lines)
