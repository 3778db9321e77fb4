"""Reads the contract for the pages: operations by tag, with every $ref followed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import yaml

Json = dict[str, Any]
METHODS: Final = ("get", "put", "post", "patch", "delete")
PROBLEM_TYPE: Final = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method on one path."""

    method: str
    path: str
    tag: str
    content: Json

    @property
    def name(self) -> str:
        """The operationId, which is also the name of the operation's page."""
        name: str = self.content["operationId"]
        return name

    @property
    def summary(self) -> str:
        summary: str = self.content["summary"]
        return summary


@dataclass(frozen=True, slots=True)
class Group:
    """The operations of one tag."""

    name: str
    description: str
    operations: tuple[Operation, ...]


class Contract:
    """An OpenAPI 3.1 document."""

    def __init__(self, text: bytes) -> None:
        # libyaml parses it in a tenth of a second, the Python parser in two; the result is the same.
        self.document: Json = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
        self.info: Json = self.document["info"]

    @property
    def server(self) -> str:
        """The address that the examples use."""
        address: str = self.document["servers"][0]["url"]
        return address

    @property
    def schemas(self) -> Json:
        schemas: Json = self.document["components"]["schemas"]
        return schemas

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """All operations, in the order of the document."""
        return tuple(
            Operation(method.upper(), path, item[method]["tags"][0], item[method])
            for path, item in self.document["paths"].items()
            for method in METHODS
            if method in item
        )

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The operations by tag, with the tags in the order of the document."""
        return tuple(
            Group(tag["name"], tag.get("description", ""), operations)
            for tag in self.document["tags"]
            if (operations := tuple(one for one in self.operations if one.tag == tag["name"]))
        )

    def operation_at(self, words: str) -> Operation | None:
        """The operation that `POST /v1/resolve` or `/v1/resolve` names; None where there is none."""
        method, _, path = words.rpartition(" ")
        found = (one for one in self.operations if one.path == path and method in ("", one.method))
        return next(found, None)

    def resolved(self, part: Json) -> Json:
        """The part itself, or what its $ref points to, overridden by the fields next to the $ref."""
        while "$ref" in part:
            found: Any = self.document
            for step in part["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            part = {**found, **{key: value for key, value in part.items() if key != "$ref"}}
        return part

    def parameters(self, one: Operation) -> list[Json]:
        """The parameters of the operation's path and its own, resolved."""
        shared = self.document["paths"][one.path].get("parameters", [])
        return [self.resolved(parameter) for parameter in (*shared, *one.content.get("parameters", []))]

    def body(self, one: Operation) -> Json | None:
        return self.resolved(one.content["requestBody"]) if "requestBody" in one.content else None

    def responses(self, one: Operation) -> Iterator[tuple[str, Json]]:
        """Status and response, lowest status first."""
        for status, response in sorted(one.content["responses"].items()):
            yield status, self.resolved(response)

    def examples(self, media: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """The name and value of each example of a body."""
        named = [
            (str(found.get("summary") or name.replace("_", " ")), found["value"])
            for name, example in media.get("examples", {}).items()
            if "value" in (found := self.resolved(example))
        ]
        return named or ([("example", media["example"])] if "example" in media else [])

    def role(self, one: Operation) -> str | None:
        """The lowest role of an operator that the operation needs; None if it can do without an operator."""
        choices: list[Json] = one.content.get("security", [])
        return choices[0]["adminToken"][0] if len(choices) == 1 and "adminToken" in choices[0] else None

    def tokens(self, one: Operation) -> str:
        """The token that the operation needs: `admin` (an operator's), `api` (if any are set) or `none`."""
        if self.role(one):
            return "admin"
        return "api" if (one.content if "security" in one.content else self.document)["security"] else "none"
