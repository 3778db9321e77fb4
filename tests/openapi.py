"""The contract file as data: its operations, its schemas, its examples."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

CONTRACT_FILE: Final = Path(__file__).parent.parent / "openapi.yaml"
_BASE: Final = "urn:contract"
_METHODS: Final = ("get", "put", "post", "delete", "patch")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Operation:
    """One method on one path, as the contract describes it."""

    method: str
    path: str
    content: Json

    @property
    def request_media(self) -> Json | None:
        """The JSON body that it takes, if it takes one."""
        body = self.content.get("requestBody")
        return None if body is None else resolved(body)["content"]["application/json"]

    @property
    def for_admins(self) -> bool:
        """Whether it needs an operator's token."""
        return bool(self.roles)

    @property
    def roles(self) -> list[str]:
        """The lowest role that may call it; none for operations of the game."""
        return [role for choice in self.content.get("security", []) for role in choice.get("adminToken", ())]

    def json_media(self) -> Iterator[tuple[str, Json]]:
        """Every JSON body of this operation: its request's, and its answers' by status."""
        if media := self.request_media:
            yield "request", media
        for status in sorted(self.statuses):
            for media_type, answer in (self.response(status) or {}).get("content", {}).items():
                if media_type.endswith("json"):
                    yield str(status), answer

    @property
    def statuses(self) -> set[int]:
        """Every status that it may answer with."""
        return {int(status) for status in self.content["responses"]}

    @property
    def parameters(self) -> list[Json]:
        """Its own, and those that all operations of its path have."""
        of_the_path = contract()["paths"][self.path].get("parameters", [])
        return [resolved(one) for one in [*of_the_path, *self.content.get("parameters", [])]]

    @property
    def success(self) -> int:
        """The status of what goes well."""
        (status,) = (status for status in self.statuses if status < 300)
        return status

    def response(self, status: int) -> Json | None:
        """What the contract says of this status, if anything."""
        found = self.content["responses"].get(str(status))
        return None if found is None else resolved(found)


@lru_cache
def contract() -> Json:
    """The whole document, which no test changes."""
    # libyaml reads it in a tenth of a second, the parser in Python in two; either gives the same.
    document: Json = yaml.load(CONTRACT_FILE.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return document


@lru_cache
def operations() -> tuple[Operation, ...]:
    """Every operation of the contract."""
    paths = contract()["paths"].items()
    return tuple(
        Operation(method.upper(), path, item[method]) for path, item in paths for method in _METHODS if method in item
    )


def operation_of(method: str, path: str) -> Operation | None:
    """The operation that a request reaches; a path without variables goes before one with them."""
    exact = [one for one in operations() if one.path == path]
    candidates = exact or [one for one in operations() if _pattern(one.path).fullmatch(path)]
    return next((one for one in candidates if one.method == method), None)


@cache
def _pattern(path: str) -> re.Pattern[str]:
    return re.compile("[^/]+".join(re.escape(piece) for piece in re.split(r"\{\w+\}", path)))


def component(name: str) -> Json:
    """The schema with this name."""
    found: Json = contract()["components"]["schemas"][name]
    return found


def resolved(part: Json) -> Json:
    """The part itself, or what its $ref points to."""
    while "$ref" in part:
        found: Any = contract()
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part


def examples(media: Json) -> dict[str, Any]:
    """The values of all examples of a body, by name."""
    return {name: resolved(example)["value"] for name, example in media.get("examples", {}).items()}


def first_request(operation: Operation) -> Any:
    """The first example of its body. Where there is a choice of samples, it asks for the fewest there may be."""
    media = operation.request_media
    if media is None:
        raise AssertionError(f"{operation.path} takes no body.")
    body = next(iter(examples(media).values()))
    samples = resolved(media["schema"]).get("properties", {}).get("samples")
    return body if samples is None else {**body, "samples": resolved(samples)["minimum"]}


def mistakes(schema: Json, value: Any) -> list[str]:
    """What is wrong with a value by a schema that may point into the contract."""
    validators = _compiled(schema)
    if validators.fast.is_valid(value):
        return []
    explained = [f"{error.json_path}: {error.message:.300}" for error in validators.explaining.iter_errors(value)]
    return explained or [str(error) for error in validators.fast.iter_errors(value)]


@dataclass(frozen=True, slots=True)
class _Validators:
    """Two of the same schema: a compiled one, and one whose messages are easier to read."""

    schema: Json
    """Kept, so that its id stays its own."""
    fast: jsonschema_rs.Draft202012Validator
    explaining: Draft202012Validator


_validators: Final[dict[int, _Validators]] = {}


def _compiled(schema: Json) -> _Validators:
    if id(schema) not in _validators:
        closed = _closed(schema)
        _validators[id(schema)] = _Validators(
            schema,
            jsonschema_rs.Draft202012Validator(closed, registry=_fast_registry(), validate_formats=True),
            Draft202012Validator(closed, registry=_registry(), format_checker=Draft202012Validator.FORMAT_CHECKER),
        )
    return _validators[id(schema)]


@lru_cache
def _fast_registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([(_BASE, _closed(contract()))], draft=jsonschema_rs.Draft202012)


@lru_cache
def _registry() -> Registry[Any]:
    empty: Registry[Any] = Registry()
    registry: Registry[Any] = empty.with_resource(_BASE, DRAFT202012.create_resource(_closed(contract())))
    return registry


def _closed(part: Any) -> Any:
    """The same with absolute pointers, and with objects that have their listed fields and no others.

    The contract leaves answers open, so that they can grow; a field that it does not describe is our mistake.
    """
    if isinstance(part, list):
        return [_closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    closed = {key: _closed(value) for key, value in part.items()}
    if str(part.get("$ref")).startswith("#"):
        closed["$ref"] = _BASE + part["$ref"]
    if isinstance(part.get("properties"), dict) and "additionalProperties" not in part:
        closed["additionalProperties"] = False
    return closed
