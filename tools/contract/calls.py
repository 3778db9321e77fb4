"""The calls that the contract's examples are the answers to, as its parts describe them under `x-call`.

| Key | Meaning | Left out |
|---|---|---|
| `operation` | the operation that is called | the one whose answer the example is |
| `example` | the example that is sent | the operation's request example of the same name |
| `json`, `text`, `type` | another body, and the media type of a text | |
| `mebibytes` | a body that is larger than that | |
| `names`, `query`, `headers` | names, query, headers (null: none), or a role | the examples of what is required |
| `hands` | the hands that the dealer deals, in turn | the same pair again and again |
| `service` | the state of the service, by its name in `states.py` | as it is at its first start |
| `after` | calls before this one, described in the same way; `{minutes: 2}` is a pause | |
| `only` | so much is shown of these arrays, objects and texts, by their pointers | all of them |
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from tools.contract.parts import Json

DESIGNER: Final = "designer"
ADMIN: Final = "admin"
"""A role means the header of the operator who has it."""
_METHODS: Final = ("get", "put", "post", "delete", "patch")
_EXAMPLE: Final = "#/components/examples/"


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as a test client takes it."""

    method: str
    path: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pause:
    """Time that passes between two calls."""

    duration: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Call:
    """What an example is the answer to."""

    sent: Sent
    before: tuple[Sent | Pause, ...] = ()
    service: str = "new"
    hands: tuple[str, ...] = ()
    only: Mapping[str, int] = field(default_factory=dict)


class Calls:
    """The calls behind the examples of a contract whose answers need not be there yet."""

    def __init__(self, document: Json) -> None:
        self._document = document
        self._examples: Json = document["components"]["examples"]

    def of(self, name: str) -> Call:
        """The call that this example is the answer to."""
        recipe = self._examples[name].get("x-call", {})
        return Call(
            self._sent(recipe, name),
            tuple(self._earlier(before) for before in recipe.get("after", ())),
            recipe.get("service", "new"),
            tuple(recipe.get("hands", ())),
            recipe.get("only", {}),
        )

    def statuses(self, name: str) -> set[int]:
        """The statuses that this example is an answer of."""
        return self._statuses[name]

    @cached_property
    def _statuses(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {name: set() for name in self._examples}
        for _, _, content in self._operations.values():
            for status, response in content["responses"].items():
                for _, example in self._named(self._resolved(response)):
                    found[example].add(int(status))
        return found

    def _earlier(self, recipe: Json) -> Sent | Pause:
        return self._sent(recipe, "") if "operation" in recipe else Pause(recipe)

    def _sent(self, recipe: Json, name: str) -> Sent:
        operation, example = self._answered.get(name, ("", None))
        operation = recipe.get("operation", operation)
        if operation not in self._operations:
            raise ValueError(f"The example {name} needs a value, or an x-call that names its operation.")
        method, path, content = self._operations[operation]
        roles = [role for choice in content.get("security", []) for role in choice.get("adminToken", ())]
        token = {"Authorization": ADMIN if ADMIN in roles else DESIGNER} if roles else {}
        headers = token | self._required(content, "header") | recipe.get("headers", {})
        options: Json = {"headers": {key: text for key, text in headers.items() if text is not None}}
        if "query" in recipe:
            options["query_string"] = recipe["query"]
        names = {**self._required(content, "path"), **recipe.get("names", {})}
        return Sent(method.upper(), path.format(**names), options | self._body(recipe, example))

    def _body(self, recipe: Json, example: str | None) -> Json:
        if "text" in recipe or "mebibytes" in recipe:
            data = recipe.get("text", "").encode() or b" " * (recipe["mebibytes"] * 2**20 + 1)
            return {"data": data, "content_type": recipe.get("type", "application/json")}
        if "json" in recipe:
            return {"json": recipe["json"]}
        example = recipe.get("example", example if "operation" not in recipe else None)
        return {"json": self._examples[example]["value"]} if example else {}

    @cached_property
    def _operations(self) -> dict[str, tuple[str, str, Json]]:
        return {
            item[method]["operationId"]: (
                method,
                path,
                {**item[method], "parameters": [*map(self._resolved, parameters)]},
            )
            for path, item in self._document["paths"].items()
            for method in _METHODS
            if method in item
            for parameters in [[*item.get("parameters", ()), *item[method].get("parameters", ())]]
        }

    @cached_property
    def _answered(self) -> dict[str, tuple[str, str | None]]:
        """The operation that an example is a success of, and the request example of the same name if it has one."""
        found: dict[str, tuple[str, str | None]] = {}
        for operation, (_, _, content) in self._operations.items():
            requests = dict(self._named(self._resolved(content.get("requestBody", {}))))
            for status, response in content["responses"].items():
                if status.startswith("2"):
                    for name, example in self._named(self._resolved(response)):
                        if found.get(example, ("", None))[1] is None:
                            found[example] = operation, requests.get(name)
        return found

    def _named(self, body: Json) -> Iterator[tuple[str, str]]:
        for media in body.get("content", {}).values():
            for name, example in media.get("examples", {}).items():
                yield name, example["$ref"].removeprefix(_EXAMPLE)

    def _required(self, content: Json, place: str) -> dict[str, str]:
        wanted = [one for one in content["parameters"] if one["in"] == place and one.get("required")]
        return {one["name"]: str(one["example"]) for one in wanted}

    def _resolved(self, part: Json) -> Json:
        while "$ref" in part:
            found: Any = self._document
            for step in part["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            part = found
        return part
