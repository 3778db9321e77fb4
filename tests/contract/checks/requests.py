"""Compares every request body and parameter of the contract with the schema that reads it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from service.actions.batches import BATCH
from service.actions.schemas import ODDS, RESOLVE, SCORE
from service.characters.schemas import FORGET, SKILLS, START, CharacterId
from service.draws.schemas import WANTED
from service.engines.destiny.odds.gang_war import MOST_PARTICIPANTS
from service.engines.destiny.tuning import GangMethod
from service.engines.pyramid.positions import Position
from service.idempotency.header import LONGEST_KEY
from service.insights.schemas import INSIGHTS
from service.odds.schemas import CURVE, SOLVE, TOTALS
from service.piecepacks import schemas as piecepacks
from service.preview.schemas import PREVIEW
from service.pyramid import schemas as pyramid
from service.pyramid import tuple_schemas as tuples
from service.records.schemas import RECORDS
from service.tuning import schemas as tuning
from service.verification.schemas import ANSWERED_DRAW, SEEDS
from service.web.fields import Enum
from service.web.schema import OneOfSchemas, RequestSchema
from tests.contract.checks.answers import part_at
from tests.described import described, described_field
from tests.described_tuning import described_overlay, described_tuning
from tests.openapi import Json

BODIES: dict[str, RequestSchema | OneOfSchemas] = {
    "POST /v1/resolve": RESOLVE,
    "POST /v1/resolve/batch": BATCH,
    "POST /v1/score": SCORE,
    "POST /v1/odds": ODDS,
    "POST /v1/odds/totals": TOTALS,
    "POST /v1/odds/curve": CURVE,
    "POST /v1/odds/solve": SOLVE,
    "POST /v1/draws": WANTED,
    "PUT /v1/characters/{character_id}": SKILLS,
    "PUT /v1/characters/{character_id}/effects/{effect}": START,
    "PATCH /v1/admin/tuning": tuning.PATCH,
    "PUT /v1/admin/tuning": tuning.REPLACE,
    "POST /v1/admin/tuning/preview": PREVIEW,
    "POST /v1/admin/tuning/diff": tuning.WHOLE,
    "POST /v1/admin/tuning/restore": tuning.RESTORE,
    "POST /v1/admin/tuning/adopt": tuning.ADOPT,
    "POST /v1/pyramid/deal": pyramid.DEAL,
    "POST /v1/pyramid/evaluate": pyramid.EVALUATE,
    "POST /v1/pyramid/arrange": pyramid.ARRANGE,
    "POST /v1/pyramid/validate": pyramid.VALIDATE,
    "POST /v1/pyramid/automatics": pyramid.AUTOMATICS,
    "POST /v1/pyramid/score": pyramid.SCORE,
    "POST /v1/pyramid/settle": pyramid.SETTLE,
    "POST /v1/pyramid/decide": pyramid.DECIDE,
    "POST /v1/tuples/lookup": tuples.LOOKUP,
    "POST /v1/piecepacks/deal": piecepacks.DEAL,
    "POST /v1/piecepacks/evaluate": piecepacks.EVALUATE,
    "POST /v1/piecepacks/compare": piecepacks.COMPARE,
    "POST /v1/piecepacks/showdown": piecepacks.SHOWDOWN,
    "POST /v1/piecepacks/odds": piecepacks.ODDS,
}
VERIFY = "POST /v1/draws/verify"
"""The one body that no single schema reads."""
QUERIES: dict[str, RequestSchema] = {
    "GET /v1/resolutions": RECORDS,
    "GET /v1/admin/tuning": tuning.FORMAT,
    "PUT /v1/admin/tuning": tuning.REPLACEMENT_QUERY,
    "GET /v1/admin/tuning/diff": tuning.DIFF,
    "POST /v1/admin/tuning/diff": tuning.WHOLE_DIFF,
    "GET /v1/admin/tuning/revisions": tuning.HISTORY,
    "GET /v1/admin/tuning/revisions/{revision}": tuning.FORMAT,
    "GET /v1/admin/insights": INSIGHTS,
    "GET /v1/admin/insights/resets": tuning.PAGE,
    "GET /v1/tuples": tuples.QUERY,
    "DELETE /v1/characters/{character_id}": FORGET,
}
TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
PATH: dict[str, Json] = {
    "character_id": described_field(CharacterId()),
    "position": described_field(Enum(Position)),
    **dict.fromkeys(
        ("effect", "resolution_id", "hand_type", "operation", "guide", "version", "folder", "name", "slug"), TEXT
    ),
    "revision": {**WHOLE, "minimum": 0},
    "primary_rank": WHOLE,
    "secondary_rank": WHOLE,
}
HEADERS: dict[str, Json] = {
    "Idempotency-Key": {**TEXT, "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    **dict.fromkeys(("If-Match", "If-None-Match"), TEXT),
}
ALWAYS = {"If-Match"}
"""Headers that a request must have."""
PROSE = {"description", "examples", "example", "title", "discriminator"}


METHODS = ("get", "put", "post", "delete", "patch")


def resolved(document: Json, part: Any) -> Any:
    """The part itself, or the one that its `$ref` points to."""
    while "$ref" in part:
        part = part_at(document, tuple(part["$ref"].removeprefix("#/").split("/")))
    return part


def plain(document: Json, part: Any) -> Any:
    """A schema of the contract without its prose, and with every `$ref` resolved."""
    if isinstance(part, list):
        return [plain(document, one) for one in part]
    if not isinstance(part, dict):
        return part
    part = resolved(document, part)
    found = {key: plain(document, value) for key, value in part.items() if key not in PROSE and key != "properties"}
    if "properties" in part:
        found["properties"] = {name: plain(document, one) for name, one in part["properties"].items()}
    for name in part.get("required", ()):  # a required field needs no default
        found.get("properties", {}).get(name, {}).pop("default", None)
    if "required" in part:
        found["required"] = sorted(part["required"])
    return _or_null(found)


def _or_null(schema: Json) -> Json:
    """Words or null as one list; the contract writes them as alternatives."""
    match schema:
        case {"oneOf": [{"type": "string", "enum": [*words]}, {"type": "null"}]}:
            return {"type": ["string", "null"], "enum": [*words, None]}
    return schema


def differences(described: Any, contract: Any, place: str = "") -> list[str]:
    """The places where two schemas differ, with both values."""
    if isinstance(described, dict) and isinstance(contract, dict):
        return [
            difference
            for key in {**described, **contract}
            for difference in differences(described.get(key, "-"), contract.get(key, "-"), f"{place}/{key}")
        ]
    if isinstance(described, list) and isinstance(contract, list) and len(described) == len(contract):
        pairs = enumerate(zip(described, contract, strict=True))
        return [
            difference for index, (one, other) in pairs for difference in differences(one, other, f"{place}/{index}")
        ]
    # 0 and false, 1 and true are equal in Python.
    if described == contract and isinstance(described, bool) == isinstance(contract, bool):
        return []
    return [f"{place}: the service has {described!r}, the contract {contract!r}"]


def of_the_service(where: str) -> Json:
    """The schema of the body that the service takes on this route."""
    if where == VERIFY:
        return {"oneOf": [*described(SEEDS)["oneOf"], described(ANSWERED_DRAW)]}
    found = described(BODIES[where])
    return {"oneOf": quoted_ways(found["oneOf"])} if where == "POST /v1/odds" else found


def quoted_ways(ways: list[Json]) -> list[Json]:
    """The alternatives with one gang war per method, because the odds limit the participants per side by method.

    A war that leaves its method to the tuning belongs to the first.
    """
    *others, gang_war = ways
    for method in GangMethod:
        properties = gang_war["properties"]
        sides = {
            side: {**properties[side], "maxItems": MOST_PARTICIPANTS[method]} for side in ("attackers", "defenders")
        }
        named = {"method": {"type": "string", "const": str(method)}}
        required = gang_war["required"] if method is GangMethod.AVERAGE else sorted([*gang_war["required"], "method"])
        others.append({**gang_war, "required": required, "properties": {**properties, **sides, **named}})
    return others


def bodies(document: Json) -> dict[str, Json]:
    """The schema of every body, by route."""
    return {
        f"{method.upper()} {path}": resolved(document, item[method]["requestBody"])["content"]["application/json"][
            "schema"
        ]
        for path, item in document["paths"].items()
        for method in METHODS
        if "requestBody" in item.get(method, {})
    }


def body_findings(document: Json, where: str) -> list[str]:
    """The places where a body differs from what the service takes."""
    return differences(_taken(where), plain(document, bodies(document)[where]))


@lru_cache
def _taken(where: str) -> Json:
    return of_the_service(where)


def parameters(document: Json) -> Iterator[tuple[str, Json]]:
    """Every parameter, with its route."""
    for path, item in document["paths"].items():
        for method in METHODS:
            for one in [*item.get("parameters", ()), *item[method].get("parameters", ())] if method in item else ():
                yield f"{method.upper()} {path}", resolved(document, one)


def parameter_findings(document: Json) -> Iterator[str]:
    """The parameters that differ from what the service takes."""
    queries = set()
    for where, each in parameters(document):
        name, place = each["name"], each["in"]
        schema = plain(document, each["schema"])
        if place == "query":
            queries.add((where, name))
            if name not in QUERIES[where].known:
                continue
            field = QUERIES[where].known[name]
            wrong, required = differences(described_field(field), schema), field.required
        else:
            wrong, required = differences(PATH[name] if place == "path" else HEADERS[name], schema), name in ALWAYS
        if each.get("required", False) is not (required or place == "path"):
            wrong.append("/required is wrong")
        yield from (f"{where} {name}{one}" for one in wrong)
    if queries != {(where, name) for where, schema in QUERIES.items() for name in schema.known}:
        yield "Parameters of queries are not those of the schemas."


def value_findings(document: Json) -> list[str]:
    """The places where the contract's tuning values in answers differ from those that the rules take."""
    rules, contract = described_tuning(), plain(document, document["components"]["schemas"]["TuningValues"])
    multipliers = contract["properties"].pop("reward_multipliers")
    degrees = rules["properties"].pop("reward_multipliers")["properties"].values()
    found = [wrong for one in degrees for wrong in differences(one, multipliers["additionalProperties"])]
    # The contract may say less about answers than about requests, but must not contradict them.
    return found + [one for one in differences(rules, contract) if not one.endswith("the contract '-'")]


def tuning_findings(document: Json) -> list[str]:
    """The tuning keys and bounds, in requests and answers, that differ between the contract and the rules."""
    overlay = plain(document, document["components"]["schemas"]["TuningOverlay"])
    return differences(described_overlay(), overlay) + value_findings(document)
