"""The contents of the pages of operations and of problem types."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from markupsafe import Markup

from service.documentation.contract import PROBLEM_TYPE, Contract, Json, Operation
from service.documentation.json_view import coloured, laid_out
from service.documentation.markdown import Markdown
from service.documentation.schema_view import Node, SchemaView
from service.web.problem_types import PAGES, PROBLEM_TYPES, ProblemType

LIST_TITLE: Final = "Problems"


def text_of(problem_type: ProblemType) -> str:
    """The Markdown of the page of a problem type."""
    status = problem_type.status
    return "\n\n".join(
        (
            f"**{status.value} {status.phrase}** · `{problem_type.uri}`",
            "## What it means",
            problem_type.meaning,
            "## What to do",
            problem_type.next_step,
            f"[All problems]({PAGES})",
        )
    )


def text_of_all() -> str:
    """The Markdown of the list of all problem types."""
    rows = (f"| [{one.slug}]({one.uri}) | {one.status.value} | {one.when} |" for one in PROBLEM_TYPES.values())
    return "\n".join(
        (
            "Every error of this service is a problem document (RFC 9457). Its `type` links to one of these pages.",
            "",
            "| Type | Status | When |",
            "|---|---|---|",
            *rows,
        )
    )


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a body, from the contract."""

    name: str
    text: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Body:
    """A body in one media type."""

    media_type: str
    tree: Node | None
    """None for a problem document, which has the same fields everywhere."""
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter in the path, the query or the headers."""

    node: Node
    place: str
    example: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The response of an operation with one status."""

    status: str
    phrase: str
    description: Markup
    headers: tuple[tuple[str, Markup], ...]
    bodies: tuple[Body, ...]


class OperationPages:
    """Collects the values for the template of an operation's page."""

    def __init__(self, contract: Contract, markdown: Markdown, schemas: SchemaView) -> None:
        self._contract = contract
        self._markdown = markdown
        self._schemas = schemas
        self._made: dict[int, list[Body]] = {}
        """By the `id()` of the part of the contract that they show: many operations share a problem response."""

    def context(self, one: Operation) -> dict[str, Any]:
        body = self._contract.body(one)
        parameters = [self._parameter(parameter) for parameter in self._contract.parameters(one)]
        answers = [self._answer(status, response) for status, response in self._contract.responses(one)]
        return {
            "one": one,
            "description": self._markdown.html(one.content.get("description", "")),
            "tokens": self._contract.tokens(one),
            "role": self._contract.role(one),
            "parameters": parameters,
            "body": self._bodies(body)[0] if body else None,
            "body_description": self._markdown.html(body.get("description", "")) if body else "",
            "answers": answers,
            "kind_of_answer": "json" if _is_json(answers[0]) else "text",
        }

    def _parameter(self, parameter: Json) -> Parameter:
        described = {"description": parameter.get("description", "")} if "description" in parameter else {}
        node = self._schemas.tree({**parameter.get("schema", {}), **described})
        node.name, node.required = parameter["name"], bool(parameter.get("required"))
        examples = self._contract.resolved(parameter.get("schema", {})).get("examples", [])
        example = parameter.get("example", examples[0] if examples else "")
        return Parameter(node, parameter["in"], example if isinstance(example, str) else laid_out(example))

    def _bodies(self, part: Json) -> list[Body]:
        if "content" not in part:
            return []
        content = part["content"]
        if id(content) not in self._made:
            self._made[id(content)] = [self._body(media_type, media) for media_type, media in content.items()]
        return self._made[id(content)]

    def _body(self, media_type: str, media: Json) -> Body:
        tree = None if media_type == PROBLEM_TYPE else self._schemas.tree(media.get("schema", {}))
        examples = []
        for name, value in self._contract.examples(media):
            text = laid_out(value) if media_type.endswith("json") else str(value)
            examples.append(Example(name, text, coloured(text) if media_type.endswith("json") else Markup.escape(text)))
        return Body(media_type, tree, tuple(examples))

    def _answer(self, status: str, response: Json) -> Answer:
        headers = tuple(
            (name, self._markdown.html(self._contract.resolved(header).get("description", "")))
            for name, header in response.get("headers", {}).items()
        )
        phrase = HTTPStatus(int(status)).phrase if status.isdecimal() else ""
        description = self._markdown.html(response.get("description", ""))
        return Answer(status, phrase, description, headers, tuple(self._bodies(response)))


def _is_json(answer: Answer) -> bool:
    return any(body.media_type.endswith("json") for body in answer.bodies)
