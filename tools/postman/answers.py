"""Test scripts that check a response against the contract."""

import json
from collections.abc import Mapping
from typing import Any, Final

from service.documentation.contract import PROBLEM_TYPE, Contract, Json

_ALL_TYPES: Final = ("array", "boolean", "null", "number", "object", "string")
_KIND: Final = 'const kind = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);'
BODY: Final = "const body = pm.response.json();"


def test(name: str, *lines: str) -> list[str]:
    """One assertion of a script."""
    return [f"pm.test({json.dumps(name)}, () => {{", *(f"  {line}" for line in lines), "});"]


def status_test(status: int) -> list[str]:
    """Assert the status."""
    return test(f"Answers {status}", f"pm.response.to.have.status({status});")


def media_test(media_type: str) -> list[str]:
    """Assert the media type."""
    name = json.dumps(media_type)
    return test(f"Sends {media_type}", f'pm.expect(pm.response.headers.get("Content-Type")).to.include({name});')


def fields_test(types: Mapping[str, list[str]]) -> list[str]:
    """Assert that all required fields are present, each with a type that the contract allows."""
    if not types:
        return []
    return test(
        "Has the fields of the contract",
        BODY,
        _KIND,
        f"const types = {json.dumps(types)};",
        "Object.keys(types).forEach((name) => pm.expect(types[name], name).to.include(kind(body[name])));",
    )


def problem_tests(status: int) -> list[str]:
    """Assert a problem document; for status 422, with a list of mistakes."""
    lines = [
        BODY,
        f"pm.expect(body.status).to.equal({status});",
        "pm.expect(body.type).to.match(/^\\/problems\\/[a-z]+(-[a-z]+)*$/);",
        "pm.expect(body.title).to.be.a('string').that.is.not.empty;",
        "pm.expect(body.detail).to.be.a('string').that.is.not.empty;",
    ]
    if status == 422:
        lines.append("pm.expect(body.errors).to.be.an('array').that.is.not.empty;")
    return [*status_test(status), *media_test(PROBLEM_TYPE), *test("Says what is wrong", *lines)]


def stored(variables: Mapping[str, str]) -> list[str]:
    """Store parts of a response for later requests."""
    keep = [f'  pm.collectionVariables.set("{name}", {value});' for name, value in variables.items()]
    return ["if (pm.response.code < 300) {", f"  {BODY}", *keep, "}"] if keep else []


def required_types(contract: Contract, schema: Json, example: Any) -> dict[str, list[str]]:
    """The types of an object's required fields; of alternatives, those of the example's, or those common to all."""
    schema = contract.resolved(schema)
    if "discriminator" in schema and isinstance(example, dict):
        discriminator = schema["discriminator"]
        pointer = discriminator["mapping"][example[discriminator["propertyName"]]]
        schema = contract.resolved({"$ref": pointer})
    elif alternatives := schema.get("oneOf") or schema.get("anyOf"):
        each = [required_types(contract, one, example) for one in alternatives]
        common = [name for name in each[0] if all(name in types for types in each)]
        return {name: sorted(set().union(*(types[name] for types in each))) for name in common}
    properties = schema.get("properties", {})
    return {
        name: sorted(_types(contract, properties[name])) for name in schema.get("required", []) if name in properties
    }


def _types(contract: Contract, schema: Json) -> set[str]:
    schema = contract.resolved(schema)
    if alternatives := schema.get("oneOf") or schema.get("anyOf"):
        return set().union(*(_types(contract, each) for each in alternatives))
    if "const" in schema or "enum" in schema:
        return {_type_of(value) for value in schema.get("enum", [schema.get("const")])}
    given = schema.get("type", list(_ALL_TYPES))
    names = given if isinstance(given, list) else [given]
    return {"number" if name == "integer" else name for name in names}


def _type_of(value: Any) -> str:
    if value is None:
        return "null"
    return {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}[type(value)]
