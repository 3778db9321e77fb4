"""Requests made from the contract's examples, some as they are and most of them mutated."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Self
from urllib.parse import quote, quote_from_bytes

from tests.hostile.exchange import HTML, Sent, request
from tests.hostile.mutator import EXTREME, damaged, mutated
from tests.hostile.tokens import authorization
from tests.openapi import Operation, examples, operations

TOO_LARGE: Final = 1_100_000
"""Bytes of a body, more than most operations take."""
KEY: Final = "Idempotency-Key"
MEDIA: Final = (
    *("text/plain", "application/xml", "application/json; charset=latin-1", "application/json; charset=utf-8"),
    *("application/toml", "multipart/form-data", "application/x-www-form-urlencoded", "", "/", "json", "a" * 300, "é"),
)
HEADERS: Final = (
    *(("Accept", value) for value in ("text/html", "*/*;q=0", "application/xml", "a" * 4000, "\x7f")),
    *(("Accept-Encoding", value) for value in ("gzip", "br", "identity;q=0", "gzip;q=9", "*;q=0", ",,,")),
    *(("Content-Encoding", value) for value in ("gzip", "identity", "deflate, gzip")),
    *(("If-Match", value) for value in ('"0"', "*", '"1", "2"', 'W/"1"', "1", '"999999999999999999999"', '"é"', "")),
    *(("If-None-Match", value) for value in ('"0"', "*", 'W/"1"', '"' + "a" * 3000 + '"')),
    *(("Idempotency-Key", value) for value in ("", "a" * 255, "a" * 256, '"quoted"', "é", "a\tb", "same")),
    *(("Origin", value) for value in ("null", "http://evil.example", "http://good.example", "é")),
    *(("X-Request-Id", value) for value in ("a" * 300, "é", "<script>")),
    *(("X-Forwarded-For", value) for value in ("1.2.3.4", "::1, x", "é")),
    *(("Host", value) for value in ("", "a" * 500, "[::1", "evil.example:99999")),
    *(("Range", "bytes=0-"), ("Connection", "upgrade"), ("Upgrade", "h2c"), ("Cookie", "a=" + "b" * 4000)),
    *(("Transfer-Encoding", "identity"), ("Expect", "100-continue"), ("TE", "trailers"), ("Content-Language", "é")),
)
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "ABC")
QUERIES: Final = (
    "",
    "&",
    "=",
    "?",
    "a=b",
    "limit",
    "limit=1&limit=2",
    "%zz",
    "%00",
    "%ff=%fe",
    "x" * 3000,
    "a[]=1;b=2",
)
PATHS: Final = (
    *(
        "/",
        "//",
        "/v1",
        "/v1/",
        "/v1//resolve",
        "/v1/resolve/",
        "/V1/RESOLVE",
        "/.",
        "/..",
        "/../../etc/passwd",
        "/%2e%2e/",
    ),
    *("/docs/assets/%2e%2e/%2e%2e/settings.py", "/docs/guides/../x", "/%00", "/%ff", "/%F0%9F%82%A1", "*", "/a" * 2000),
    *("/console/assets/a/b/c", "/problems/nothing", "/docs/guides/nothing", "/health", "/metrics/", "/verify/x", "/v2"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """An operation, with what its requests are made of."""

    operation: Operation
    bodies: tuple[Any, ...]
    parameters: tuple[Mapping[str, Any], ...]
    is_page: bool

    @classmethod
    def of(cls, operation: Operation) -> Self:
        bodies = tuple(examples(operation.request_media).values()) if operation.request_media else ()
        return cls(operation, bodies, tuple(operation.parameters), is_page(operation))

    @property
    def what(self) -> str:
        return f"{self.operation.method} {self.operation.path}"

    def named(self, place: str) -> list[Mapping[str, Any]]:
        """The parameters in the path, the query or the headers."""
        return [one for one in self.parameters if one["in"] == place]


def is_page(operation: Operation) -> bool:
    """Whether it answers HTML."""
    answer = operation.response(operation.success) or {}
    return HTML in answer.get("content", {})


SOURCES: Final = tuple(map(Source.of, operations()))


def from_contract(random: Random) -> Sent:
    """A request of an operation of the contract, most often with something wrong in one or two places."""
    source = random.choice(SOURCES)
    operation = source.operation
    kind = random.random()
    names = {one["name"]: str(one.get("example", "x")) for one in source.named("path")}
    if kind < 0.1 and names:
        names[random.choice(list(names))] = _strange(random)
    path = operation.path.format(**{name: quote(value, safe="") for name, value in names.items()})
    if 0.1 < kind < 0.13:
        path = random.choice(PATHS)
    method = random.choice(METHODS) if 0.13 < kind < 0.17 else operation.method
    reached = operation if kind >= 0.17 else None
    body = _body(source, random) if source.bodies or random.random() < 0.02 else None
    headers = _headers(source, random)
    if body is not None and random.random() < 0.04:
        headers["Content-Type"] = random.choice(MEDIA)
    target = path + _query(source, random)
    return request(method, target, source.what, body, headers, is_page=_html(source, path), operation=reached)


def _html(source: Source, path: str) -> bool:
    # Paths that only look strange may still lead to a page.
    return source.is_page or path in PATHS


def _body(source: Source, random: Random) -> bytes:
    value = random.choice(source.bodies) if source.bodies else {}
    body = mutated(value, random, random.choice((0, 1, 1, 1, 2, 3)))
    if random.random() < 0.004:
        return body.ljust(TOO_LARGE)
    return damaged(body, random) if random.random() < 0.05 else body


def _query(source: Source, random: Random) -> str:
    known = source.named("query")
    kind = random.random()
    if kind < 0.03:
        return "?" + random.choice(QUERIES)
    if not known or kind < 0.3:
        return ""
    chosen = random.sample(known, random.randint(1, min(3, len(known))))
    return "?" + "&".join(f"{one['name']}={quote(_value(one, random), safe='')}" for one in chosen)


def _value(parameter: Mapping[str, Any], random: Random) -> str:
    schema = parameter.get("schema", {})
    usual = [*schema.get("enum", ()), schema.get("default", 1), 1, 2, 10, "2026-11-19", "billy", "/crimes"]
    return str(random.choice(usual)) if random.random() < 0.7 else _strange(random)


def _headers(source: Source, random: Random) -> dict[str, str]:
    known = {one["name"]: one.get("example") for one in source.named("header")}
    headers = {name: str(value) for name, value in known.items() if value is not None and random.random() < 0.5}
    if source.operation.content.get("security") != []:
        headers |= authorization(source.operation, random)
    if KEY in known and random.random() < 0.2:
        headers[KEY] = f"hostile-{random.randrange(10**12)}"
    if random.random() < 0.1:
        name, value = random.choice(HEADERS)
        headers[name] = value
    return headers


def _strange(random: Random) -> str:
    value = random.choice(EXTREME)
    if random.random() < 0.1:
        return quote_from_bytes(random.randbytes(6))
    return str(value)[:1500]
