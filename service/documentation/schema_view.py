"""Turns schemas into trees for the pages: each field with its type, its bounds and the fields below it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from service.documentation.contract import Contract, Json
from service.documentation.json_view import laid_out
from service.documentation.markdown import Markdown

_BOUNDS: Final = (
    ("minimum", "maximum", ""),
    ("minLength", "maxLength", "characters"),
    ("minItems", "maxItems", "items"),
    ("minProperties", "maxProperties", "entries"),
)


@dataclass(slots=True)
class Node:
    """A field, a parameter or an alternative, with its schema."""

    name: str
    type: str
    description: Markup
    required: bool = False
    schema: str | None = None
    """The name of the schema, if it has one."""
    facts: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    pattern: str | None = None
    below: "list[Node]" = field(default_factory=list)
    choices: "list[Node]" = field(default_factory=list)
    elsewhere: bool = False
    """Whether the fields below it are shown elsewhere, under the schema's name."""


class SchemaView:
    """Turns schemas into trees. Each named schema is expanded once; after that its name is a link."""

    def __init__(self, contract: Contract, markdown: Markdown) -> None:
        self._contract = contract
        self._markdown = markdown

    def tree(self, schema: Json) -> Node:
        """All fields of a body."""
        return self._node("", schema, required=False, shown=set(), depth=99)

    def brief(self, name: str) -> Node:
        """A named schema, in which other named schemas are only links."""
        return self._node("", {"$ref": f"#/components/schemas/{name}"}, required=False, shown=set(), depth=1)

    def _node(self, name: str, schema: Json, *, required: bool, shown: set[str], depth: int) -> Node:
        own_name = _name_of(schema)
        found = self._contract.resolved(schema)
        node = Node(name, self._type(schema), self._text(found.get("description", "")), required, own_name)
        node.facts = list(_facts(found))
        node.values = [laid_out(value).strip('"') for value in found.get("enum", [])]
        node.pattern = found.get("pattern")
        if own_name:
            if _has_below(found) and (own_name in shown or depth == 0):
                node.elsewhere = True
                return node
            shown.add(own_name)
        deeper = depth - 1 if own_name else depth
        self._unfold(node, found, shown, deeper)
        return node

    def _unfold(self, node: Node, found: Json, shown: set[str], depth: int) -> None:
        wanted = set(found.get("required", []))
        for field_name, below in found.get("properties", {}).items():
            node.below.append(self._node(field_name, below, required=field_name in wanted, shown=shown, depth=depth))
        extra = found.get("additionalProperties")
        if isinstance(extra, dict):
            node.below.append(self._node("(any name)", extra, required=False, shown=shown, depth=depth))
        items = found.get("items")
        if isinstance(items, dict):
            each = self._node("each item", items, required=False, shown=shown, depth=depth)
            if each.below or each.choices or each.elsewhere or each.facts or each.values or each.description:
                node.below.append(each)
        for kind in ("oneOf", "anyOf", "allOf"):
            for choice in found.get(kind, []):
                title = _name_of(choice) or choice.get("title") or _kind_of(choice)
                node.choices.append(self._node(title, choice, required=False, shown=shown, depth=depth))

    def _text(self, text: str) -> Markup:
        return self._markdown.html(text) if text else Markup("")

    def _type(self, schema: Json) -> str:
        found = self._contract.resolved(schema)
        kinds = found.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else list(kinds)
        if "array" in kinds and isinstance(found.get("items"), dict):
            kinds[kinds.index("array")] = f"array of {self._type(found['items'])}"
        if not kinds:
            choices = found.get("oneOf") or found.get("anyOf")
            kinds = ["constant"] if "const" in found else [f"one of {len(choices)}"] if choices else ["any"]
        return " or ".join(kinds)


def _name_of(schema: Json) -> str | None:
    reference = schema.get("$ref", "")
    return reference.rpartition("/")[2] if reference.startswith("#/components/schemas/") else None


def _kind_of(schema: Json) -> str:
    if required := schema.get("required"):
        return "with " + ", ".join(required)
    return str(schema.get("type", "otherwise"))


def _has_below(schema: Json) -> bool:
    items = schema.get("items")
    nested = isinstance(items, dict) and ("$ref" in items or _has_below(items))
    extra = isinstance(schema.get("additionalProperties"), dict)
    return nested or extra or any(kind in schema for kind in ("properties", "oneOf", "anyOf", "allOf"))


def _facts(schema: Json) -> Iterator[str]:
    for low, high, unit in _BOUNDS:
        if text := _range(schema.get(low), schema.get(high)):
            yield f"{text} {unit}".rstrip()
    if "const" in schema:
        yield f"always {laid_out(schema['const'])}"
    if schema.get("uniqueItems"):
        yield "all different"
    if "format" in schema:
        yield str(schema["format"])
    if "default" in schema:
        yield f"by default {laid_out(schema['default'])}"
    if example := _short(schema.get("examples", [])):
        yield f"such as {example}"


def _range(low: Any, high: Any) -> str:
    if low is not None and high is not None:
        return f"{low:,}" if low == high else f"{low:,} to {high:,}"
    if low is not None:
        return f"at least {low:,}"
    return f"at most {high:,}" if high is not None else ""


def _short(examples: list[Any]) -> str:
    shown = [laid_out(example) for example in examples[:3]]
    return ", ".join(text for text in shown if len(text) <= 40)
