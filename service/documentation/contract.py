"""The contract as the pages need it: operations in the order of their tags, and every $ref followed."""

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
        """Its operationId, which is also the name of its page."""
        name: str = self.content["operationId"]
        return name

    @property
    def summary(self) -> str:
        """What it does, in a few words."""
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
        # libyaml reads it in a tenth of a second, the parser in Python in two; either gives the same.
        self.document: Json = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
        self.info: Json = self.document["info"]

    @property
    def server(self) -> str:
        """The address that its examples are written with."""
        address: str = self.document["servers"][0]["url"]
        return address

    @property
    def schemas(self) -> Json:
        """All named schemas."""
        schemas: Json = self.document["components"]["schemas"]
        return schemas

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """Every operation, in the order of the document."""
        return tuple(
            Operation(method.upper(), path, item[method]["tags"][0], item[method])
            for path, item in self.document["paths"].items()
            for method in METHODS
            if method in item
        )

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The operations by tag, tags in the order in which the document lists them."""
        return tuple(
            Group(tag["name"], tag.get("description", ""), operations)
            for tag in self.document["tags"]
            if (operations := tuple(one for one in self.operations if one.tag == tag["name"]))
        )

    def operation_at(self, words: str) -> Operation | None:
        """The operation that `POST /v1/resolve` or `/v1/resolve` names, if there is one."""
        method, _, path = words.rpartition(" ")
        found = (one for one in self.operations if one.path == path and method in ("", one.method))
        return next(found, None)

    def resolved(self, part: Json) -> Json:
        """The part itself, or what its $ref points to under the fields that stand next to the $ref."""
        while "$ref" in part:
            found: Any = self.document
            for step in part["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            part = {**found, **{key: value for key, value in part.items() if key != "$ref"}}
        return part

    def parameters(self, one: Operation) -> list[Json]:
        """The operation's own parameters, and those of its path."""
        shared = self.document["paths"][one.path].get("parameters", [])
        return [self.resolved(parameter) for parameter in (*shared, *one.content.get("parameters", []))]

    def body(self, one: Operation) -> Json | None:
        """The request body that the operation takes, if it takes one."""
        return self.resolved(one.content["requestBody"]) if "requestBody" in one.content else None

    def responses(self, one: Operation) -> Iterator[tuple[str, Json]]:
        """Status and answer, the lowest status first."""
        for status, response in sorted(one.content["responses"].items()):
            yield status, self.resolved(response)

    def examples(self, media: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """Name and value of each example of a body."""
        named = [
            (str(found.get("summary") or name.replace("_", " ")), found["value"])
            for name, example in media.get("examples", {}).items()
            if "value" in (found := self.resolved(example))
        ]
        return named or ([("example", media["example"])] if "example" in media else [])

    def tokens(self, one: Operation) -> str:
        """Which token it needs: `admin`, `api` (where the operator has set some) or `none`."""
        security: list[Json] = (one.content if "security" in one.content else self.document)["security"]
        needed = {name for choice in security for name in choice}
        return "admin" if "adminToken" in needed else "api" if needed else "none"
