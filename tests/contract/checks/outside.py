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
    for path, item in document["paths"].items():
        for method in _METHODS:
            for status, answer in item.get(method, {}).get("responses", {}).items():
                for media_type, media in answer.get("content", {}).items():
                    place = ("paths", path, method, "responses", status, "content", media_type, "schema")
                    known = figures.get(
                        place, _TEXT | ({} if _is_text(media_type) else {"contentMediaType": media_type})
                    )
                    if not media_type.endswith("json") and media["schema"] != known:
                        yield f"{'/'.join(place)} is {media['schema']}, and not {known}"


def _is_text(media_type: str) -> bool:
    return media_type.startswith("text/") or media_type.endswith("+xml")
