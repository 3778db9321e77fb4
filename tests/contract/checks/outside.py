"""Checks what the contract says about headers of answers and about bodies that are not JSON."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tests.contract.checks.answers import Place, Site, left_out, part_at, wrong_at
from tests.openapi import Json

Headed = tuple[Place, Mapping[str, str]]
"""The place of an answer in the contract, and its headers."""
_TEXT: Final[Json] = {"type": "string"}
_METHODS: Final = ("get", "put", "post", "delete", "patch")


def header_findings(document: Json, answers: Iterable[Headed], figures: Mapping[Place, Any]) -> Iterator[str]:
    """The differences between the contract's headers and those of these answers."""
    sites: dict[Place, Site] = {}
    missing: set[Place] = set()
    for answer, headers in answers:
        place = _followed(document, answer)
        for name in part_at(document, place).get("headers", {}):
            where = _followed(document, (*place, "headers", name))
            site = sites.setdefault(where, Site(part_at(document, where)["schema"]))
            if name in headers:
                site.values.append(int(headers[name]) if headers[name].isdecimal() else headers[name])
            else:
                missing.add(where)
    for where, site in sites.items():
        if part_at(document, where).get("required", False) is (where in missing):
            yield f"{'/'.join(where)}: required is not what the answers say"
        yield from wrong_at((*where, "schema"), site, figures)
    yield from left_out(document, ("components", "headers"), figures)
    unseen = {("components", "headers", name) for name in document["components"]["headers"]} - set(sites)
    yield from (f"{'/'.join(where)}: no answer shows it" for where in sorted(unseen))


def _followed(document: Json, place: Place) -> Place:
    """The place itself, or the one that its `$ref` points to."""
    part = part_at(document, place)
    return tuple(part["$ref"].removeprefix("#/").split("/")) if "$ref" in part else place


def media_findings(document: Json, figures: Mapping[Place, Any]) -> Iterator[str]:
    """The bodies other than JSON that are not described as texts or as files of their media type."""
    for place, media_type, schema in _media(document):
        known = figures.get(place, _TEXT | ({} if _is_text(media_type) else {"contentMediaType": media_type}))
        if not media_type.endswith("json") and schema != known:
            yield f"{'/'.join(place)} is {schema}, and not {known}"


def _media(document: Json) -> Iterator[tuple[Place, str, Any]]:
    """The schemas of all bodies, with their places and media types."""
    bodies: dict[Place, Json] = {
        ("components", "requestBodies", name): body for name, body in document["components"]["requestBodies"].items()
    }
    for path, item in document["paths"].items():
        for method in _METHODS:
            answers = item.get(method, {}).get("responses", {}).items()
            bodies |= {("paths", path, method, "responses", status): answer for status, answer in answers}
    for place, body in bodies.items():
        for media_type, media in body.get("content", {}).items():
            yield (*place, "content", media_type, "schema"), media_type, media["schema"]


def _is_text(media_type: str) -> bool:
    return media_type.startswith("text/") or media_type.endswith("+xml")
