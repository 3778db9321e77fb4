"""Separates the contract's components into those of requests and those of answers."""

from collections.abc import Iterator
from typing import Any, Final

from tests.contract.checks.answers import SCHEMAS
from tests.openapi import Json

_BEFORE_NAME: Final = f"#/{'/'.join(SCHEMAS)}/"
_METHODS: Final = ("get", "put", "post", "delete", "patch")


def of_requests(document: Json) -> set[str]:
    """The components of bodies and parameters, including those that answers share."""
    whole = [document["paths"], *(document["components"].get(kind, {}) for kind in ("requestBodies", "parameters"))]
    requests = [
        *(item.get("parameters", ()) for item in whole[0].values()),
        *(item[method].get("parameters", ()) for item in whole[0].values() for method in _METHODS if method in item),
        *whole[1:],
    ]
    return _reached(document, requests)


def of_answers(document: Json) -> set[str]:
    """The components that only answers have, so that only answers can show their constraints."""
    paths = document["paths"].values()
    answers = [item[method]["responses"] for item in paths for method in _METHODS if method in item]
    return _reached(document, [*answers, document["components"]["responses"]]) - of_requests(document)


def _reached(document: Json, parts: list[Any]) -> set[str]:
    found, waiting = set[str](), list(names_below(parts))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += names_below(document["components"]["schemas"][name])
    return found


def names_below(part: Any) -> Iterator[str]:
    """The names of the schemas that a part of the contract points to."""
    if isinstance(part, dict):
        if str(part.get("$ref")).startswith(_BEFORE_NAME):
            yield part["$ref"].removeprefix(_BEFORE_NAME)
        for key, below in part.items():
            if key not in ("example", "examples"):
                yield from names_below(below)
    elif isinstance(part, list):
        for below in part:
            yield from names_below(below)
